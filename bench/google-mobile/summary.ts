import type { Arm } from '../../model/arm.ts'
import { bootstrap } from '../../stats/comparison/bootstrap.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import type { Limits } from '../../stats/limits.ts'
import { median } from '../../stats/median.ts'
import { type RankCorrelation, spearman } from '../../stats/tests/spearman.ts'
import { type GainRow, type MeasuredPage, reductionPercent } from './measured-page.ts'

/** The mean reduction of pages such as these. */
export interface MeanReduction {
  readonly percent: number
  /** By bootstrap over sites, whose pages resemble each other; null with fewer than six sites. */
  readonly interval: Limits | null
}

/** Pages that have a gain of the arm, with it. */
export function pagesWithGain(pages: readonly MeasuredPage[], arm: Arm): (MeasuredPage & { row: GainRow })[] {
  return pages.flatMap((page) => {
    const row = page.gains.get(arm)
    return row === undefined ? [] : [{ ...page, row }]
  })
}

/** Undefined without a page that has a gain. */
export function meanReduction(
  pages: readonly MeasuredPage[],
  arm: Arm,
  seed: number,
): MeanReduction | undefined {
  const sites = [...Map.groupBy(pagesWithGain(pages, arm), ({ site }) => site).values()].map((ofSite) =>
    ofSite.map(({ row }) => reductionPercent(row.gain)),
  )
  const result = bootstrap({
    rounds: sites,
    statistic: (drawn) => {
      const values = drawn.flat()
      return values.reduce((sum, value) => sum + value, 0) / values.length
    },
    seed,
  })
  return result === undefined ? undefined : { percent: result.estimate, interval: result.interval }
}

/** What a page is like, and may explain its gain. */
export const TRAITS = {
  resources: ({ resources }: MeasuredPage) => resources,
  'bytes of bodies': ({ totalBytes }: MeasuredPage) => totalBytes,
  'bytes of a body': ({ totalBytes, resources }: MeasuredPage) => totalBytes / resources,
  hosts: ({ hosts }: MeasuredPage) => hosts,
  'resources of a host': ({ resources, hosts }: MeasuredPage) => resources / hosts,
  'connections of HTTP/1.1': ({ connections }: MeasuredPage) => connections.get('h1') ?? null,
  'efficiency of HTTP/1.1': ({ efficiency }: MeasuredPage) => efficiency,
} as const

export type Trait = keyof typeof TRAITS

/** Whether pages with more of a trait gain more (Spearman's rank correlation); undefined with fewer than two different ones. */
export function traitCorrelation(
  pages: readonly MeasuredPage[],
  arm: Arm,
  trait: Trait,
): RankCorrelation | undefined {
  return spearman(
    pagesWithGain(pages, arm).flatMap((page) => {
      const x = TRAITS[trait](page)
      return x === null ? [] : [{ x, y: page.row.gain }]
    }),
  )
}

/** Pages of like numbers of resources. */
export interface Third {
  readonly pages: number
  readonly fewest: number
  readonly most: number
  readonly baselineMs: number
  /** Medians over the pages, by arm, the baseline too. */
  readonly connections: ReadonlyMap<Arm, number>
  readonly gains: ReadonlyMap<Arm, number>
}

/** Three groups of as equal a size as can be, those with fewest resources first; none with fewer than three pages. */
export function thirdsByResources(pages: readonly MeasuredPage[], arms: readonly Arm[]): Third[] {
  if (pages.length < 3) return []
  const sorted = pages.toSorted((a, b) => a.resources - b.resources)
  return [0, 1, 2].map((third) => {
    const from = Math.round((third * sorted.length) / 3)
    const group = sorted.slice(from, Math.round(((third + 1) * sorted.length) / 3))
    const gains = arms.flatMap((arm) => {
      const mean = geometricMean(pagesWithGain(group, arm).map(({ row }) => row.gain))
      return mean === undefined ? [] : [[arm, mean] as const]
    })
    return {
      pages: group.length,
      fewest: group[0]?.resources ?? 0,
      most: group.at(-1)?.resources ?? 0,
      connections: new Map(
        (['h1', ...arms] as const).flatMap((arm) => {
          const middle = median(group.flatMap(({ connections }) => connections.get(arm) ?? []))
          return middle === undefined ? [] : [[arm, middle] as const]
        }),
      ),
      baselineMs: median(group.map(({ baseline }) => baseline.medianMs ?? 0)) ?? 0,
      gains: new Map(gains),
    }
  })
}
