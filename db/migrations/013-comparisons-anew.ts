import type { Knex } from 'knex'

/**
 * Comparisons of arms are computed from samples that are still there. How their intervals are made has changed (no
 * chance left in those of few rounds, autocorrelation, sequential bounds), so what was stored is dropped and computed anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('DELETE FROM comparisons')
}
