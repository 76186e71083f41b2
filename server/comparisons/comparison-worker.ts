import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type ComparisonRule, compareSeries, type RoundSeries } from './compared-series.ts'

interface ComparisonJob {
  readonly id: number
  readonly baseline: RoundSeries
  readonly arm: RoundSeries
  readonly rule: ComparisonRule
}

// Requests come first. On Linux this is the priority of this thread alone; elsewhere that of the process would change.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ id, baseline, arm, rule }: ComparisonJob) => {
  parentPort?.postMessage({ id, result: compareSeries(baseline, arm, rule) })
})
