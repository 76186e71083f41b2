import { JOB_STATES, type JobGroup, type JobRow } from '../../fleet/queue/job-groups.ts'
import { COMMAND } from '../options/entry.ts'
import type { Column } from '../output/table.ts'

/** Shown of an id on a terminal, where the whole one would leave no room for a reason; commands take as much of it. */
const ID_CHARS = 8

/** An id, or its beginning. */
export const JOB_ID = new RegExp(`^[0-9a-f-]{${ID_CHARS},36}$`)

/** Where whole ids are. */
export const JOB_IDS = `whole ones: \`${COMMAND} jobs list --format json\`, \`jobs show … --format json\``

/** Columns of `jobs list` for a terminal of that width; null: all, for programs. */
export function groupColumns(groups: readonly JobGroup[], width: number | null): readonly Column<JobGroup>[] {
  // Rarely other than 0.
  const isShown = (name: 'cancelled' | 'priority'): boolean =>
    width === null || groups.some((group) => group[name] !== 0)
  const name = ({ kind, subject }: JobGroup): string => {
    if (subject === null) return kind
    return `${kind}:${kind === 'replay' ? idFor(subject, width) : subject}`
  }
  return [
    { heading: 'jobs', cell: name },
    { heading: 'vantage', cell: ({ vantage }) => vantage },
    {
      heading: 'added (UTC)',
      cell: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' '),
      optional: true,
    },
    ...column(isShown('priority'), { heading: 'priority', cell: ({ priority }) => priority }),
    { heading: 'waiting', cell: ({ waiting }) => waiting, align: 'right' },
    { heading: 'under way', cell: ({ active }) => active, align: 'right' },
    { heading: 'done', cell: ({ done }) => done, align: 'right' },
    { heading: 'failed', cell: ({ failed }) => failed, align: 'right' },
    ...column(isShown('cancelled'), { heading: 'cancelled', cell: ({ cancelled }) => cancelled }),
  ]
}

function column(
  isShown: boolean,
  shown: Pick<Column<JobGroup>, 'cell' | 'heading'>,
): readonly Column<JobGroup>[] {
  return isShown ? [{ ...shown, align: 'right', optional: true }] : []
}

/** Columns of `jobs show`, as `groupColumns`. */
export function jobColumns(width: number | null): readonly Column<JobRow>[] {
  return [
    { heading: 'job', cell: ({ id }) => idFor(id, width) },
    // On a terminal it is what was asked for.
    ...(width === null ? [{ heading: 'queue', cell: ({ queue }: JobRow) => queue }] : []),
    { heading: 'state', cell: ({ state }) => state },
    { heading: 'attempts', cell: ({ attempts }) => attempts, align: 'right' },
    { heading: 'reason', cell: ({ reason }) => reason },
  ]
}

/** `2 failed, 1 active, 40 done`. */
export function jobCounts(jobs: readonly JobRow[]): string {
  const counts = Map.groupBy(jobs, ({ state }) => state)
  return JOB_STATES.flatMap((state) => {
    const count = counts.get(state)?.length ?? 0
    return count === 0 ? [] : `${count} ${state}`
  }).join(', ')
}

function idFor(id: string, width: number | null): string {
  return width === null ? id : id.slice(0, ID_CHARS)
}
