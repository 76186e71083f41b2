import { join } from 'node:path'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'

export interface MeasuredLoad {
  /** `hard-news.test` */
  readonly page: string
  /** Round trip of the link, milliseconds; null of a live page. */
  readonly rttMs: number | null
  readonly arm: string
  readonly round: number
  readonly state: string
  readonly metrics: Readonly<Record<string, number | null>>
}

/** All loads of all lab runs in a database of a part. */
export async function replayedLoads(folder: string, database: string): Promise<MeasuredLoad[]> {
  await using db = await openDatabase({ url: join(folder, database), readOnly: true })
  const cells = await db.query(
    'SELECT campaign_id, site, factors FROM lab_cells WHERE campaign_id IS NOT NULL',
  )
  const loads: MeasuredLoad[] = []
  for (const { campaign_id, site, factors } of cells) {
    const { rttMs = 0 } = JSON.parse(String(factors)) as { readonly rttMs?: number }
    const page = pageOfCell(String(factors))
    loads.push(...(await loadsOf(db, Number(campaign_id), Number(site), page, rttMs)))
  }
  return loads
}

/** The recorded page of a lab run's cell, by the name of its folder. */
export function pageOfCell(factors: string): string {
  const { page } = JSON.parse(factors) as { readonly page: string }
  return page.slice(page.lastIndexOf('/') + 1).replace(/^recording:/, '')
}

export async function liveLoads(folder: string, database: string): Promise<MeasuredLoad[]> {
  await using db = await openDatabase({ url: join(folder, database), readOnly: true })
  const sites = await db.query('SELECT campaign_id, site, domain FROM campaign_sites')
  const loads: MeasuredLoad[] = []
  for (const { campaign_id, site, domain } of sites)
    loads.push(...(await loadsOf(db, Number(campaign_id), Number(site), String(domain), null)))
  return loads
}

async function loadsOf(
  db: Database,
  campaignId: number,
  site: number,
  page: string,
  rttMs: number | null,
): Promise<MeasuredLoad[]> {
  const samples = await db.query(
    "SELECT id, arm, round, state FROM samples WHERE campaign_id = ? AND site = ? AND role = 'sample' ORDER BY id",
    [campaignId, site],
  )
  const loads: MeasuredLoad[] = []
  for (const { id, arm, round, state } of samples) {
    const rows = await db.query('SELECT metric, value FROM sample_metrics WHERE sample_id = ?', [Number(id)])
    const metrics = rows.map(
      ({ metric, value }) => [String(metric), value === null ? null : Number(value)] as const,
    )
    loads.push({
      ...{ page, rttMs, arm: String(arm), round: Number(round), state: String(state) },
      metrics: Object.fromEntries(metrics),
    })
  }
  return loads
}
