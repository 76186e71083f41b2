import { firstValues } from '../../db/campaign/first-values.ts'
import type { Database } from '../../db/connection/database.ts'
import { median } from '../../stats/median.ts'
import type { Arm, MetricName } from '../contract/contract.ts'

/** Medians over the valid samples of a site's first 512 rounds, an arm each. */
type SiteMedians = Readonly<Partial<Record<Arm, number>>>

/**
 * Reads the first values alone: pages of a campaign hardly change from load to load, and reading those of a million loads for a
 * table would take too long. By site, then by metric.
 */
export async function siteMedians(
  db: Database,
  campaignId: number,
  metrics: readonly MetricName[],
  sites?: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, SiteMedians>>> {
  if (sites === undefined || sites.length <= BATCH_SITES) return mediansOf(db, { campaignId, metrics, sites })
  const medians = new Map<number, ReadonlyMap<string, SiteMedians>>()
  // The values of all sites at once would be a lot to hold; their medians are not.
  for (let first = 0; first < sites.length; first += BATCH_SITES) {
    const batch = await mediansOf(db, { campaignId, metrics, sites: sites.slice(first, first + BATCH_SITES) })
    for (const [site, siteMetrics] of batch) medians.set(site, siteMetrics)
  }
  return medians
}

const BATCH_SITES = 500

async function mediansOf(
  db: Database,
  wanted: Parameters<typeof firstValues>[1],
): Promise<Map<number, ReadonlyMap<string, SiteMedians>>> {
  const values = await firstValues(db, wanted)
  return new Map(
    [...Map.groupBy(values, ({ site }) => site)].map(([site, siteValues]) => [
      site,
      new Map(
        [...Map.groupBy(siteValues, ({ metric }) => metric)].map(([metric, metricValues]) => [
          metric,
          Object.fromEntries(metricValues.map((series) => [series.arm, median(series.values)])),
        ]),
      ),
    ]),
  )
}
