import type { MetricName } from '../../model/metrics.ts'
import type { Comparison } from '../contract/contract.ts'
import { csvValueOf } from '../http/csv-number.ts'

type Gain = Pick<Comparison, 'n' | 'baselineMedian' | 'armMedian' | 'gain' | 'gainInterval'>

/** The columns of a gain, in each CSV that has gains of sites. */
export const gainColumns = (metric: MetricName) => ({
  n: (row: Gain) => row.n,
  baseline_median: (row: Gain) => csvValueOf(metric, row.baselineMedian),
  arm_median: (row: Gain) => csvValueOf(metric, row.armMedian),
  gain: (row: Gain) => row.gain,
  gain_low: (row: Gain) => row.gainInterval?.low ?? null,
  gain_high: (row: Gain) => row.gainInterval?.high ?? null,
})
