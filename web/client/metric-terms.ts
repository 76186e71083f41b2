import type { MetricName } from '../../server/contract/contract.ts'

export interface MetricTerm {
  readonly label: string
  /** As an axis or a sentence says it. */
  readonly words: string
  readonly unit: 'ms'
}

/** The metrics that a page lets choose from: times, the smaller the faster. */
export const METRIC_TERMS = {
  tow_setup_ms: { label: 'Time on wire with set-up', words: 'time on wire with set-up', unit: 'ms' },
  tow_ms: { label: 'Time on wire', words: 'time on wire', unit: 'ms' },
  plt_ms: { label: 'Page load time', words: 'page load time', unit: 'ms' },
  ttfb_ms: { label: 'Time to first byte', words: 'time to first byte', unit: 'ms' },
  fcp_ms: { label: 'First contentful paint', words: 'first contentful paint', unit: 'ms' },
  lcp_ms: { label: 'Largest contentful paint', words: 'largest contentful paint', unit: 'ms' },
} as const satisfies Partial<Readonly<Record<MetricName, MetricTerm>>>

export type ChosenMetric = keyof typeof METRIC_TERMS

export const CHOSEN_METRICS = Object.keys(METRIC_TERMS) as readonly ChosenMetric[]

export const DEFAULT_METRIC: ChosenMetric = 'plt_ms'
