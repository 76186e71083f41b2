import type { MetricName } from './metrics.ts'

/** Metrics that say what a page is made of and where its servers are, rather than how long it took. */
export const COMPOSITION_METRICS = [
  'requests',
  'har_bytes',
  'domains',
  'servers',
  'connections',
  'share_top1',
  'share_top2',
  'share_top3',
  'share_top4',
  'share_top5',
  'initial_window',
  'rtt_min_ms',
  'rtt_median_ms',
  'rtt_max_ms',
] as const satisfies readonly MetricName[]

export type CompositionMetric = (typeof COMPOSITION_METRICS)[number]
