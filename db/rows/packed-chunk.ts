/** Values of a series side by side: rounds as 4-byte, values as 8-byte numbers, little-endian. */
interface PackedChunk {
  readonly rounds: Uint8Array
  readonly values: Uint8Array
}

/** Rounds whose values share a chunk: what an append rewrites, and what a reader gets by one row. Stored, like the format. */
export const ROUNDS_PER_CHUNK = 512

export function chunkIndex(round: number): number {
  return Math.floor(round / ROUNDS_PER_CHUNK)
}

export interface Point {
  readonly round: number
  readonly value: number
}

/**
 * The bytes of these points in their order. The stored format: 003-summaries packs with it too, so a change of it
 * would be a migration and a function of another name. Typed arrays have the bytes in this order on x64 and arm64, and
 * there is no Node 26 of ours for anything else (package.json).
 */
export function packChunk(points: readonly Point[]): PackedChunk {
  const rounds = Uint32Array.from(points, ({ round }) => round)
  const values = Float64Array.from(points, ({ value }) => value)
  return { rounds: new Uint8Array(rounds.buffer), values: new Uint8Array(values.buffer) }
}

/** The points of chunks whose rounds ascend from one to the next, though not necessarily inside of one. */
export function unpackChunks(chunks: readonly PackedChunk[]): {
  readonly rounds: Uint32Array
  readonly values: Float64Array
} {
  const length = chunks.reduce((sum, chunk) => sum + chunk.values.byteLength / 8, 0)
  const rounds = new Uint32Array(length)
  const values = new Float64Array(length)
  const roundBytes = new Uint8Array(rounds.buffer)
  const valueBytes = new Uint8Array(values.buffer)
  let start = 0
  for (const chunk of chunks) {
    const end = start + chunk.values.byteLength / 8
    // Bytes from a driver may lie anywhere: they are copied, for numbers cannot be read where they are not aligned.
    roundBytes.set(chunk.rounds, 4 * start)
    valueBytes.set(chunk.values, 8 * start)
    if (!ascends(rounds, start, end)) sortByRound(rounds.subarray(start, end), values.subarray(start, end))
    start = end
  }
  return { rounds, values }
}

function ascends(rounds: Uint32Array, start: number, end: number): boolean {
  for (let index = start + 1; index < end; index += 1) {
    if ((rounds[index] as number) < (rounds[index - 1] as number)) return false
  }
  return true
}

/** Sorts in place. */
function sortByRound(rounds: Uint32Array, values: Float64Array): void {
  const points = Array.from(rounds, (round, index) => ({ round, value: values[index] as number }))
  points.sort((a, b) => a.round - b.round)
  for (const [index, { round, value }] of points.entries()) {
    rounds[index] = round
    values[index] = value
  }
}
