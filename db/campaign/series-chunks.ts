import type { Arm } from '../../model/arm.ts'
import type { Query } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import { type Point, packChunk, unpackChunks } from '../rows/packed-chunk.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'

/** Says which piece of which series of a campaign (`chunkIndex`). */
export interface ChunkKey {
  readonly site: number
  readonly metric: string
  readonly arm: Arm
  readonly chunk: number
}

export interface Chunk extends ChunkKey {
  /** One or more, of rounds that are not in the series yet. */
  readonly points: readonly Point[]
}

/** Adds points to series, which begin with them where there are none. Each key at most once. */
export async function addChunks(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  chunks: readonly Chunk[],
): Promise<void> {
  if (chunks.length === 0) return
  await query(
    `INSERT INTO series (campaign_id, site, metric, arm, n, revision)
     SELECT ${campaignId}, ${fields(dialect, ['integer', 'text', 'text', 'integer'])}, 1
     FROM ${jsonRows(dialect)} WHERE true ON CONFLICT (campaign_id, site, metric, arm)
     DO UPDATE SET n = series.n + excluded.n, revision = series.revision + 1`,
    [lengths(chunks.map(({ points, ...key }) => ({ ...key, n: points.length })))],
  )
  const rows = chunks.map(({ site, metric, arm, chunk, points }) => {
    const packed = packChunk(points)
    return encodeJsonRow([site, metric, arm, chunk, points.length, hex(packed.rounds), hex(packed.values)])
  })
  const bytes = (index: number): string =>
    dialect === 'sqlite' ? `unhex(input.value ->> ${index})` : `decode(input.value ->> ${index}, 'hex')`
  await query(
    `INSERT INTO series_chunks (campaign_id, site, metric, arm, chunk, n, packed_rounds, packed_values)
     SELECT ${campaignId}, ${fields(dialect, ['integer', 'text', 'text', 'integer', 'integer'])}, ${bytes(5)}, ${bytes(6)}
     FROM ${jsonRows(dialect)} WHERE true ON CONFLICT (campaign_id, site, metric, arm, chunk)
     DO UPDATE SET n = series_chunks.n + excluded.n, packed_rounds = ${joined(dialect, 'packed_rounds')},
       packed_values = ${joined(dialect, 'packed_values')}`,
    [`[${rows.join(',')}]`],
  )
}

/** Removes chunks and resolves to what was in those that there were. */
export async function takeChunks(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  keys: readonly ChunkKey[],
): Promise<Chunk[]> {
  if (keys.length === 0) return []
  const wanted = keys.map(({ site, metric, arm, chunk }) => encodeJsonRow([site, metric, arm, chunk]))
  const rows = await query(
    `DELETE FROM series_chunks WHERE campaign_id = ${campaignId} AND (site, metric, arm, chunk) IN
       (SELECT ${fields(dialect, ['integer', 'text', 'text', 'integer'])} FROM ${jsonRows(dialect)})
     RETURNING site, metric, arm, chunk, n, packed_rounds, packed_values`,
    [`[${wanted.join(',')}]`],
  )
  const taken = rows.map((row) => {
    const packed = { rounds: row.packed_rounds as Uint8Array, values: row.packed_values as Uint8Array }
    const { rounds, values } = unpackChunks([packed])
    return {
      site: Number(row.site),
      metric: String(row.metric),
      arm: row.arm as Arm,
      chunk: Number(row.chunk),
      points: Array.from(rounds, (round, index) => ({ round, value: values[index] as number })),
    }
  })
  await query(
    `WITH gone AS MATERIALIZED (
       SELECT ${jsonField(dialect, 0, 'integer')} AS site, ${jsonField(dialect, 1, 'text')} AS metric,
         ${jsonField(dialect, 2, 'text')} AS arm, ${jsonField(dialect, 3, 'integer')} AS n FROM ${jsonRows(dialect)}
     )
     UPDATE series SET n = series.n - gone.n, revision = revision + 1 FROM gone WHERE campaign_id = ${campaignId}
       AND series.site = gone.site AND series.metric = gone.metric AND series.arm = gone.arm`,
    [lengths(taken.map(({ points, ...key }) => ({ ...key, n: points.length })))],
  )
  return taken
}

/** One row a series: the values in all its chunks together. */
function lengths(chunks: readonly (ChunkKey & { readonly n: number })[]): string {
  const series = Map.groupBy(chunks, ({ site, metric, arm }) => `${site} ${arm} ${metric}`)
  const rows = Array.from(series.values(), (same) => {
    const { site, metric, arm } = same[0] as ChunkKey
    return encodeJsonRow([site, metric, arm, same.reduce((sum, { n }) => sum + n, 0)])
  })
  return `[${rows.join(',')}]`
}

function fields(dialect: Dialect, types: readonly ColumnType[]): string {
  return types.map((type, index) => jsonField(dialect, index, type)).join(', ')
}

/** Rows of JSON cannot carry bytes. */
function hex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}

/** SQLite joins bytes as they are, but calls what comes out text. */
function joined(dialect: Dialect, column: string): string {
  const both = `series_chunks.${column} || excluded.${column}`
  return dialect === 'sqlite' ? `CAST(${both} AS BLOB)` : both
}
