import type { Dialect, Query } from '../rows/table.ts'
import { widenChecks } from '../rows/widen-check.ts'

const BEFORE = "'http', 'h1', 'h2', 'h3', 'h3-altsvc'"

/** Lets samples be of the arm `recorded`, each host of a replayed page by the protocol that it had. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  await widenChecks(query, dialect, {
    columns: [
      ['samples', 'arm'],
      ['series', 'arm'],
      ['sample_tallies', 'arm'],
      ['comparisons', 'baseline'],
      ['comparisons', 'arm'],
    ],
    before: BEFORE,
    after: `${BEFORE}, 'recorded'`,
  })
}
