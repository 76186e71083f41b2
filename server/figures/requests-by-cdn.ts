import { siteServers } from '../../db/campaign/site-servers.ts'
import type { Database } from '../../db/connection/database.ts'
import type { RequestsByCdn } from '../../figures/requests-by-cdn.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import { siteMedians } from '../campaign/site-medians.ts'

export async function requestsByCdn(db: Database, campaignId: number): Promise<RequestsByCdn> {
  const medians = await siteMedians(db, campaignId, ['requests'])
  const servers = await siteServers(db, campaignId)
  const rows = ARM_NAMES.flatMap((arm) => {
    const known = [...medians].flatMap(([site, metrics]) => {
      const requests = metrics.get('requests')?.[arm]
      return requests === undefined ? [] : [{ cdn: servers.get(site)?.cdn ?? null, requests }]
    })
    return [...Map.groupBy(known, ({ cdn }) => cdn)]
      .map(([cdn, sites]) => ({
        ...{ arm, cdn, sites: sites.length },
        requests: median(sites.map(({ requests }) => requests)) ?? null,
      }))
      .sort((a, b) => b.sites - a.sites || (a.cdn ?? '').localeCompare(b.cdn ?? ''))
  })
  return { campaignId, rows }
}
