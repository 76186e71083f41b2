import { METRIC_NAMES, METRICS, type MetricName, type MetricTerm } from '../../model/metrics.ts'

/** The metrics that a page lets choose from: times of a whole load, the smaller the faster. */
export const CHOSEN_METRICS: readonly MetricName[] = METRIC_NAMES.filter((name) => termOf(name).main)

export function termOf(name: MetricName): MetricTerm {
  return METRICS[name]
}

/** As an axis or a sentence says it: `page load time`. */
export function metricWords(name: MetricName): string {
  const { label } = METRICS[name]
  return label.slice(0, 1).toLowerCase() + label.slice(1)
}
