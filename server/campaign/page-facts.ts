import type { CompositionMetric } from '../../model/composition-metrics.ts'
import type { PageFacts } from '../contract/contract.ts'

/** What a page is made of, by a median for each metric that describes it. */
export function pageFacts(medianOf: (metric: CompositionMetric) => number | null): PageFacts {
  return {
    requests: medianOf('requests'),
    sizeBytes: medianOf('har_bytes'),
    domains: medianOf('domains'),
    servers: medianOf('servers'),
    shareTop: ([1, 2, 3, 4, 5] as const).map((count) => medianOf(`share_top${count}`)),
    initialWindow: medianOf('initial_window'),
    rttMinMs: medianOf('rtt_min_ms'),
    rttMedianMs: medianOf('rtt_median_ms'),
    rttMaxMs: medianOf('rtt_max_ms'),
  }
}
