import type { CompositionMetric } from '../../../model/composition-metrics.ts'
import { PUBLISHED_SITES, type PublishedSite } from '../../../model/published-sites.ts'
import type { ReferenceCurve } from '../../charts/site-curves.ts'

type Read = (site: PublishedSite) => number | null

const READ: Readonly<Partial<Record<CompositionMetric, Read>>> = {
  requests: (site) => site.requests,
  har_bytes: (site) => site.sizeBytes,
  domains: (site) => site.hosts,
  servers: (site) => site.servers,
  share_top1: (site) => site.topShareFraction,
  initial_window: (site) => site.initialWindow,
  rtt_median_ms: (site) => site.rttMs,
}

/** Takes what each paper printed of a metric, as a distribution over its sites; papers without it are left out. */
export function publishedCurves(metric: CompositionMetric): readonly ReferenceCurve[] {
  const read = READ[metric]
  if (read === undefined) return []
  return PUBLISHED_SITES.flatMap(({ source, sites }) => {
    const sorted = sites.flatMap((site) => read(site) ?? []).sort((a, b) => a - b)
    const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
    if (lower === undefined || upper === undefined) return []
    const steps = sorted.map((value, i) => ({ value, p: (i + 1) / sorted.length }))
    return [{ source, n: sorted.length, median: (lower + upper) / 2, steps }]
  })
}
