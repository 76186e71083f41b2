import type { Dialect, Query } from '../rows/table.ts'

/** Adds who loads a campaign's pages: until now a browser has loaded all of them. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'TEXT' : 'text'
  await query(
    `ALTER TABLE campaigns ADD COLUMN source ${type} NOT NULL DEFAULT 'browser' CHECK (source IN ('browser', 'graph'))`,
  )
}
