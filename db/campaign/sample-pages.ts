import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { readSample, type SampleRow, type SampleState } from './samples.ts'

interface PageKey {
  readonly campaignId: number
  readonly site: number
}

export interface SamplePage extends PageKey {
  readonly arm?: Arm | undefined
  readonly state?: SampleState | undefined
  readonly limit: number
  readonly offset?: number
  /** Only what follows on this sample: however far down, a page costs no more than the first. */
  readonly after?: Pick<SampleRow, 'round' | 'arm'> | undefined
}

/** The scheduled samples of a site by round and arm, a page of them. */
export async function samplePage(db: Database, page: SamplePage): Promise<SampleRow[]> {
  const { campaignId, site, arm, state, limit, offset = 0, after } = page
  const { sql, bindings } = whereEqual({ campaign_id: campaignId, site, arm, state })
  const following = after === undefined ? '' : 'AND (round, arm) > (?, ?)'
  const rows = await db.query(
    `SELECT * FROM samples WHERE ${sql} ${following} AND role = 'sample' ORDER BY round, arm LIMIT ? OFFSET ?`,
    [...bindings, ...(after === undefined ? [] : [after.round, after.arm]), limit, offset],
  )
  return rows.map(readSample)
}

/** Says how many samples of a site are still to be loaded, by arm. Those with a result are counted in `sampleTallies`. */
export async function pendingSamples(
  db: Database,
  { campaignId, site }: PageKey,
): Promise<{ readonly arm: Arm; readonly samples: number }[]> {
  // The sign keeps SQLite from going through all samples of the site: those pending have an index of their own.
  const rows = await db.query(
    `SELECT arm, count(*) AS samples FROM samples WHERE campaign_id = ? AND +site = ? AND state = 'pending'
     GROUP BY arm ORDER BY arm`,
    [campaignId, site],
  )
  return rows.map((row) => ({ arm: row.arm as Arm, samples: Number(row.samples) }))
}

/** These metrics of these samples, by sample; what was not measured is null or not there. */
export async function metricsOfSamples(
  db: Database,
  sampleIds: readonly number[],
  metrics: readonly string[],
): Promise<Map<number, Record<string, number | null>>> {
  const valuesBySample = new Map<number, Record<string, number | null>>()
  if (metrics.length === 0) return valuesBySample
  const names = metrics.map(() => '?').join(', ')
  for (let start = 0; start < sampleIds.length; start += SAMPLES_A_QUERY) {
    const ids = sampleIds.slice(start, start + SAMPLES_A_QUERY)
    const rows = await db.query(
      `SELECT sample_id, metric, value FROM sample_metrics
       WHERE sample_id IN (${ids.map(() => '?').join(', ')}) AND metric IN (${names})`,
      [...ids, ...metrics],
    )
    for (const row of rows) {
      const id = Number(row.sample_id)
      const values = valuesBySample.get(id) ?? {}
      values[String(row.metric)] = row.value === null ? null : Number(row.value)
      valuesBySample.set(id, values)
    }
  }
  return valuesBySample
}

const SAMPLES_A_QUERY = 500

export interface KeyedSample extends PageKey {
  readonly sample: SampleRow
}

/** A sample, a warm-up or a discovery by its id; null where there is none. */
export async function sampleById(db: Database, id: number): Promise<KeyedSample | null> {
  const [row] = await db.query('SELECT * FROM samples WHERE id = ?', [id])
  if (row === undefined) return null
  return { campaignId: Number(row.campaign_id), site: Number(row.site), sample: readSample(row) }
}

/** The scheduled sample of a round; null where there is none. */
export async function sampleOfRound(
  db: Database,
  { campaignId, site, arm, round }: PageKey & { readonly arm: Arm; readonly round: number },
): Promise<SampleRow | null> {
  const [row] = await db.query(
    "SELECT * FROM samples WHERE campaign_id = ? AND site = ? AND round = ? AND arm = ? AND role = 'sample'",
    [campaignId, site, round, arm],
  )
  return row === undefined ? null : readSample(row)
}

interface MeasuredSample {
  readonly sample: SampleRow
  readonly value: number | null
}

/** The samples with a result of rounds `from` to `to`, `to` not included, with a metric, by round and arm. */
export async function samplesOfRounds(
  db: Database,
  wanted: PageKey & { readonly metric: string; readonly from: number; readonly to: number },
): Promise<MeasuredSample[]> {
  const rows = await db.query(
    `SELECT samples.*, sample_metrics.value FROM samples
     LEFT JOIN sample_metrics ON sample_id = samples.id AND metric = ?
     WHERE campaign_id = ? AND site = ? AND role = 'sample' AND round >= ? AND round < ? AND state <> 'pending'
     ORDER BY round, arm`,
    [wanted.metric, wanted.campaignId, wanted.site, wanted.from, wanted.to],
  )
  return rows.map((row) => ({
    sample: readSample(row),
    value: row.state !== 'valid' || row.value === null ? null : Number(row.value),
  }))
}

/** The first round from `from` on that has a sample with a result; null where none has. */
export async function nextRoundWithResult(
  db: Database,
  { campaignId, site, from }: PageKey & { readonly from: number },
): Promise<number | null> {
  const [row] = await db.query(
    `SELECT round FROM samples WHERE campaign_id = ? AND site = ? AND role = 'sample' AND round >= ?
       AND state <> 'pending' ORDER BY round LIMIT 1`,
    [campaignId, site, from],
  )
  return row === undefined ? null : Number(row.round)
}
