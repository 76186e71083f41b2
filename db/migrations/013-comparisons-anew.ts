import type { Query } from '../rows/table.ts'

/**
 * Comparisons of arms are computed from samples that are still there. How their intervals are made has changed (no
 * chance left in those of few rounds, autocorrelation, sequential bounds), so what was stored is dropped and computed anew.
 */
export async function up(query: Query): Promise<void> {
  await query('DELETE FROM comparisons')
}
