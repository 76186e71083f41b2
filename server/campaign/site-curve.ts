import { ascending } from '../../stats/ascending.ts'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { ecdf } from '../../stats/ecdf.ts'
import { medianEstimate } from '../../stats/median-estimate.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { CompositionCdf } from '../contract/contract.ts'

/** Quantiles as of the distributions of samples. */
const TABLE = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const

type SiteCurve = Omit<CompositionCdf['arms'][number], 'arm'>

/** Steps of one curve at most, but for the last, which is always there. */
const MOST_STEPS = 1_000

/**
 * The distribution of a value over sites, with its median and its band.
 *
 * @param sites all sites, those without a value included
 */
export function siteCurve(values: readonly number[], sites: number): SiteCurve {
  const sorted = ascending(values)
  const median = medianEstimate(sorted)
  const steps = ecdf(sorted) ?? []
  const every = Math.ceil(steps.length / MOST_STEPS)
  return {
    n: sorted.length,
    without: sites - sorted.length,
    min: sorted[0] ?? null,
    median: median?.value ?? null,
    medianInterval: toInterval(median?.interval),
    max: sorted.at(-1) ?? null,
    bandHalfWidth: dkwHalfWidth(sorted.length),
    table: tableOf(sorted),
    steps: steps.filter((_, index) => index % every === 0 || index === steps.length - 1),
  }
}

function tableOf(sorted: Float64Array): SiteCurve['table'] {
  return TABLE.flatMap((p) => {
    const value = quantileOfSorted(sorted, p)
    return value === undefined ? [] : [{ p, value }]
  })
}
