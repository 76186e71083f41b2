import type { Arm } from '../../model/arm.ts'
import type { Query } from '../connection/database.ts'
import { chunkIndex, type Point } from '../rows/packed-chunk.ts'
import type { Dialect } from '../rows/table.ts'
import type { MetricValue } from './sample-metrics.ts'
import { addChunks, type Chunk } from './series-chunks.ts'

interface MeasuredRound {
  readonly site: number
  readonly arm: Arm
  readonly round: number
  readonly metrics: readonly Pick<MetricValue, 'name' | 'value'>[]
}

/**
 * Appends the metrics of samples of one campaign to their series, in the transaction that records them. Values that are
 * null are in no series. Samples that share a chunk cost little more than one of them.
 */
export async function appendToSeries(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  samples: readonly MeasuredRound[],
): Promise<void> {
  const together = Map.groupBy(samples, ({ site, arm, round }) => `${site} ${arm} ${chunkIndex(round)}`)
  const chunks: Chunk[] = []
  for (const same of together.values()) {
    const { site, arm, round } = same[0] as MeasuredRound
    for (const [metric, points] of pointsByMetric(same)) {
      chunks.push({ site, metric, arm, chunk: chunkIndex(round), points })
    }
  }
  await addChunks(query, dialect, campaignId, chunks)
}

function pointsByMetric(samples: readonly MeasuredRound[]): Map<string, Point[]> {
  const series = new Map<string, Point[]>()
  for (const { round, metrics } of samples) {
    for (const { name, value } of metrics) {
      if (value === null) continue
      const points = series.get(name)
      if (points === undefined) series.set(name, [{ round, value }])
      else points.push({ round, value })
    }
  }
  return series
}
