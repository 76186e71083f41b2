import type { ComputedMetric } from '../../crawler/metrics/compute.ts'
import type { Metric } from '../../crawler/metrics/metric.ts'
import { quantity } from '../../figures/quantity.ts'
import { METRICS } from '../../model/metrics.ts'
import { PANEL_GROUPS } from './measured-har.ts'

export interface MetricRow {
  readonly metric: Metric
  readonly label: string
  /** Value with its unit; a dash where the note says why there is none, else `unknown`. */
  readonly value: string
  /** Says why there is none, or what is to be known of it. */
  readonly note: string | null
}

/** The panel's groups by their titles, as a person reads them. */
export function metricRows(metrics: readonly ComputedMetric[]): readonly (readonly [string, MetricRow[]])[] {
  return Object.entries(PANEL_GROUPS).map(([title, group]) => [
    title,
    group.map((metric) => {
      const { label, unit } = METRICS[metric.name]
      const computed = metrics.find(({ name }) => name === metric.name)
      const value = computed?.value ?? null
      const note = computed?.note ?? null
      return {
        metric,
        label,
        value: value === null ? (note === null ? 'unknown' : '–') : quantity(value, unit),
        note,
      }
    }),
  ])
}
