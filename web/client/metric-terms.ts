import { METRIC_NAMES, METRICS, type MetricName, type MetricTerm } from '../../model/metrics.ts'

/** The metrics that a page lets choose from: times of a whole load, the smaller the faster. */
export const CHOSEN_METRICS: readonly MetricName[] = METRIC_NAMES.filter((name) => termOf(name).main)

export function termOf(name: MetricName): MetricTerm {
  return METRICS[name]
}

/** Worded as on an axis or in a sentence: `page load time`. */
export function metricWords(name: MetricName): string {
  const { label } = METRICS[name]
  return label.slice(0, 1).toLowerCase() + label.slice(1)
}

/** Says how a smaller and a larger value of a metric are called. */
export interface ChangeWords {
  readonly less: string
  readonly more: string
}

/** `faster` of times of a whole load alone: fewer bytes are not faster. */
export function changeWords(name: MetricName): ChangeWords {
  const { unit, main } = termOf(name)
  if (main) return { less: 'faster', more: 'slower' }
  if (unit === 'ms') return { less: 'shorter', more: 'longer' }
  // A window of fewer segments is a smaller window.
  if (unit === 'fraction' || name === 'initial_window') return { less: 'smaller', more: 'larger' }
  return { less: 'fewer', more: 'more' }
}
