import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const ASKED_CHECKS: Table = {
  name: 'asked_checks',
  columns: {
    id: { type: 'id' },
    url: { type: 'text' },
    /** Registrable domain of the host. */
    domain: { type: 'text' },
    state: { type: 'text', oneOf: ['waiting', 'running', 'done', 'failed'] },
    /** Times that it was begun: two where a server died with it. */
    attempts: { type: 'integer', min: 0 },
    created_at: { type: 'text' },
    finished_at: { type: 'text', nullable: true },
    /** Says whose it is while it runs, and until when without a renewal. */
    claimed_by: { type: 'text', nullable: true },
    lease_until: { type: 'epoch_ms', nullable: true },
    /** Says why there is no result, one sentence. */
    reason: { type: 'text', nullable: true },
    /** Written as `towline check --json` does. */
    result: { type: 'json', nullable: true },
    /** The page of `towline check`, one HTML document. */
    report: { type: 'text', nullable: true },
  },
  constraints: [
    "CHECK ((finished_at IS NOT NULL) = (state IN ('done', 'failed')))",
    "CHECK ((claimed_by IS NOT NULL) = (state = 'running'))",
    'CHECK ((claimed_by IS NULL) = (lease_until IS NULL))',
    "CHECK ((reason IS NOT NULL) = (state = 'failed'))",
    "CHECK ((result IS NOT NULL) = (state = 'done'))",
    'CHECK ((result IS NULL) = (report IS NULL))',
  ],
  indexes: [
    'CREATE INDEX asked_checks_created ON asked_checks (created_at)',
    'CREATE INDEX asked_checks_url ON asked_checks (url, created_at)',
    'CREATE INDEX asked_checks_state ON asked_checks (state, id)',
  ],
}

/** Keeps the checks that visitors of a server asked for: the queue on SQLite, and the results for good. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(ASKED_CHECKS, dialect)) await query(statement)
}
