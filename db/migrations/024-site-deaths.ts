import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const SITE_DEATHS: Table = {
  name: 'site_deaths',
  columns: {
    run_kind: { type: 'text' },
    run_id: { type: 'integer' },
    site: { type: 'integer' },
    owner: { type: 'text' },
    deaths: { type: 'integer' },
  },
  constraints: [
    'PRIMARY KEY (run_kind, run_id, site, owner)',
    "CHECK (run_kind IN ('survey', 'campaign'))",
    'CHECK (deaths BETWEEN 1 AND 2)',
  ],
  indexes: [],
}

/** Keeps deaths of a fleet's workers by the database user of who says so, so that nobody can say it for others. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(SITE_DEATHS, dialect)) await query(statement)
}
