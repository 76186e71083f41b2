import { LOAD_FAILURES, type LoadFailure } from '../model/load-failures.ts'
import { LOAD_ARMS } from '../model/load-second.ts'
import { column, orNull, wordColumn } from './column.ts'

/** These columns say which load of a run a row is about. */
export const loadColumns = {
  load: column('count', 'load'),
  server: column('text', 'server'),
  arm: wordColumn('word', LOAD_ARMS, 'protocol'),
  repetition: column('count', 'repetition'),
}

const pageTime = (rank: string) =>
  orNull(
    column(
      'number',
      `${rank} of page times`,
      'Null: no page, or the rank is among pages that failed or were overdue',
      { unit: 'ms' },
    ),
  )

export const pageTimeColumns = { p50Ms: pageTime('p50'), p95Ms: pageTime('p95'), p99Ms: pageTime('p99') }

const busy = (of: string) =>
  orNull(column('number', `${of} busy`, `Of the ${of}’s core`, { unit: 'fraction' }))

export const busyColumns = { clientBusy: busy('client'), serverBusy: busy('server') }

export const errorColumn = wordColumn(
  'each',
  Object.keys(LOAD_FAILURES) as LoadFailure[],
  'errors',
  'How often each kind (docs/load.md) occurred',
)
