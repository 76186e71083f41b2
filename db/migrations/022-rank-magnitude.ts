import type { Knex } from 'knex'
import type { Dialect } from '../rows/table.ts'

/** Keeps how high a site is ranked where its list has no ranks, only magnitudes. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'INTEGER' : 'integer'
  await knex.raw(`ALTER TABLE survey_sites ADD COLUMN rank_magnitude ${type} CHECK (rank_magnitude >= 1)`)
}
