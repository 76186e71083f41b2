import type { CablelabsCondition } from './cablelabs-tables.ts'

/** A condition of a lab run by its factors, with the medians of two arms. */
export interface MeasuredCondition {
  readonly factors: Readonly<Record<string, string | number | boolean | null>>
  /** Value in the metric's unit; null where not measured. */
  readonly baselineMs: number | null
  readonly armMs: number | null
}

export interface CablelabsConditions {
  readonly conditions: readonly CablelabsCondition[]
  /** Conditions that lack a factor of CableLabs' tables or have another initial window, and repetitions of one. */
  readonly leftOut: number
}

type Link = Pick<CablelabsCondition, 'page' | 'servers' | 'downMbps' | 'upMbps' | 'rttMs' | 'lossPercent'>

const NOT_MEASURED = { httpsIw3Ms: null, spdyIw3Ms: null, httpsIw10Ms: null, spdyIw10Ms: null }

/**
 * Conditions as CableLabs 2012 has them: initial windows of 3 and 10 side by side, the baseline as HTTPS, the arm as
 * SPDY. Pages are on one server where nothing else is said; of conditions that differ in no factor of the tables the
 * first counts.
 */
export function cablelabsConditions(measured: readonly MeasuredCondition[]): CablelabsConditions {
  const conditions = new Map<string, CablelabsCondition>()
  const taken = new Set<string>()
  let leftOut = 0
  for (const { factors, ...medians } of measured) {
    const [baselineMs, armMs] = [ratioTerm(medians.baselineMs), ratioTerm(medians.armMs)]
    const link = linkOf(factors)
    const window = valueIn(factors, 'initcwnd')
    const key = JSON.stringify(link)
    if (link === null || (window !== 3 && window !== 10) || taken.has(`${window} ${key}`)) {
      leftOut += 1
      continue
    }
    taken.add(`${window} ${key}`)
    conditions.set(key, {
      ...(conditions.get(key) ?? { ...link, ...NOT_MEASURED }),
      ...(window === 3
        ? { httpsIw3Ms: baselineMs, spdyIw3Ms: armMs }
        : { httpsIw10Ms: baselineMs, spdyIw10Ms: armMs }),
    })
  }
  return { conditions: [...conditions.values()], leftOut }
}

/** A gain is a ratio of medians: one of 0, as of retransmissions, has none. */
function ratioTerm(median: number | null): number | null {
  return median !== null && median > 0 ? median : null
}

/** Returns null where the condition lacks a factor of the tables. */
function linkOf(factors: MeasuredCondition['factors']): Link | null {
  const number = (name: string): number | null => {
    const value = valueIn(factors, name)
    return typeof value === 'number' ? value : null
  }
  const page = valueIn(factors, 'page')
  const [downMbps, upMbps, rttMs, loss] = ['downMbps', 'upMbps', 'rttMs', 'lossFraction'].map(number)
  if (typeof page !== 'string' || downMbps == null || upMbps == null || rttMs == null || loss == null)
    return null
  // A loss of 0.07 is 7.000000000000001 % in floating point.
  const lossPercent = Number((100 * loss).toPrecision(12))
  return { page: letterOf(page), servers: number('shards') ?? 1, downMbps, upMbps, rttMs, lossPercent }
}

/** CableLabs' own pages go by their letters, as in its tables. */
function letterOf(page: string): string {
  return /^cablelabs-([a-c])$/.exec(page)?.[1]?.toUpperCase() ?? page
}

function valueIn(factors: MeasuredCondition['factors'], name: string) {
  return Object.hasOwn(factors, name) ? factors[name] : undefined
}
