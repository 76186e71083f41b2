import type { Arm } from '../../model/arm.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import { asNumber, asWord, recordReader } from '../rows/record.ts'
import type { Dialect } from '../rows/table.ts'
import { readSamples, type SampleFilter, type SampleRow } from './samples.ts'

export interface MetricValue {
  readonly name: string
  /** Is null where it could not be measured. */
  readonly value: number | null
  readonly note: string | null
}

export interface SampleMetrics {
  readonly sampleId: number
  readonly metrics: readonly MetricValue[]
}

const TYPES = ['integer', 'text', 'real', 'text'] as const

export async function insertMetrics(
  query: Query,
  dialect: Dialect,
  samples: readonly SampleMetrics[],
): Promise<void> {
  const rows = samples.flatMap(({ sampleId, metrics }) =>
    metrics.map(({ name, value, note }) => encodeJsonRow([sampleId, name, value, note])),
  )
  if (rows.length === 0) return
  await query(
    `INSERT INTO sample_metrics (sample_id, metric, value, note)
     SELECT ${TYPES.map((type, index) => jsonField(dialect, index, type)).join(', ')} FROM ${jsonRows(dialect)}`,
    [`[${rows.join(',')}]`],
  )
}

export async function readMetrics(db: Database, sampleId: number): Promise<MetricValue[]> {
  const rows = await db.query(
    'SELECT metric, value, note FROM sample_metrics WHERE sample_id = ? ORDER BY metric',
    [sampleId],
  )
  return rows.map(metricValue)
}

export async function* measuredSamples(
  db: Database,
  campaignId: number,
  filter: SampleFilter = {},
): AsyncIterable<{ readonly sample: SampleRow; readonly metrics: readonly MetricValue[] }> {
  let group: SampleRow[] = []
  for await (const sample of readSamples(db, campaignId, filter)) {
    group.push(sample)
    if (group.length < SAMPLES_A_QUERY) continue
    yield* withMetrics(db, group)
    group = []
  }
  yield* withMetrics(db, group)
}

/** A query for each sample would take twenty times as long as all else. */
const SAMPLES_A_QUERY = 200

async function* withMetrics(
  db: Database,
  samples: readonly SampleRow[],
): AsyncIterable<{ readonly sample: SampleRow; readonly metrics: readonly MetricValue[] }> {
  if (samples.length === 0) return
  const rows = await db.query(
    `SELECT sample_id, metric, value, note FROM sample_metrics
     WHERE sample_id IN (${samples.map(() => '?').join(', ')}) ORDER BY sample_id, metric`,
    samples.map(({ id }) => id),
  )
  const metricsBySample = Map.groupBy(rows, ({ sample_id }) => Number(sample_id))
  for (const sample of samples)
    yield { sample, metrics: (metricsBySample.get(sample.id) ?? []).map(metricValue) }
}

function metricValue(row: Row): MetricValue {
  return {
    name: String(row.metric),
    value: row.value === null ? null : Number(row.value),
    note: row.note === null ? null : String(row.note),
  }
}

const readPoint = recordReader({
  site: asNumber,
  arm: asWord<Arm>(),
  round: asNumber,
  value: asNumber,
})

export type MetricPoint = ReturnType<typeof readPoint>

/** The values of one metric over the valid samples of a campaign, or of one site of it, by site, round and arm. */
export async function metricValues(
  db: Database,
  campaignId: number,
  metric: string,
  { site }: { readonly site?: number } = {},
): Promise<MetricPoint[]> {
  const rows = await db.query(
    `SELECT site, arm, round, value FROM samples JOIN sample_metrics ON sample_id = samples.id
     WHERE campaign_id = ? AND role = 'sample' AND state = 'valid' AND metric = ? AND value IS NOT NULL
     ${site === undefined ? '' : 'AND site = ?'} ORDER BY site, round, arm`,
    [campaignId, metric, ...(site === undefined ? [] : [site])],
  )
  return rows.map(readPoint)
}
