import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { unpackChunks } from '../rows/packed-chunk.ts'
import { asNumber, asText, asWord, recordReader } from '../rows/record.ts'

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
  /** Values in the metric's unit; `values[i]` is of `rounds[i]`. */
  readonly values: Float64Array
}

const readHead = recordReader({
  campaignId: asNumber,
  site: asNumber,
  metric: asText,
  arm: asWord<Arm>(),
  /** Values, 0 where all have gone. */
  n: asNumber,
  revision: asNumber,
})

export type SeriesHead = ReturnType<typeof readHead>

/** Chunks of one statement: some 100,000 values, a megabyte. A series of millions is never held twice. */
const PAGE = 200

/** Times that a series is read anew where values come meanwhile. */
const MOST_TRIES = 20

interface WantedSeries {
  readonly campaignId: number
  readonly site: number
  readonly metric: string
  readonly arm?: Arm
}

/** The series of a metric of a site, by arm (or of one arm); arms without a value are left out. */
export async function readSeries(
  db: Database,
  wanted: WantedSeries,
  { pageChunks = PAGE }: { readonly pageChunks?: number } = {},
): Promise<Series[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const series = await readPages(db, wanted, pageChunks)
    if (series !== null) return series
  }
  throw new Error(`values come faster than the series of ${wanted.metric} can be read`)
}

/** Returns null where a value came, went or changed between two pages: what was read is of no one moment. */
async function readPages(
  db: Database,
  { campaignId, site, metric, arm: wantedArm }: WantedSeries,
  pageChunks: number,
): Promise<Series[] | null> {
  const { sql, bindings } = whereEqual({
    'chunks.campaign_id': campaignId,
    'chunks.site': site,
    'chunks.metric': metric,
    'chunks.arm': wantedArm,
  })
  const all: (Series & { filled: number })[] = []
  for (let [arm, chunk] = ['', -1]; ; ) {
    const rows = await db.query(
      `SELECT chunks.arm, chunk, series.n AS n, revision, packed_rounds, packed_values FROM series_chunks AS chunks
       JOIN series ON series.campaign_id = chunks.campaign_id AND series.site = chunks.site
         AND series.metric = chunks.metric AND series.arm = chunks.arm
       WHERE ${sql} AND (chunks.arm, chunk) > (?, ?) ORDER BY chunks.arm, chunk LIMIT ${pageChunks}`,
      [...bindings, arm, chunk],
    )
    for (const [name, chunks] of Map.groupBy(rows, (row) => row.arm as Arm)) {
      const { n, revision } = chunks[0] ?? {}
      const part = unpackChunks(
        chunks.map((row) => ({
          rounds: row.packed_rounds as Uint8Array,
          values: row.packed_values as Uint8Array,
        })),
      )
      let series = all.at(-1)
      if (series?.arm !== name) {
        const room = { rounds: new Uint32Array(Number(n)), values: new Float64Array(Number(n)) }
        series = { arm: name, revision: Number(revision), ...room, filled: 0 }
        all.push(series)
      }
      const { filled } = series
      series.filled += part.values.length
      if (Number(revision) !== series.revision || series.filled > series.values.length) return null
      series.rounds.set(part.rounds, filled)
      series.values.set(part.values, filled)
    }
    if (rows.length < pageChunks) break
    arm = String(rows.at(-1)?.arm)
    chunk = Number(rows.at(-1)?.chunk)
  }
  if (all.some(({ filled, values }) => filled !== values.length)) return null
  return all.map(({ filled: _filled, ...series }) => series)
}

/** Says which series there are, by campaign, site, metric and arm. Each filter narrows it. */
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
