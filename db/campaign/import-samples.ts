import type { ScheduledSample } from '../../model/scheduled-sample.ts'
import type { Database, Query } from '../connection/database.ts'
import { jsonField, jsonRows } from '../rows/json.ts'
import type { Dialect } from '../rows/table.ts'
import { appendToSeries } from './append-to-series.ts'
import { holdRecorder } from './campaign-leases.ts'
import { insertMetrics, type MetricValue } from './sample-metrics.ts'
import { tallySamples } from './sample-tallies.ts'
import { encodeResult, RESULT_COLUMNS, type SampleResult, verdictReason } from './samples.ts'

/** A sample that was taken elsewhere: it is not in the campaign's schedule yet. */
export interface ImportedSample extends ScheduledSample {
  /** Place in the order of the whole campaign; no other sample's. */
  readonly place: number
  readonly result: SampleResult
  readonly metrics: readonly MetricValue[]
}

/**
 * Adds finished samples to a campaign with everything that `recordSample` would make of them, in one transaction. For
 * many at a time, of one site and of neighbouring rounds where that can be had: these share their series' chunks.
 * Rejects where the campaign has a sample of that site, round and arm already.
 */
export async function importSamples(
  db: Database,
  campaignId: number,
  samples: readonly ImportedSample[],
): Promise<void> {
  if (samples.length === 0) return
  // Made before the transaction begins: others wait for it.
  const rows = samples.map(encodeSample)
  await db.write(async (query) => {
    await holdRecorder(query, db.dialect, campaignId)
    const ids = await insertFinished(query, db.dialect, campaignId, rows)
    await insertMetrics(
      query,
      db.dialect,
      samples.map(({ place, metrics }) => ({ sampleId: ids.get(place) as number, metrics })),
    )
    const results = samples.map(({ result: { verdict }, ...key }) => ({
      ...key,
      state: verdict.state,
      reason: verdictReason(verdict),
    }))
    await tallySamples(query, db.dialect, campaignId, results)
    const valid = samples.filter(({ result }) => result.verdict.state === 'valid')
    await appendToSeries(query, db.dialect, campaignId, valid)
  })
}

const KEY_COLUMNS = {
  site: 'integer',
  arm: 'text',
  round: 'integer',
  place: 'integer',
  position: 'integer',
} as const

function encodeSample({ site, arm, round, place, position, result }: ImportedSample): string {
  return `[${site},"${arm}",${round},${place},${position},${encodeResult(result).slice(1)}`
}

/** Resolves to the id of each sample by its place. */
async function insertFinished(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  rows: readonly string[],
): Promise<Map<number, number>> {
  const columns = { ...KEY_COLUMNS, ...RESULT_COLUMNS }
  const values = Object.values(columns).map((type, index) => jsonField(dialect, index, type))
  const inserted = await query(
    `INSERT INTO samples (campaign_id, role, attempt, ${Object.keys(columns).join(', ')})
     SELECT ${campaignId}, 'sample', 1, ${values.join(', ')} FROM ${jsonRows(dialect)} RETURNING id, place`,
    [`[${rows.join(',')}]`],
  )
  return new Map(inserted.map(({ id, place }) => [Number(place), Number(id)]))
}
