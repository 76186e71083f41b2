import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import { unpackChunks } from '../rows/packed-chunk.ts'

/** The first values of a series: those of the first 512 rounds, its first chunk. */
interface FirstValues {
  readonly site: number
  readonly metric: string
  readonly arm: Arm
  readonly rounds: Uint32Array
  readonly values: Float64Array
}

/** The values of these metrics in the first 512 rounds of a campaign's sites, or of the sites that are named. */
export async function firstValues(
  db: Database,
  wanted: {
    readonly campaignId: number
    readonly metrics: readonly string[]
    readonly sites?: readonly number[] | undefined
  },
): Promise<FirstValues[]> {
  const { campaignId, metrics, sites } = wanted
  if (metrics.length === 0 || sites?.length === 0) return []
  const whereSite = sites === undefined ? '' : `AND site IN (${sites.map(() => '?').join(', ')})`
  const rows = await db.query(
    `SELECT site, metric, arm, packed_rounds, packed_values FROM series_chunks
     WHERE campaign_id = ? AND chunk = 0 AND metric IN (${metrics.map(() => '?').join(', ')}) ${whereSite}
     ORDER BY site, metric, arm`,
    [campaignId, ...metrics, ...(sites ?? [])],
  )
  return rows.map((row) => ({
    site: Number(row.site),
    metric: String(row.metric),
    arm: row.arm as Arm,
    ...unpackChunks([{ rounds: row.packed_rounds as Uint8Array, values: row.packed_values as Uint8Array }]),
  }))
}
