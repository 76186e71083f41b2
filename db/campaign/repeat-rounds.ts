import type { Arm } from '../../model/arm.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import type { Dialect } from '../rows/table.ts'
import { type CampaignLease, holdCampaign } from './campaign-leases.ts'
import { patchSeries } from './patch-series.ts'
import { type SampleTally, spoiltLoads, untallySamples } from './sample-tallies.ts'

/** A round of a site: its arms, loaded one after the other. */
interface SiteRound {
  readonly site: number
  readonly round: number
}

/**
 * Schedules a round of a site once more where all its samples have a result, a load of it met a busy machine, and the
 * bound allows it: all its arms, in their order. What it replaces is kept, and counts nowhere. The first time it comes at
 * the end of its round of all sites, later at the end of the campaign. To be called in the transaction that records the
 * last result of a round, so that no kill comes between.
 *
 * @param isPart the run takes a part of the campaign, at whose end all its repeats come
 */
export async function repeatSpoiltRound(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  { site, round }: SiteRound,
  isPart = false,
): Promise<void> {
  const loads = await query(
    `SELECT id, arm, place, position, state, reason, repeat_no FROM samples
     WHERE campaign_id = ? AND site = ? AND round = ? AND role = 'sample' ORDER BY place, id`,
    [campaignId, site, round],
  )
  if (loads.some(({ state }) => state === 'pending')) return
  if (!loads.some(({ reason }) => reason === 'machine_busy')) return
  if (await hasEnded(query, campaignId, site)) return
  if (!(await isWithinBound(query, campaignId, loads, isPart))) return
  const place = await placeOfRepeat(query, campaignId, round, loads)
  await leaveOut(query, dialect, campaignId, { site, round }, loads)
  const rows = loads.map(() => "(?, ?, ?, ?, ?, ?, 'sample', 'pending', 0, ?)")
  await query(
    `INSERT INTO samples (campaign_id, place, site, arm, round, position, role, state, attempt, repeat_no)
     VALUES ${rows.join(', ')}`,
    loads.flatMap(({ arm, position, repeat_no: repeatNo }) => [
      campaignId,
      place,
      site,
      arm as Arm,
      round,
      Number(position),
      Number(repeatNo) + 1,
    ]),
  )
  await query("UPDATE campaign_sites SET state = 'active' WHERE campaign_id = ? AND site = ?", [
    campaignId,
    site,
  ])
}

/**
 * Allows a campaign that ended for a busy machine as many repeats again, and schedules the rounds that it lacks. Does
 * nothing where it lacks none: what a killed run left was scheduled with its last result. Rejects with `CampaignLost`.
 */
export async function resumeSpoiltRounds(db: Database, lease: CampaignLease): Promise<void> {
  const { campaignId } = lease
  await db.write(async (query) => {
    await holdCampaign(query, db.dialect, lease)
    if ((await spoiltLoads(query, campaignId)) === 0) return
    const rounds = await query(
      `SELECT site, round FROM samples WHERE campaign_id = ? AND role = 'sample' GROUP BY site, round
       HAVING max(CASE WHEN reason = 'machine_busy' THEN 1 ELSE 0 END) = 1
         AND max(CASE WHEN state = 'pending' THEN 1 ELSE 0 END) = 0 ORDER BY min(place), min(id)`,
      [campaignId],
    )
    if (rounds.length === 0) return
    await query('UPDATE campaigns SET repeat_bound = repeat_bound + 1 WHERE id = ?', [campaignId])
    for (const { site, round } of rounds)
      await repeatSpoiltRound(query, db.dialect, campaignId, { site: Number(site), round: Number(round) })
  })
}

/** Loads that are scheduled once more, since the machine was busy, and have no result yet. */
export async function waitingRepeats(db: Database, campaignId: number): Promise<number> {
  const [row] = await db.query(
    `SELECT count(*) AS samples FROM samples WHERE campaign_id = ? AND repeat_no > 0 AND state = 'pending'`,
    [campaignId],
  )
  return Number(row?.samples)
}

async function hasEnded(query: Query, campaignId: number, site: number): Promise<boolean> {
  const [row] = await query('SELECT state FROM campaign_sites WHERE campaign_id = ? AND site = ?', [
    campaignId,
    site,
  ])
  return row === undefined || ['settled', 'parked', 'poison'].includes(String(row.state))
}

/** Repeats of a round while a part is taken: the repeats of all the others are not spent on one busy hour. */
const REPEATS_IN_PART = 8

/** The campaign says how many times the number of its planned loads may be taken again. */
async function isWithinBound(
  query: Query,
  campaignId: number,
  loads: readonly Row[],
  isPart: boolean,
): Promise<boolean> {
  const [row] = await query(
    `SELECT repeat_bound,
       (SELECT count(*) FROM samples WHERE campaign_id = ? AND role = 'sample') AS planned,
       (SELECT count(*) FROM samples WHERE campaign_id = ? AND repeat_no > 0) AS repeated
     FROM campaigns WHERE id = ?`,
    [campaignId, campaignId, campaignId],
  )
  const bound = Number(row?.repeat_bound)
  if (isPart && Number(loads[0]?.repeat_no) >= bound * REPEATS_IN_PART) return false
  return Number(row?.repeated) + loads.length <= bound * Number(row?.planned)
}

/** Samples of the same place are taken in the order in which they were added: a repeat comes last of its place. */
async function placeOfRepeat(
  query: Query,
  campaignId: number,
  round: number,
  loads: readonly Row[],
): Promise<number> {
  const isFirst = loads.every(({ repeat_no: repeatNo }) => Number(repeatNo) === 0)
  const pending = "SELECT place FROM samples WHERE campaign_id = ? AND state = 'pending'"
  const [next] = isFirst
    ? await query(`${pending} AND round > ? ORDER BY place LIMIT 1`, [campaignId, round])
    : []
  if (next !== undefined) return Math.max(Number(next.place) - 1, 0)
  const [last] = await query(`${pending} ORDER BY place DESC LIMIT 1`, [campaignId])
  return Number((last ?? loads.at(-1))?.place)
}

/** Takes the loads of a round out of everything that counts them. */
async function leaveOut(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  { site, round }: SiteRound,
  loads: readonly Row[],
): Promise<void> {
  const ids = loads.map(({ id }) => Number(id))
  const inIds = `IN (${ids.map(() => '?').join(', ')})`
  const values = await query(
    `SELECT arm, metric FROM samples JOIN sample_metrics ON sample_id = samples.id
     WHERE samples.id ${inIds} AND state = 'valid' AND value IS NOT NULL`,
    ids,
  )
  const gone = values.map(({ arm, metric }) => ({ arm: arm as Arm, metric: String(metric) }))
  await patchSeries(
    query,
    dialect,
    campaignId,
    gone.map((series) => ({ ...series, site, round, value: null })),
  )
  const results = loads.map(({ arm, state, reason }) => ({ site, arm, state, reason }))
  await untallySamples(query, campaignId, results as Omit<SampleTally, 'samples'>[])
  await query(`UPDATE samples SET role = 'replaced', place = NULL, position = NULL WHERE id ${inIds}`, ids)
}
