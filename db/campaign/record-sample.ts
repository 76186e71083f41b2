import type { Arm } from '../../model/arm.ts'
import type { Filmstrip } from '../../model/filmstrip.ts'
import type { SampleRole } from '../../model/sample.ts'
import type { Database, Query } from '../connection/database.ts'
import { jsonField, jsonRows } from '../rows/json.ts'
import type { Dialect } from '../rows/table.ts'
import { appendToSeries } from './append-to-series.ts'
import { insertArtifacts, type StoredArtifact } from './artifacts.ts'
import { type CampaignLease, holdCampaign } from './campaign-leases.ts'
import { applyChange, markDoneSites, type SiteChange } from './campaign-sites.ts'
import { insertFilmstrip } from './filmstrips.ts'
import { repeatSpoiltRound } from './repeat-rounds.ts'
import type { ClaimedSample } from './sample-claims.ts'
import { insertMetrics, type MetricValue } from './sample-metrics.ts'
import { tallySamples } from './sample-tallies.ts'
import { encodeResult, RESULT_COLUMNS, type SampleResult, verdictReason } from './samples.ts'

/** A load beside the schedule: it belongs to the sample that comes next. */
export interface ExtraLoad {
  readonly role: Exclude<SampleRole, 'sample' | 'replaced'>
  readonly site: number
  readonly arm: Arm
  readonly round: number
}

export interface SampleRecord {
  readonly sample: ClaimedSample | ExtraLoad
  readonly result: SampleResult
  readonly metrics: readonly MetricValue[]
  readonly artifacts: readonly StoredArtifact[]
  /** Default: none. */
  readonly filmstrip?: Filmstrip | null
  /** Change of its site by the result: so no kill can come between the two. */
  readonly change?: Omit<SiteChange, 'site'>
  /** The run takes a part of the campaign. Default: all of it. */
  readonly isPart?: boolean
}

/**
 * Records what a load came to, with its metrics, its artifacts and what follows for its site and its round, in one
 * transaction: all of it or nothing. Resolves to the sample's id. Rejects with `CampaignLost`; with a RangeError where the sample is not
 * pending with this attempt.
 */
export async function recordSample(
  db: Database,
  lease: CampaignLease,
  { sample, result, metrics, artifacts, filmstrip = null, change, isPart = false }: SampleRecord,
): Promise<number> {
  const encoded = encodeResult(result)
  return db.write(async (query) => {
    await holdCampaign(query, db.dialect, lease)
    const id =
      'role' in sample
        ? await insertExtra(query, db.dialect, lease, sample, encoded)
        : await finishClaimed(query, db.dialect, lease, sample, encoded)
    await insertMetrics(query, db.dialect, [{ sampleId: id, metrics }])
    if (!('role' in sample)) await summarise(query, db.dialect, lease.campaignId, { sample, result, metrics })
    await insertArtifacts(query, id, artifacts)
    if (filmstrip !== null) await insertFilmstrip(query, id, filmstrip)
    if (change !== undefined) await applyChange(query, lease.campaignId, { site: sample.site, ...change })
    if (!('role' in sample)) await repeatSpoiltRound(query, db.dialect, lease.campaignId, sample, isPart)
    await markDoneSites(query, lease.campaignId)
    return id
  })
}

/** Only what was scheduled is counted, and only what is valid is compared. */
async function summarise(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  { sample, result, metrics }: Pick<SampleRecord, 'result' | 'metrics'> & { readonly sample: ClaimedSample },
): Promise<void> {
  const { site, arm, round } = sample
  const { state } = result.verdict
  await tallySamples(query, dialect, campaignId, [
    { site, arm, state, reason: verdictReason(result.verdict) },
  ])
  if (state === 'valid') await appendToSeries(query, dialect, campaignId, [{ site, arm, round, metrics }])
}

const RESULT_FIELDS = Object.entries(RESULT_COLUMNS)

async function finishClaimed(
  query: Query,
  dialect: Dialect,
  lease: CampaignLease,
  { id, attempt }: ClaimedSample,
  encoded: string,
): Promise<number> {
  const values = RESULT_FIELDS.map(
    ([column, type], index) => `${column} = ${jsonField(dialect, index, type)}`,
  )
  const updated = await query(
    `UPDATE samples SET ${values.join(', ')} FROM ${jsonRows(dialect)}
     WHERE samples.id = ? AND campaign_id = ? AND state = 'pending' AND attempt = ? RETURNING samples.id`,
    [`[${encoded}]`, id, lease.campaignId, attempt],
  )
  if (updated.length === 0)
    throw new RangeError(`sample ${id} of campaign ${lease.campaignId} does not wait for attempt ${attempt}`)
  return id
}

async function insertExtra(
  query: Query,
  dialect: Dialect,
  { campaignId, owner }: CampaignLease,
  { role, site, arm, round }: ExtraLoad,
  encoded: string,
): Promise<number> {
  const columns = RESULT_FIELDS.map(([column]) => column)
  const values = RESULT_FIELDS.map(([, type], index) => jsonField(dialect, index, type))
  const [row] = await query(
    `INSERT INTO samples (campaign_id, site, arm, round, role, attempt, owner, ${columns.join(', ')})
     SELECT CAST(? AS integer), CAST(? AS integer), CAST(? AS text), CAST(? AS integer), CAST(? AS text), 1,
       CAST(? AS text), ${values.join(', ')} FROM ${jsonRows(dialect)} RETURNING id`,
    [campaignId, site, arm, round, role, owner, `[${encoded}]`],
  )
  return Number(row?.id)
}
