import type { Dialect, Query } from '../rows/table.ts'
import { widenChecks } from '../rows/widen-check.ts'

/** Lets loads of a server be of HTTP/1.1 in clear text, as those of 2013 were. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  await widenChecks(query, dialect, {
    columns: [['loads', 'arm']],
    before: "'h1', 'h2', 'h3'",
    after: "'http', 'h1', 'h2', 'h3'",
  })
}
