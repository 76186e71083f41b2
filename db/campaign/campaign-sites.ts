import { z } from 'zod'
import { ARM_NAMES } from '../../model/arm.ts'
import type { Database, Query } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import { asJson, asNumber, asText, asWord, orNull, recordReader } from '../rows/record.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'
import { type CampaignLease, holdCampaign } from './campaign-leases.ts'
import type { Rounds } from './rounds.ts'
import { tallyPendingAsFailed } from './sample-tallies.ts'

/**
 * `settled`: its samples say enough, the rest was dropped. `parked`: it asked us to stay away. `poison`: it ended the
 * browser or the run again and again. `done`: every sample has a result.
 */
export type SiteState = 'pending' | 'active' | 'settled' | 'parked' | 'poison' | 'done'

/** Arms of the campaign that apply, and the others, each with its reason. */
export const siteArms = z
  .object({
    applied: z.array(z.enum(ARM_NAMES)).readonly(),
    leftOut: z.partialRecord(z.enum(ARM_NAMES), z.string()).readonly(),
  })
  .readonly()

export type SiteArms = z.output<typeof siteArms>

const origins: z.ZodType<readonly string[]> = z.array(z.string())

const readSite = recordReader({
  /** Counted from 0. */
  site: asNumber,
  domain: asText,
  url: asText,
  /** Rank in the list of its survey. */
  rank: orNull(asNumber),
  state: asWord<SiteState>(),
  stateDetail: orNull(asText),
  arms: asJson(siteArms),
  /** Hosts of the page that are forced to HTTP/3; null where this has not been found out (yet). */
  forcedOrigins: orNull(asJson(origins)),
  /** Says how often it has asked us to stay away. */
  strikes: asNumber,
})

export type CampaignSite = ReturnType<typeof readSite>

export type NewCampaignSite = Pick<CampaignSite, 'domain' | 'url' | 'rank' | 'arms' | 'forcedOrigins'>

export interface SiteChange {
  readonly site: number
  readonly strikes?: number
  readonly end?: { readonly state: 'settled' | 'parked' | 'poison'; readonly detail: string | null }
  /** The end is one of these rounds alone: of others it is not this run's to say. Default: of the site. */
  readonly rounds?: Rounds
}

/** The sites of a campaign in their order. */
export async function campaignSites(db: Database, campaignId: number): Promise<CampaignSite[]> {
  const rows = await db.query('SELECT * FROM campaign_sites WHERE campaign_id = ? ORDER BY site', [
    campaignId,
  ])
  return rows.map(readSite)
}

/** One of them; null where the campaign has no such site. */
export async function campaignSite(
  db: Database,
  campaignId: number,
  site: number,
): Promise<CampaignSite | null> {
  const [row] = await db.query('SELECT * FROM campaign_sites WHERE campaign_id = ? AND site = ?', [
    campaignId,
    site,
  ])
  return row === undefined ? null : readSite(row)
}

/**
 * Records the origins of a site's page that serve HTTP/3, and the arms that this leaves it. Pending samples of other
 * arms are removed, and those behind them in a round move up. Rejects with `CampaignLost`.
 */
export async function recordOrigins(
  db: Database,
  lease: CampaignLease,
  discovery: { readonly site: number; readonly forcedOrigins: readonly string[]; readonly arms: SiteArms },
): Promise<void> {
  const { campaignId } = lease
  const { site, forcedOrigins, arms } = discovery
  await db.write(async (query) => {
    await holdCampaign(query, db.dialect, lease)
    await query('UPDATE campaign_sites SET forced_origins = ?, arms = ? WHERE campaign_id = ? AND site = ?', [
      JSON.stringify(forcedOrigins),
      JSON.stringify(arms),
      campaignId,
      site,
    ])
    const whereArm =
      arms.applied.length === 0 ? '' : `AND arm NOT IN (${arms.applied.map(() => '?').join(', ')})`
    await query(`DELETE FROM samples WHERE campaign_id = ? AND site = ? AND state = 'pending' ${whereArm}`, [
      campaignId,
      site,
      ...arms.applied,
    ])
    await query(
      `UPDATE samples SET position =
        (SELECT count(*) FROM samples AS earlier WHERE earlier.campaign_id = samples.campaign_id
          AND earlier.site = samples.site AND earlier.round = samples.round AND earlier.place < samples.place
          AND earlier.role = 'sample')
       WHERE campaign_id = ? AND site = ? AND role = 'sample' AND state = 'pending'`,
      [campaignId, site],
    )
    await markDoneSites(query, campaignId)
  })
}

/** `applyChange` on its own. Rejects with `CampaignLost`. */
export async function changeSite(db: Database, lease: CampaignLease, change: SiteChange): Promise<void> {
  await db.write(async (query) => {
    await holdCampaign(query, db.dialect, lease)
    await applyChange(query, lease.campaignId, change)
  })
}

/**
 * Changes a site and what is still pending of it. The samples of a settled site are removed: they were never part of
 * what was measured. Those of a parked or poisonous one become failed ones, since they were wanted and not had.
 */
export async function applyChange(query: Query, campaignId: number, change: SiteChange): Promise<void> {
  const { site, strikes, end, rounds } = change
  const key = [campaignId, site]
  const whereSite = 'WHERE campaign_id = ? AND site = ?'
  if (strikes !== undefined)
    await query(`UPDATE campaign_sites SET strikes = ? ${whereSite}`, [strikes, ...key])
  if (end === undefined) return
  if (rounds !== undefined) {
    await failPending(query, campaignId, { site, end, rounds })
    return await markDoneSites(query, campaignId)
  }
  await query(`UPDATE campaign_sites SET state = ?, state_detail = ? ${whereSite}`, [
    end.state,
    end.detail,
    ...key,
  ])
  if (end.state === 'settled') await query(`DELETE FROM samples ${whereSite} AND state = 'pending'`, key)
  else await failPending(query, campaignId, { site, end })
}

/** Has what is pending of a site fail with its end, of all rounds or of some. */
async function failPending(
  query: Query,
  campaignId: number,
  { site, end, rounds }: Required<Pick<SiteChange, 'site' | 'end'>> & Pick<SiteChange, 'rounds'>,
): Promise<void> {
  await tallyPendingAsFailed(query, {
    ...{ campaignId, site, reason: end.state },
    ...(rounds !== undefined && { rounds }),
  })
  await query(
    `UPDATE samples SET state = 'failed', reason = ?, detail = ?
     WHERE campaign_id = ? AND site = ? AND state = 'pending' ${rounds === undefined ? '' : 'AND round >= ? AND round < ?'}`,
    [end.state, end.detail, campaignId, site, ...(rounds ? [rounds.fromRound, rounds.untilRound] : [])],
  )
}

/** Marks the sites that have nothing pending any more, unless they have ended another way. */
export async function markDoneSites(query: Query, campaignId: number): Promise<void> {
  await query(
    `UPDATE campaign_sites SET state = 'done' WHERE campaign_id = ? AND state IN ('pending', 'active') AND NOT EXISTS
      (SELECT 1 FROM samples WHERE samples.campaign_id = campaign_sites.campaign_id
        AND samples.site = campaign_sites.site AND samples.state = 'pending')`,
    [campaignId],
  )
}

const COLUMNS = {
  site: 'integer',
  domain: 'text',
  url: 'text',
  rank: 'integer',
  arms: 'json',
  forced_origins: 'json',
} as const satisfies Record<string, ColumnType>

export async function insertSites(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  sites: readonly NewCampaignSite[],
): Promise<void> {
  const fields = Object.values(COLUMNS).map((type, index) => jsonField(dialect, index, type))
  const rows = sites.map(({ domain, url, rank, arms, forcedOrigins }, site) =>
    encodeJsonRow([site, domain, url, rank, arms, forcedOrigins]),
  )
  await query(
    `INSERT INTO campaign_sites (campaign_id, ${Object.keys(COLUMNS).join(', ')}, state, strikes)
     SELECT ${campaignId}, ${fields.join(', ')}, 'pending', 0 FROM ${jsonRows(dialect)}`,
    [`[${rows.join(',')}]`],
  )
}
