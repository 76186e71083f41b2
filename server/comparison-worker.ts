import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { comparedSeries, type RoundSeries } from './compared-series.ts'

/** A job of a `ComparisonThread`. */
export interface ComparisonJob {
  readonly id: number
  readonly baseline: RoundSeries
  readonly arm: RoundSeries
  readonly seed: number
}

// Requests come first. On Linux this is the priority of this thread alone; elsewhere that of the process would change.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ id, baseline, arm, seed }: ComparisonJob) => {
  parentPort?.postMessage({ id, result: comparedSeries(baseline, arm, seed) })
})
