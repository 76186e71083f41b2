import { METRICS, type MetricName } from '../../../model/metrics.ts'
import type { Arm, LabGains } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { changeScale, differenceScale, GAIN_SCALE, type HeatScale } from '../../charts/heat-scale.ts'
import { type ChangeWords, changeWords, metricWords, termOf } from '../../client/metric-terms.ts'
import type { GainRow } from './lab-factors.ts'

/** Says what is shown of a metric: gains of times, percent of what is not faster or slower, differences where values are 0. */
export interface LabScale extends ChangeWords {
  readonly heat: HeatScale
  /** `gain in page load time`. */
  readonly measure: string
  /** Worded as in a heading: `Gain of HTTP/2 over HTTP/1.1 in page load time`. */
  readonly title: string
  /** A condition on this scale; null where it is not known. */
  readonly value: (row: GainRow) => number | null
  readonly interval: (row: GainRow) => readonly [number, number] | null
  /** Several conditions as one; null for none. */
  readonly pool: (values: readonly number[]) => number | null
  /** `faster`, `fewer`, `no difference shown`. */
  readonly resultWords: (change: GainRow['change']) => string | null
}

export interface Compared {
  readonly metric: MetricName
  readonly arm: Arm
  readonly baseline: Arm
}

export function labScale(
  { scale }: Pick<LabGains, 'scale'>,
  { metric, arm, baseline }: Compared,
  rows: readonly GainRow[],
): LabScale {
  const words = changeWords(metric)
  const resultWords = (change: GainRow['change']) =>
    change === 'less' || change === 'more' ? words[change] : change
  const named = metricWords(metric)
  const against = `${armLabel(arm)} against ${armLabel(baseline)}`
  if (scale === 'difference') {
    const largest = Math.max(0, ...rows.map(({ difference }) => Math.abs(difference ?? 0)))
    return {
      ...words,
      heat: differenceScale(words.less, words.more, METRICS[metric].unit, largest),
      measure: `difference in ${named}`,
      title: `Difference in ${named}, ${against}`,
      value: ({ difference }) => difference,
      interval: ({ differenceInterval: limits }) => (limits === null ? null : [limits.low, limits.high]),
      pool: mean,
      resultWords,
    }
  }
  const isGain = termOf(metric).main === true
  const onScale = (gain: number) => (isGain ? gain : 1 / gain - 1)
  return {
    ...words,
    heat: isGain ? GAIN_SCALE : changeScale(words.less, words.more),
    measure: `${isGain ? 'gain' : 'change'} in ${named}`,
    title: isGain
      ? `Gain of ${armLabel(arm)} over ${armLabel(baseline)} in ${named}`
      : `Change in ${named}, ${against}`,
    value: ({ gain }) => (gain === null ? null : onScale(gain)),
    interval: ({ gainInterval: limits }) => {
      if (limits === null) return null
      return isGain ? [limits.low, limits.high] : [onScale(limits.high), onScale(limits.low)]
    },
    pool: isGain
      ? geometricMean
      : (values) => {
          const ratio = geometricMean(values.map((change) => 1 + change))
          return ratio === null ? null : ratio - 1
        },
    resultWords,
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function geometricMean(values: readonly number[]): number | null {
  const logs = mean(values.map((value) => Math.log(value)))
  return logs === null ? null : Math.exp(logs)
}
