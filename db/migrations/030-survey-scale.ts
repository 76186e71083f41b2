import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const SURVEY_SUMMARIES: Table = {
  name: 'survey_summaries',
  columns: {
    survey_id: { type: 'integer' },
    /** Version of the way to count: what was stored by another one is made anew. */
    method: { type: 'integer', min: 1 },
    summary: { type: 'json' },
  },
  constraints: ['PRIMARY KEY (survey_id)', 'FOREIGN KEY (survey_id) REFERENCES surveys (id)'],
  indexes: [],
}

/**
 * Serves a million sites: what is left of a survey is found without going through what is done, and adoption is counted once.
 * The index has all that claims, leases and their ends ask of pending sites, in the place of one that had free sites alone.
 */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(SURVEY_SUMMARIES, dialect)) await query(statement)
  await query('DROP INDEX IF EXISTS survey_sites_unclaimed')
  await query(
    `CREATE INDEX survey_sites_pending ON survey_sites (survey_id, claimed_by, worker_deaths, shuffle_key, rank, lease_until)
     WHERE state = 'pending'`,
  )
}
