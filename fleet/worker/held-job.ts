import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { messageOf } from '../../crawler/process/thrown.ts'
import type { Query } from '../../db/connection/database.ts'
import { inTransaction } from '../queue/open-queue.ts'

/** The job was given to another worker, or cancelled: whatever this one finds is not recorded. */
export class JobLost extends Error {
  override readonly name = 'JobLost'
}

export interface HeldJob {
  readonly id: string
  readonly queue: string
  readonly data: unknown
  /** Counted from 0. */
  readonly attempt: number
  /** Aborted where the job is lost, or the worker ends at once. */
  readonly signal: AbortSignal
  /**
   * Marks the job as done, as part of the transaction that records its results: either both, or neither. Rejects with
   * `JobLost`.
   */
  complete(query: Query, summary: object): Promise<void>
}

/**
 * Says how many jobs pg-boss has changed, which its types leave out. Where an attempt is named it changes no other one of the
 * job: see its `JobAttempt`.
 */
export interface Affected {
  readonly affected?: number
}

interface HoldOptions {
  readonly boss: PgBoss
  readonly heartbeatMs: number
  readonly signal: AbortSignal
  /** Gets one line about what went wrong. */
  readonly warn: (line: string) => void
}

/**
 * Works on a job while its lease is renewed. A rejection fails the attempt, and its reason is kept with the job; where
 * the worker itself is ending the job goes back at once. Never rejects.
 */
export async function holdJob(
  job: JobWithMetadata<object>,
  { boss, heartbeatMs, signal: stop, warn }: HoldOptions,
  work: (held: HeldJob) => Promise<void>,
): Promise<void> {
  const attempt = { id: job.id, retryCount: job.retryCount }
  const lost = new AbortController()
  const renewal = setInterval(() => {
    boss.touch(job.name, attempt).then(
      (touched: Affected) => {
        if (touched.affected === 0) lost.abort(new JobLost(`job ${job.id} is no longer this worker’s`))
      },
      () => {
        // The database is away: whether the job is still ours shows when it is back.
      },
    )
  }, heartbeatMs / 3)
  try {
    await work({
      id: job.id,
      queue: job.name,
      data: job.data,
      attempt: job.retryCount,
      signal: AbortSignal.any([stop, lost.signal]),
      async complete(query, summary) {
        const done: Affected = await boss.complete(job.name, attempt, summary, { db: inTransaction(query) })
        if (done.affected !== 1) throw new JobLost(`job ${job.id} is no longer this worker’s`)
      },
    })
  } catch (error) {
    if (error instanceof JobLost || lost.signal.aborted) return warn(messageOf(lost.signal.reason ?? error))
    const reason = stop.aborted ? 'its worker was stopped' : messageOf(error)
    if (!stop.aborted) warn(`job ${job.id} (${job.name}), attempt ${job.retryCount + 1}: ${reason}`)
    await boss.fail(job.name, attempt, { message: reason }).catch(() => {
      // The database is away: the lease runs out by itself.
    })
  } finally {
    clearInterval(renewal)
  }
}
