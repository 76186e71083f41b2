import type { Arm } from '../../model/arm.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { holdRecorder } from './campaign-leases.ts'
import { patchSeries, type SeriesChange } from './patch-series.ts'
import { insertMetrics, type SampleMetrics } from './sample-metrics.ts'

/** Replaces all metrics of these samples of a campaign, and what their series have of them, in one transaction. */
export async function replaceMetrics(
  db: Database,
  campaignId: number,
  samples: readonly SampleMetrics[],
): Promise<void> {
  if (samples.length === 0) return
  const ids = samples.map(({ sampleId }) => sampleId)
  const inIds = `IN (${ids.map(() => '?').join(', ')})`
  await db.write(async (query) => {
    await holdRecorder(query, db.dialect, campaignId)
    const changes = await seriesChanges(query, campaignId, samples)
    await query(`DELETE FROM sample_metrics WHERE sample_id ${inIds}`, ids)
    await insertMetrics(query, db.dialect, samples)
    await patchSeries(query, db.dialect, campaignId, changes)
  })
}

/** Finds what will be another value, or none any more, of the samples that are in series. */
async function seriesChanges(
  query: Query,
  campaignId: number,
  samples: readonly SampleMetrics[],
): Promise<SeriesChange[]> {
  const ids = samples.map(({ sampleId }) => sampleId)
  const inIds = `IN (${ids.map(() => '?').join(', ')})`
  const rows = await query(
    `SELECT id, site, arm, round FROM samples
     WHERE id ${inIds} AND campaign_id = ? AND role = 'sample' AND state = 'valid'`,
    [...ids, campaignId],
  )
  const inSeries = new Map(rows.map((row) => [Number(row.id), row]))
  const old = await query(`SELECT sample_id, metric, value FROM sample_metrics WHERE sample_id ${inIds}`, ids)
  const oldBySample = Map.groupBy(old, ({ sample_id: id }) => Number(id))
  return samples.flatMap(({ sampleId, metrics }) => {
    const sample = inSeries.get(sampleId)
    if (sample === undefined) return []
    const before = valueByMetric(oldBySample.get(sampleId) ?? [])
    const after = new Map(metrics.map(({ name, value }) => [name, value]))
    const names = new Set([...before.keys(), ...after.keys()])
    return [...names].flatMap((metric): SeriesChange[] => {
      const value = after.get(metric) ?? null
      if (value === (before.get(metric) ?? null)) return []
      const { site, arm, round } = sample
      return [{ site: Number(site), metric, arm: arm as Arm, round: Number(round), value }]
    })
  })
}

function valueByMetric(rows: readonly Row[]): Map<string, number | null> {
  return new Map(rows.map(({ metric, value }) => [String(metric), value === null ? null : Number(value)]))
}
