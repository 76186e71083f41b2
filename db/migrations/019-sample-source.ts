import type { Knex } from 'knex'
import type { Dialect } from '../rows/table.ts'

/** Who loads a campaign's pages: until now a browser has loaded all of them. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'TEXT' : 'text'
  await knex.raw(
    `ALTER TABLE campaigns ADD COLUMN source ${type} NOT NULL DEFAULT 'browser' CHECK (source IN ('browser', 'graph'))`,
  )
}
