import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import { asNumber, recordReader } from '../rows/record.ts'
import { type CampaignRow, campaignById } from './campaigns.ts'

export interface SearchedCampaigns {
  /** Campaigns of this lab run; null: live ones. */
  readonly labRunId: number | null
  /** Only campaigns with a smaller number; null: all. */
  readonly before: number | null
}

/**
 * The newest campaign of which so many sites have so many valid loads under each of two arms, found by the tallies of
 * loads. Whether these loads share their rounds is what `answeringSites` counts.
 */
export async function nextLoadedCampaign(
  db: Database,
  { labRunId, before }: SearchedCampaigns,
  { sites, rounds }: { readonly sites: number; readonly rounds: number },
): Promise<CampaignRow | null> {
  const [row] = await db.query(
    `SELECT id FROM campaigns WHERE rounds >= ? ${before === null ? '' : 'AND id < ?'}
     AND ${labRunId === null ? LIVE : 'id IN (SELECT campaign_id FROM lab_cells WHERE lab_run_id = ?)'}
     AND ? <= (SELECT count(*) FROM (
       SELECT site FROM sample_tallies WHERE campaign_id = campaigns.id AND state = 'valid' AND samples >= ?
       GROUP BY site HAVING count(*) >= 2 LIMIT ?) AS loaded)
     ORDER BY id DESC LIMIT 1`,
    [
      rounds,
      ...(before === null ? [] : [before]),
      ...(labRunId === null ? [] : [labRunId]),
      ...[sites, rounds, sites],
    ],
  )
  return row === undefined ? null : campaignById(db, Number(row.id))
}

interface ComparedLoads {
  readonly campaignId: number
  readonly baseline: Arm
  readonly arms: readonly Arm[]
  readonly rounds: number
  /** Sites are counted up to so many. */
  readonly most: number
}

/**
 * Says how many sites of a campaign have so many rounds in which the baseline and one of the arms both have a valid load; of
 * the arm that has most such sites.
 */
export async function answeringSites(db: Database, { arms, ...compared }: ComparedLoads): Promise<number> {
  let found = 0
  for (const arm of arms) {
    if (found >= compared.most) break
    found = Math.max(found, await sitesOfPair(db, { ...compared, arm }))
  }
  return found
}

/** Samples are read of those sites alone whose tallies are large enough, and no more of them than are needed. */
async function sitesOfPair(
  db: Database,
  { campaignId, baseline, arm, rounds, most }: Omit<ComparedLoads, 'arms'> & { readonly arm: Arm },
): Promise<number> {
  const [row] = await db.query(
    `SELECT count(*) AS sites FROM (
       SELECT one.site FROM sample_tallies AS one
       JOIN sample_tallies AS two ON two.campaign_id = one.campaign_id AND two.site = one.site
       WHERE one.campaign_id = ? AND one.arm = ? AND one.state = 'valid' AND one.samples >= ?
         AND two.arm = ? AND two.state = 'valid' AND two.samples >= ?
         AND ? <= (SELECT count(*) FROM (
           SELECT 1 FROM samples AS first JOIN samples AS second
             ON second.campaign_id = first.campaign_id AND second.site = first.site
               AND second.round = first.round AND second.arm = two.arm
           WHERE first.campaign_id = one.campaign_id AND first.site = one.site AND first.arm = one.arm
             AND first.role = 'sample' AND second.role = 'sample'
             AND first.state = 'valid' AND second.state = 'valid'
           LIMIT ?) AS shared)
       LIMIT ?) AS paired`,
    [campaignId, baseline, rounds, arm, rounds, rounds, rounds, most],
  )
  return Number(row?.sites)
}

/** A live campaign with what became of its loads. */
const readLoads = recordReader({
  id: asNumber,
  sites: asNumber,
  samples: asNumber,
  leftOut: asNumber,
  /** Samples of those left out: because the machine did other work. */
  machineBusy: asNumber,
})

type CampaignLoads = ReturnType<typeof readLoads>

/** Live campaigns with a larger number, newest first, of which the first `limit`; and how many there are. */
export async function newerLiveCampaigns(
  db: Database,
  id: number,
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly CampaignLoads[] }> {
  const [counted] = await db.query(`SELECT count(*) AS count FROM campaigns WHERE id > ? AND ${LIVE}`, [id])
  const rows = await db.query(
    `SELECT id, (SELECT count(*) FROM campaign_sites WHERE campaign_id = campaigns.id) AS sites,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies WHERE campaign_id = campaigns.id) AS samples,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies
         WHERE campaign_id = campaigns.id AND state <> 'valid') AS left_out,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies
         WHERE campaign_id = campaigns.id AND reason = 'machine_busy') AS machine_busy
     FROM campaigns WHERE id > ? AND ${LIVE} ORDER BY id DESC LIMIT ?`,
    [id, limit],
  )
  return { count: Number(counted?.count), first: rows.map(readLoads) }
}

const LIVE = 'id NOT IN (SELECT campaign_id FROM lab_cells WHERE campaign_id IS NOT NULL)'
