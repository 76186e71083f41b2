import type { Arm } from '../../model/arm.ts'
import type { FailureCode } from '../../model/failure-codes.ts'
import type { InvalidReason } from '../../model/sample.ts'
import type { Database, Query } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import { asNumber, asWord, orNull, recordReader } from '../rows/record.ts'
import type { Dialect } from '../rows/table.ts'
import type { Rounds } from './rounds.ts'
import type { SampleState } from './samples.ts'

const readTally = recordReader({
  site: asNumber,
  arm: asWord<Arm>(),
  state: asWord<Exclude<SampleState, 'pending'>>(),
  /** Says why they do not count; null for valid ones. */
  reason: orNull(asWord<InvalidReason | FailureCode>()),
  /** 1 or more. */
  samples: asNumber,
})

/** Says how many scheduled samples of a site and arm came to one result; what is still pending is in none. */
export type SampleTally = ReturnType<typeof readTally>

/** The tallies of a campaign, or of one site of it, by site, arm, state and reason. */
export async function sampleTallies(db: Database, campaignId: number, site?: number): Promise<SampleTally[]> {
  const rows = await db.query(
    `SELECT site, arm, state, reason, samples FROM sample_tallies WHERE campaign_id = ?
     ${site === undefined ? '' : 'AND site = ?'} ORDER BY site, arm, state, coalesce(reason, '')`,
    [campaignId, ...(site === undefined ? [] : [site])],
  )
  return rows.map(readTally)
}

const KEY = "(campaign_id, site, arm, state, coalesce(reason, ''))"
const ADD = `ON CONFLICT ${KEY} DO UPDATE SET samples = sample_tallies.samples + excluded.samples`

/** Counts results that have just been recorded, in the transaction that recorded them. */
export async function tallySamples(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  results: readonly Omit<SampleTally, 'samples'>[],
): Promise<void> {
  if (results.length === 0) return
  const groups = Map.groupBy(results, ({ site, arm, state, reason }) =>
    encodeJsonRow([site, arm, state, reason]),
  )
  const rows = [...groups].map(([key, same]) => `[${key.slice(1, -1)},${same.length}]`)
  const types = ['integer', 'text', 'text', 'text', 'integer'] as const
  await query(
    `INSERT INTO sample_tallies (campaign_id, site, arm, state, reason, samples)
     SELECT ${campaignId}, ${types.map((type, index) => jsonField(dialect, index, type)).join(', ')}
     FROM ${jsonRows(dialect)} WHERE true ${ADD}`,
    [`[${rows.join(',')}]`],
  )
}

/** Takes results out of the count again, in the transaction that makes them count no more. */
export async function untallySamples(
  query: Query,
  campaignId: number,
  results: readonly Omit<SampleTally, 'samples'>[],
): Promise<void> {
  for (const { site, arm, state, reason } of results) {
    const key = [campaignId, site, arm, state, reason ?? '']
    const whereKey =
      "WHERE campaign_id = ? AND site = ? AND arm = ? AND state = ? AND coalesce(reason, '') = ?"
    // A tally of nothing is none.
    await query(`DELETE FROM sample_tallies ${whereKey} AND samples = 1`, key)
    await query(`UPDATE sample_tallies SET samples = samples - 1 ${whereKey}`, key)
  }
}

/**
 * Loads that met a busy machine and are not taken again, of sites that have not ended another way; none of a campaign that
 * repeats none.
 */
export async function spoiltLoads(query: Query, campaignId: number): Promise<number> {
  const [row] = await query(`SELECT ${SPOILT_LOADS} AS samples FROM campaigns WHERE id = ?`, [campaignId])
  return Number(row?.samples)
}

/** The same as an expression of a statement that selects from `campaigns`. */
export const SPOILT_LOADS = `CASE WHEN campaigns.repeat_bound = 0 THEN 0 ELSE (
  SELECT coalesce(sum(spoilt.samples), 0) FROM sample_tallies AS spoilt
  JOIN campaign_sites AS spoilt_site ON spoilt_site.campaign_id = spoilt.campaign_id AND spoilt_site.site = spoilt.site
  WHERE spoilt.campaign_id = campaigns.id AND spoilt.reason = 'machine_busy'
    AND spoilt_site.state NOT IN ('settled', 'parked', 'poison')) END`

/** Counts what is pending of a site as failed; to be called before these samples are made so. */
export async function tallyPendingAsFailed(
  query: Query,
  {
    campaignId,
    site,
    reason,
    rounds,
  }: {
    readonly campaignId: number
    readonly site: number
    readonly reason: string
    readonly rounds?: Rounds
  },
): Promise<void> {
  await query(
    `INSERT INTO sample_tallies (campaign_id, site, arm, state, reason, samples)
     SELECT campaign_id, site, arm, 'failed', CAST(? AS text), count(*) FROM samples
     WHERE campaign_id = ? AND site = ? AND state = 'pending' ${rounds === undefined ? '' : 'AND round >= ? AND round < ?'}
     GROUP BY campaign_id, site, arm ${ADD}`,
    [reason, campaignId, site, ...(rounds ? [rounds.fromRound, rounds.untilRound] : [])],
  )
}
