import type { Dialect, Query } from '../rows/table.ts'

/** Keeps how high a site is ranked where its list has no ranks, only magnitudes. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'INTEGER' : 'integer'
  await query(`ALTER TABLE survey_sites ADD COLUMN rank_magnitude ${type} CHECK (rank_magnitude >= 1)`)
}
