import { z } from 'zod'
import type { Database } from '../../db/connection/database.ts'
import { listLabRuns } from '../../db/lab/lab-runs.ts'
import { JOBS, queueName } from '../../fleet/queue/job.ts'
import type { HeldJob } from '../../fleet/worker/held-job.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { takeLabRun } from '../lab/take-lab-run.ts'
import { MAX_MISS_SHARE } from '../lab/taking-options.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { replayPlanOf } from '../replay/replay.ts'
import { demandFolders } from './worker-bounds.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

interface ReplayLaneOptions {
  readonly db: Database
  /** URL of the database, as workers may speak to it. */
  readonly url: string
  readonly options: WorkerCommandOptions
  readonly say: (line: string) => void
}

/**
 * Replays recordings, one replay at a time and nothing else meanwhile. Its loads are recorded one by one, each once, in a lab
 * run that a further attempt resumes; the job ends when the run is finished.
 */
export function replayLane({ db, url, options, say }: ReplayLaneOptions): Lane {
  const { cache, vantage } = options

  async function work(job: HeldJob): Promise<void> {
    const { replayId, arms, rounds, seed, pauseMs, folders, links, ...taking } = JOBS.replay.parse(job.data)
    const files = await demandFolders(options, { folders, links: links.map(linkCondition) })
    // An attempt may have finished the run and lost its job before it could say so.
    if (!(await isFinished(db, replayId))) {
      const plan = await replayPlanOf(files.folders, {
        ...{ arms, rounds, seed, pause: pauseMs, yes: true },
        link: files.links,
      })
      const exitCode = await takeLabRun(
        plan,
        { ...taking, cache, database: url, resume: true, loadTimeout: null, maxMisses: MAX_MISS_SHARE },
        { asked: { replayId }, resultsCommand: 'replay report', vantage, signal: job.signal },
      )
      job.signal.throwIfAborted()
      if (exitCode !== EXIT.ok) throw new Error('the replay was stopped: the next attempt resumes it')
    }
    await db.write((query) => job.complete(query, { recordings: folders.length }))
    say(`replay:${replayId}: finished`)
  }
  return { queue: queueName('replay', vantage), exclusive: true, work }
}

const PLAN = z.object({ options: z.object({ replayId: z.string().optional() }) })

async function isFinished(db: Database, replayId: string): Promise<boolean> {
  return (await listLabRuns(db)).some(({ state, plan }) => {
    const found = PLAN.safeParse(plan)
    return state === 'finished' && found.data?.options.replayId === replayId
  })
}
