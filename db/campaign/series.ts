import type { Arm } from '../../model/arm.ts'
import type { Database, Row } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { unpackChunks } from '../rows/packed-chunk.ts'

/**
 * The values of one metric over the valid scheduled samples of one site and arm, as `sample_metrics` has them, kept
 * packed and exact: what a distribution is computed from without reading a row per sample.
 */
export interface Series {
  readonly arm: Arm
  /** Another one whenever a value came, went or changed; never the same again. */
  readonly revision: number
  /** Ascending, each once; as long as `values`. */
  readonly rounds: Uint32Array
  /** In the metric's unit; `values[i]` is of `rounds[i]`. */
  readonly values: Float64Array
}

export interface SeriesHead {
  readonly campaignId: number
  readonly site: number
  readonly metric: string
  readonly arm: Arm
  /** Values, 0 where all have gone. */
  readonly n: number
  readonly revision: number
}

/** The series of a metric of a site, by arm (or of one arm); arms without a value are left out. */
export async function readSeries(
  db: Database,
  wanted: {
    readonly campaignId: number
    readonly site: number
    readonly metric: string
    readonly arm?: Arm
  },
): Promise<Series[]> {
  const { sql, bindings } = whereEqual({
    'chunks.campaign_id': wanted.campaignId,
    'chunks.site': wanted.site,
    'chunks.metric': wanted.metric,
    'chunks.arm': wanted.arm,
  })
  // One statement, so that revision and values are of one moment.
  const rows = await db.query(
    `SELECT chunks.arm, revision, packed_rounds, packed_values FROM series_chunks AS chunks
     JOIN series ON series.campaign_id = chunks.campaign_id AND series.site = chunks.site
       AND series.metric = chunks.metric AND series.arm = chunks.arm
     WHERE ${sql} ORDER BY chunks.arm, chunk`,
    bindings,
  )
  return [...Map.groupBy(rows, (row) => row.arm as Arm)].map(([name, chunks]) => ({
    arm: name,
    revision: Number(chunks[0]?.revision),
    ...unpackChunks(
      chunks.map((row) => ({
        rounds: row.packed_rounds as Uint8Array,
        values: row.packed_values as Uint8Array,
      })),
    ),
  }))
}

/** Which series there are, by campaign, site, metric and arm. Each filter narrows it. */
export async function seriesHeads(
  db: Database,
  filter: { readonly campaignId?: number; readonly site?: number; readonly metric?: string } = {},
): Promise<SeriesHead[]> {
  const { sql, bindings } = whereEqual({
    campaign_id: filter.campaignId,
    site: filter.site,
    metric: filter.metric,
  })
  const rows = await db.query(
    `SELECT campaign_id, site, metric, arm, n, revision FROM series WHERE ${sql} ORDER BY campaign_id, site, metric, arm`,
    bindings,
  )
  return rows.map(readHead)
}

function readHead(row: Row): SeriesHead {
  return {
    campaignId: Number(row.campaign_id),
    site: Number(row.site),
    metric: String(row.metric),
    arm: row.arm as Arm,
    n: Number(row.n),
    revision: Number(row.revision),
  }
}
