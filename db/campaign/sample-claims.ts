import type { Arm } from '../../model/arm.ts'
import type { Database, Query } from '../connection/database.ts'
import { type CampaignLease, holdCampaign } from './campaign-leases.ts'
import { markDoneSites } from './campaign-sites.ts'
import { repeatSpoiltRound } from './repeat-rounds.ts'
import type { Rounds } from './rounds.ts'
import { tallySamples } from './sample-tallies.ts'

export interface ClaimedSample {
  readonly id: number
  readonly site: number
  readonly arm: Arm
  readonly round: number
  /** Place in the round of its site, from 0. */
  readonly position: number
  /** 1, or 2 where a run was killed while it loaded. */
  readonly attempt: number
  /** Says how often its round was taken before, and spoilt by a busy machine. */
  readonly repeatNo: number
}

/** Attempts at a sample that came to no result (CRW-13). */
const MAX_ATTEMPTS = 2

export interface CampaignPart extends Rounds {
  /** Default: all. */
  readonly sites?: readonly number[]
}

/** Says which samples may be claimed. Default: all that are pending. */
interface ClaimLimits {
  /** None of these sites. */
  readonly except?: readonly number[]
  /** None outside this part. */
  readonly part?: CampaignPart
}

/**
 * The next pending sample in the order of the schedule, its attempt counted before it starts; null where none is left
 * within the limits. Samples that have ended the run `MAX_ATTEMPTS` times become failed (`poison`) on the
 * way. Rejects with `CampaignLost`.
 */
export async function claimNextSample(
  db: Database,
  lease: CampaignLease,
  limits: ClaimLimits = {},
): Promise<{ readonly sample: ClaimedSample | null; readonly poisoned: readonly ClaimedSample[] }> {
  const { campaignId, owner } = lease
  return db.write(async (query) => {
    await holdCampaign(query, db.dialect, lease)
    const poisoned: ClaimedSample[] = []
    let sample = await firstPending(query, campaignId, limits)
    while (sample !== null && sample.attempt > MAX_ATTEMPTS) {
      poisoned.push({ ...sample, attempt: MAX_ATTEMPTS })
      await query("UPDATE samples SET state = 'failed', reason = 'poison', detail = ? WHERE id = ?", [
        `the run ended ${MAX_ATTEMPTS} times while it loaded`,
        sample.id,
      ])
      await tallySamples(query, db.dialect, campaignId, [{ ...sample, state: 'failed', reason: 'poison' }])
      await repeatSpoiltRound(query, db.dialect, campaignId, sample, limits.part !== undefined)
      sample = await firstPending(query, campaignId, limits)
    }
    if (poisoned.length > 0) await markDoneSites(query, campaignId)
    if (sample !== null) {
      await query('UPDATE samples SET attempt = ?, owner = ? WHERE id = ?', [
        sample.attempt,
        owner,
        sample.id,
      ])
      await query(
        "UPDATE campaign_sites SET state = 'active' WHERE campaign_id = ? AND site = ? AND state = 'pending'",
        [campaignId, sample.site],
      )
    }
    return { sample, poisoned }
  })
}

async function firstPending(
  query: Query,
  campaignId: number,
  { except = [], part }: ClaimLimits,
): Promise<ClaimedSample | null> {
  const marks = (sites: readonly number[]): string => sites.map(() => '?').join(', ')
  const whereSite = except.length === 0 ? '' : `AND site NOT IN (${marks(except)})`
  const whereRound = part === undefined ? '' : 'AND round >= ? AND round < ?'
  const ofSites = part?.sites === undefined ? '' : `AND site IN (${marks(part.sites)})`
  const [row] = await query(
    `SELECT id, site, arm, round, position, attempt, repeat_no FROM samples
     WHERE campaign_id = ? AND state = 'pending' ${whereSite} ${whereRound} ${ofSites} ORDER BY place, id LIMIT 1`,
    [
      campaignId,
      ...except,
      ...(part === undefined ? [] : [part.fromRound, part.untilRound, ...(part.sites ?? [])]),
    ],
  )
  if (row === undefined) return null
  return {
    id: Number(row.id),
    site: Number(row.site),
    arm: row.arm as Arm,
    round: Number(row.round),
    position: Number(row.position),
    attempt: Number(row.attempt) + 1,
    repeatNo: Number(row.repeat_no),
  }
}

/** Whether samples of this site and round are still pending. */
export async function isRoundPending(
  db: Database,
  campaignId: number,
  { site, round }: { readonly site: number; readonly round: number },
): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 AS one FROM samples WHERE campaign_id = ? AND state = 'pending' AND site = ? AND round = ? LIMIT 1",
    [campaignId, site, round],
  )
  return rows.length > 0
}

/**
 * Sites that are under way and of which no round is half done: a run that was killed between two rounds may not have
 * settled them.
 */
export async function sitesBetweenRounds(db: Database, campaignId: number): Promise<number[]> {
  const rows = await db.query(
    `SELECT site FROM campaign_sites WHERE campaign_id = ? AND state = 'active' AND NOT EXISTS
      (SELECT 1 FROM samples AS waiting WHERE waiting.campaign_id = campaign_sites.campaign_id
        AND waiting.site = campaign_sites.site AND waiting.state = 'pending' AND EXISTS
        (SELECT 1 FROM samples AS taken WHERE taken.campaign_id = waiting.campaign_id AND taken.site = waiting.site
          AND taken.round = waiting.round AND taken.role = 'sample' AND taken.state <> 'pending'))
     ORDER BY site`,
    [campaignId],
  )
  return rows.map(({ site }) => Number(site))
}

/** Gives a sample back whose load was broken off by our own stop: the attempt does not count. */
export async function releaseSample(
  db: Database,
  lease: CampaignLease,
  sample: ClaimedSample,
): Promise<void> {
  await db.query(
    `UPDATE samples SET attempt = attempt - 1, owner = NULL
     WHERE id = ? AND state = 'pending' AND owner = ? AND attempt = ?`,
    [sample.id, lease.owner, sample.attempt],
  )
}
