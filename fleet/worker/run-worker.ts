import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { messageOf } from '../../crawler/process/thrown.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { HEARTBEAT_S } from '../queue/create-queues.ts'
import { type HeldJob, holdJob } from './held-job.ts'

export interface Lane {
  readonly queue: string
  /** Whether such a job needs the machine for itself: a page is loaded and timed. */
  readonly exclusive: boolean
  /** Whether there is room for one more. Default: where none is under way. */
  readonly hasRoom?: () => boolean
  readonly work: (job: HeldJob) => Promise<void>
}

interface WorkerOptions {
  readonly boss: PgBoss
  /** The first one that has a job comes first. */
  readonly lanes: readonly Lane[]
  /** Whether a job of a queue could be taken now. */
  readonly isWaiting: (queue: string) => Promise<boolean>
  /** Asked before each job. Rejects with a `DatabaseError` (`newer`) where another towline has taken the database over. */
  readonly demandKnown: () => Promise<void>
  /** Takes no further job; resolves when those under way are done. */
  readonly drain: AbortSignal
  /** Breaks those under way off as well: they go back. */
  readonly stop: AbortSignal
  readonly warn: (line: string) => void
}

/** Time between two looks for a job where there was none. */
const POLL_MS = 1_000
/** The database may be away for as long as it takes to start it anew. */
export const AWAY_MS = 2_000

/**
 * Takes jobs and works on them until it is drained. Survives a database that goes away and comes back. Rejects where that
 * has become newer than this towline: when the jobs under way are done, and without a further one.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { boss, lanes, isWaiting, demandKnown, drain, stop, warn } = options
  const busy = new Map<Lane, number>()
  const running = new Set<Promise<void>>()
  let finished = Promise.withResolvers<void>()
  let isAway = false

  const start = (lane: Lane, job: JobWithMetadata<object>): void => {
    busy.set(lane, (busy.get(lane) ?? 0) + 1)
    const heartbeatMs = (job.heartbeatSeconds ?? HEARTBEAT_S) * 1_000
    const done = holdJob(job, { boss, heartbeatMs, signal: stop, warn }, lane.work).finally(() => {
      busy.set(lane, (busy.get(lane) ?? 1) - 1)
      running.delete(done)
      finished.resolve()
      finished = Promise.withResolvers()
    })
    running.add(done)
  }

  /** Starts a job where there is room for one; resolves to whether it did. */
  const startNext = async (): Promise<boolean> => {
    for (const lane of lanes) {
      const inLane = busy.get(lane) ?? 0
      const others = running.size - inLane
      if (lane.exclusive && running.size > 0) {
        // Others end first, and no further one is begun: otherwise it would never have the machine for itself.
        if (others > 0 && (await isWaiting(lane.queue))) return false
        if (inLane > 0) return false
        continue
      }
      if (lane.hasRoom === undefined ? inLane > 0 : !lane.hasRoom()) continue
      const [job] = await boss.fetch<object>(lane.queue, { includeMetadata: true })
      if (job === undefined) continue
      start(lane, job)
      return true
    }
    return false
  }

  while (!drain.aborted) {
    try {
      await demandKnown()
      const started = await startNext()
      if (isAway) warn('the database is back')
      isAway = false
      if (!started) await Promise.race([finished.promise, waitFor(POLL_MS, drain)])
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'newer') {
        await Promise.all(running)
        throw error
      }
      if (!isAway) warn(`no jobs can be taken: ${messageOf(error)}`)
      isAway = true
      await waitFor(AWAY_MS, drain)
    }
  }
  await Promise.all(running)
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    // Drained.
  })
}
