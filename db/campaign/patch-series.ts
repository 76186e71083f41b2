import type { Query } from '../connection/database.ts'
import { chunkIndex } from '../rows/packed-chunk.ts'
import type { Dialect } from '../rows/table.ts'
import { addChunks, type ChunkKey, takeChunks } from './series-chunks.ts'

/** Change of one metric of a valid scheduled sample. */
export interface SeriesChange extends Omit<ChunkKey, 'chunk'> {
  readonly round: number
  /** Is null where it has none any more. */
  readonly value: number | null
}

/** Changes, adds and removes values of the series of a campaign, in the transaction that changes the metrics. */
export async function patchSeries(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  changes: readonly SeriesChange[],
): Promise<void> {
  const changed = Map.groupBy(changes, (change) => keyText({ ...change, chunk: chunkIndex(change.round) }))
  const keys = Array.from(changed.values(), ([first]): ChunkKey => {
    const { site, metric, arm, round } = first as SeriesChange
    return { site, metric, arm, chunk: chunkIndex(round) }
  })
  const before = new Map(
    (await takeChunks(query, dialect, campaignId, keys)).map((chunk) => [keyText(chunk), chunk.points]),
  )
  const after = keys.map((key) => {
    const values = new Map(before.get(keyText(key))?.map(({ round, value }) => [round, value]))
    for (const { round, value } of changed.get(keyText(key)) ?? []) {
      if (value === null) values.delete(round)
      else values.set(round, value)
    }
    const points = Array.from(values, ([round, value]) => ({ round, value }))
    return { ...key, points: points.sort((a, b) => a.round - b.round) }
  })
  const filled = after.filter(({ points }) => points.length > 0)
  await addChunks(query, dialect, campaignId, filled)
}

function keyText({ site, metric, arm, chunk }: ChunkKey): string {
  return `${site} ${arm} ${chunk} ${metric}`
}
