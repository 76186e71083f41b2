import type { CompositionMetric } from '../../model/composition-metrics.ts'
import type { PageFacts } from '../contract/contract.ts'

/** Describes a page by a median for each metric that describes it. */
export function pageFacts(medianOf: (metric: CompositionMetric) => number | null): PageFacts {
  return {
    requests: medianOf('requests'),
    sizeBytes: medianOf('har_bytes'),
    domains: medianOf('domains'),
    servers: medianOf('servers'),
    shareTop1: medianOf('share_top1'),
    shareTop2: medianOf('share_top2'),
    shareTop3: medianOf('share_top3'),
    shareTop4: medianOf('share_top4'),
    shareTop5: medianOf('share_top5'),
    initialWindow: medianOf('initial_window'),
    rttMinMs: medianOf('rtt_min_ms'),
    rttMedianMs: medianOf('rtt_median_ms'),
    rttMaxMs: medianOf('rtt_max_ms'),
  }
}
