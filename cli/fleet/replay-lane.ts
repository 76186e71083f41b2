import type { Database } from '../../db/connection/database.ts'
import { JOBS, queueName } from '../../fleet/queue/job.ts'
import type { HeldJob } from '../../fleet/worker/held-job.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { MAX_MISS_SHARE } from '../lab/max-misses-option.ts'
import { takeLabRun } from '../lab/take-lab-run.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { replayPlanOf } from '../replay/replay.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

export interface ReplayLaneOptions {
  readonly db: Database
  readonly options: WorkerCommandOptions
  readonly say: (line: string) => void
}

/**
 * Replays recordings, one replay at a time and nothing else meanwhile. Its loads are recorded one by one, each once, in a lab
 * run that a further attempt resumes; the job ends when the run is finished.
 */
export function replayLane({ db, options, say }: ReplayLaneOptions): Lane {
  async function work(job: HeldJob): Promise<void> {
    const { replayId, folders, links, arms, rounds, seed, pauseMs, ...taking } = JOBS.replay.parse(job.data)
    const plan = await replayPlanOf(folders, {
      ...{ arms, rounds, seed, pause: pauseMs, yes: true },
      link: links.map(linkCondition),
    })
    const { cache, database, vantage } = options
    const exitCode = await takeLabRun(
      plan,
      { ...taking, cache, database, resume: true, loadTimeout: null, maxMisses: MAX_MISS_SHARE },
      { asked: { replayId, vantage }, resultsCommand: 'replay report' },
    )
    job.signal.throwIfAborted()
    if (exitCode !== EXIT.ok)
      throw new Error(`the replay ended with ${exitCode}: a further attempt resumes it`)
    await db.write((query) => job.complete(query, { recordings: folders.length }))
    say(`replay:${replayId}: finished`)
  }
  return { queue: queueName('replay', options.vantage), exclusive: true, work }
}
