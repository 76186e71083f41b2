import { firstValues } from '../../db/campaign/first-values.ts'
import type { Database } from '../../db/connection/database.ts'
import { median } from '../../stats/median.ts'
import type { Arm, MetricName } from '../contract/contract.ts'

/** Medians of a site over the valid samples of its first 512 rounds: all arms together, and each on its own. */
export interface SiteMedians {
  readonly all: number | null
  readonly byArm: Readonly<Partial<Record<Arm, number>>>
}

/**
 * What the pages of a campaign are made of hardly changes from load to load, so the first values tell it: reading those of
 * a million loads for a table would not. By site, then by metric.
 */
export async function siteMedians(
  db: Database,
  campaignId: number,
  metrics: readonly MetricName[],
  sites?: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, SiteMedians>>> {
  const values = await firstValues(db, { campaignId, metrics, sites })
  return new Map(
    [...Map.groupBy(values, ({ site }) => site)].map(([site, ofSite]) => [
      site,
      new Map(
        [...Map.groupBy(ofSite, ({ metric }) => metric)].map(([metric, ofMetric]) => [
          metric,
          {
            all: median(ofMetric.flatMap((one) => [...one.values])) ?? null,
            byArm: Object.fromEntries(ofMetric.map((one) => [one.arm, median(one.values)])),
          },
        ]),
      ),
    ]),
  )
}
