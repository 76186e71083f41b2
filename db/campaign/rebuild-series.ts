import type { Arm } from '../../model/arm.ts'
import type { Database, Query } from '../connection/database.ts'
import { chunkIndex, type Point, ROUNDS_PER_CHUNK } from '../rows/packed-chunk.ts'
import { holdRecorder } from './campaign-leases.ts'
import { addChunks, type Chunk, type ChunkKey, takeChunks } from './series-chunks.ts'

/**
 * Makes all series of a campaign anew from its samples and their metrics, some rounds of a site at a time: others can
 * read and write in between, and never see a series that lacks what is recorded.
 */
export async function rebuildSeries(
  db: Database,
  campaignId: number,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const sites = await db.query('SELECT site FROM campaign_sites WHERE campaign_id = ? ORDER BY site', [
    campaignId,
  ])
  for (const { site } of sites) {
    const last = await db.write(async (query) => {
      await holdRecorder(query, db.dialect, campaignId)
      await recount(query, campaignId, Number(site))
      return lastChunk(query, campaignId, Number(site))
    })
    for (let chunk = 0; chunk <= last; chunk += 1) {
      signal?.throwIfAborted()
      await db.write(async (query) => {
        await holdRecorder(query, db.dialect, campaignId)
        const chunkKey = [campaignId, Number(site), chunk] as const
        await takeChunks(query, db.dialect, campaignId, await readKeys(query, ...chunkKey))
        await addChunks(query, db.dialect, campaignId, await readChunks(query, ...chunkKey))
      })
    }
  }
}

/** Chunks are taken from what the heads say and added to it: that must be right first. */
async function recount(query: Query, campaignId: number, site: number): Promise<void> {
  await query(
    `UPDATE series SET revision = revision + 1, n =
       (SELECT coalesce(sum(chunks.n), 0) FROM series_chunks AS chunks WHERE chunks.campaign_id = series.campaign_id
         AND chunks.site = series.site AND chunks.metric = series.metric AND chunks.arm = series.arm)
     WHERE campaign_id = ? AND site = ?`,
    [campaignId, site],
  )
}

/** Finds the last of what is recorded and of what there is; -1 for nothing. */
async function lastChunk(query: Query, campaignId: number, site: number): Promise<number> {
  const key = [campaignId, site]
  const [packed] = await query(
    'SELECT max(chunk) AS last FROM series_chunks WHERE campaign_id = ? AND site = ?',
    key,
  )
  const [recorded] = await query(
    "SELECT max(round) AS last FROM samples WHERE campaign_id = ? AND site = ? AND role = 'sample'",
    key,
  )
  return Math.max(
    packed?.last === null ? -1 : Number(packed?.last),
    recorded?.last === null ? -1 : chunkIndex(Number(recorded?.last)),
  )
}

async function readKeys(query: Query, campaignId: number, site: number, chunk: number): Promise<ChunkKey[]> {
  const rows = await query(
    'SELECT metric, arm FROM series_chunks WHERE campaign_id = ? AND site = ? AND chunk = ?',
    [campaignId, site, chunk],
  )
  return rows.map(({ metric, arm }) => ({ site, metric: String(metric), arm: arm as Arm, chunk }))
}

async function readChunks(query: Query, campaignId: number, site: number, chunk: number): Promise<Chunk[]> {
  const rows = await query(
    `SELECT metric, arm, round, value FROM samples JOIN sample_metrics ON sample_id = samples.id
     WHERE campaign_id = ? AND site = ? AND round >= ? AND round < ? AND role = 'sample' AND state = 'valid'
       AND value IS NOT NULL ORDER BY round`,
    [campaignId, site, chunk * ROUNDS_PER_CHUNK, (chunk + 1) * ROUNDS_PER_CHUNK],
  )
  const series = Map.groupBy(rows, ({ metric, arm }) => `${arm} ${metric}`)
  return Array.from(series.values(), (points) => ({
    site,
    metric: String(points[0]?.metric),
    arm: points[0]?.arm as Arm,
    chunk,
    points: points.map(({ round, value }): Point => ({ round: Number(round), value: Number(value) })),
  }))
}
