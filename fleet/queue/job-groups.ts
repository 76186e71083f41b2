import type { Database, Row } from '../../db/connection/database.ts'
import { HEARTBEAT_S } from './create-queues.ts'
import { givenPriority, type JobKind, readQueueName, SCHEDULE_QUEUE } from './job.ts'
import type { JobQueue } from './open-queue.ts'

export interface JobGroup {
  readonly kind: JobKind
  /** Number of the survey or campaign, id of the replay; null for schedules. */
  readonly subject: string | null
  readonly vantage: string | null
  readonly createdAt: string
  readonly priority: number
  readonly waiting: number
  readonly active: number
  readonly done: number
  readonly failed: number
  readonly cancelled: number
}

/** Sorted as they are looked at. */
export const JOB_STATES = ['failed', 'active', 'retry', 'waiting', 'done', 'cancelled'] as const

/** A job, as `towline jobs show` names it. */
export interface JobRow {
  readonly id: string
  readonly queue: string
  readonly state: (typeof JOB_STATES)[number]
  readonly attempts: number
  readonly createdAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  /** Says why the last attempt failed; null where it did not. */
  readonly reason: string | null
}

const SUBJECT = "coalesce(data->>'surveyId', data->>'campaignId', data->>'replayId')"

/** All jobs that are kept, newest first. */
export async function jobGroups(db: Database, { schema }: Pick<JobQueue, 'schema'>): Promise<JobGroup[]> {
  const rows = await db.query(
    `SELECT name, ${SUBJECT} AS subject, min(created_on) AS created, max(priority) AS priority,
       count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
       count(*) FILTER (WHERE state = 'active') AS active,
       count(*) FILTER (WHERE state = 'completed') AS done,
       count(*) FILTER (WHERE state = 'failed') AS failed,
       count(*) FILTER (WHERE state = 'cancelled') AS cancelled
     FROM ${schema}.job GROUP BY 1, 2 ORDER BY created DESC`,
  )
  return rows.flatMap((row) => {
    const queue = readQueueName(String(row.name))
    if (queue === null && row.name !== SCHEDULE_QUEUE) return []
    const kind = queue?.kind ?? SCHEDULE_QUEUE
    return {
      kind,
      subject: textOrNull(row.subject),
      vantage: queue?.vantage ?? null,
      createdAt: moment(row.created) ?? '',
      priority: givenPriority(kind, Number(row.priority)),
      waiting: Number(row.waiting),
      active: Number(row.active),
      done: Number(row.done),
      failed: Number(row.failed),
      cancelled: Number(row.cancelled),
    }
  })
}

const STATES = {
  created: 'waiting',
  retry: 'retry',
  active: 'active',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

/** Chooses jobs of a survey or campaign, of schedules, or of a replay, or one by its id, which is given by its beginning. */
export type JobSelector =
  | { readonly kind: JobKind; readonly subject: string }
  | { readonly kind: typeof SCHEDULE_QUEUE; readonly subject: null }
  | { readonly id: string }

/** The jobs of a group, or one: failed ones first, then those under way, then those that wait. */
export async function selectJobs(
  db: Database,
  { schema }: Pick<JobQueue, 'schema'>,
  selector: JobSelector,
): Promise<JobRow[]> {
  const [where, bindings] = conditionOf(selector)
  const rows = await db.query(
    `SELECT id, name, state::text AS state, retry_count, created_on, started_on, completed_on, output
     FROM ${schema}.job WHERE ${where}
     ORDER BY state <> 'failed', state <> 'active', state <> 'retry', state <> 'created', created_on, id`,
    bindings,
  )
  return rows.map(readJob)
}

function conditionOf(selector: JobSelector): readonly [where: string, bindings: readonly string[]] {
  if ('id' in selector) return ['starts_with(id::text, ?)', [selector.id]]
  const { kind, subject } = selector
  if (subject === null) return ['name = ?', [kind]]
  const isSubject = kind === 'replay' ? `starts_with(${SUBJECT}, ?)` : `${SUBJECT} = ?`
  return [`split_part(name, '/', 1) = ? AND ${isSubject}`, [kind, subject]]
}

function readJob(row: Row): JobRow {
  const state = STATES[row.state as keyof typeof STATES]
  const started = moment(row.started_on)
  return {
    id: String(row.id),
    queue: String(row.name),
    state,
    attempts: started === null ? 0 : Number(row.retry_count) + 1,
    createdAt: moment(row.created_on) ?? '',
    startedAt: started,
    completedAt: moment(row.completed_on),
    reason: state === 'done' ? null : reasonOf(row.output),
  }
}

/** Message of pg-boss on a lease that ran out. */
const LEASE_OVER = 'job heartbeat timeout'
const WORKER_GONE = `its worker ended, or was cut off from the database: no sign of life for ${HEARTBEAT_S} s`

/** pg-boss keeps its own reasons one level deeper. */
function reasonOf(output: unknown): string | null {
  if (output === null || typeof output !== 'object') return null
  if ('message' in output) return output.message === LEASE_OVER ? WORKER_GONE : String(output.message)
  return 'value' in output ? (reasonOf(output.value) ?? String(output.value)) : null
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value))
const moment = (value: unknown): string | null => (value instanceof Date ? value.toISOString() : null)
