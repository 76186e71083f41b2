import { CLOCK_MS } from '../../model/graph/clock.ts'
import type { EdgeReason } from '../../model/graph/edge.ts'
import type { ObservedFetch } from './observed-load.ts'

/** Says why a fetch could start, and when that was the case. */
export interface Cause {
  /** Position of the fetch that it waited for. */
  readonly parent: number
  readonly moment: CauseMoment
  readonly why: EdgeReason
  readonly guessed: boolean
  /** Positions of the files of the parser that had to come as well, in their order; a guess. Told when asked: they are many. */
  readonly behind: () => readonly number[]
}

/** A point in the life of a fetch. */
export type CauseMoment =
  | { readonly when: 'finished' | 'first byte'; readonly atMs: number }
  | { readonly when: 'bytes'; readonly bytes: number; readonly atMs: number }

/** A cause that ended longer before something than this did not make a script go on with it; milliseconds, chosen here. */
export const NEAR_MS = 100

type Parent = Pick<
  ObservedFetch,
  'resourceType' | 'firstByteMs' | 'finishedMs' | 'bytes' | 'pieces' | 'startedMs'
>

export function endBefore({ finishedMs }: Parent, startedMs: number): CauseMoment | null {
  return finishedMs === null || finishedMs > startedMs + CLOCK_MS
    ? null
    : { when: 'finished', atMs: Math.min(finishedMs, startedMs) }
}

export function firstByteBefore({ firstByteMs }: Parent, startedMs: number): CauseMoment | null {
  return firstByteMs === null || firstByteMs > startedMs + CLOCK_MS
    ? null
    : { when: 'first byte', atMs: Math.min(firstByteMs, startedMs) }
}

/** Says what had come of a text that is read as it comes, when it made the browser ask for something. */
export function readBefore(parent: Parent, startedMs: number): CauseMoment | null {
  const first = firstByteBefore(parent, startedMs)
  if (first === null) return endBefore(parent, startedMs)
  const { bytes, pieces, finishedMs } = parent
  const decoded = pieces.reduce((sum, piece) => sum + piece.bytes, 0)
  const came = pieces.filter(({ atMs }) => atMs <= startedMs)
  const last = came.at(-1)
  // A document of several pieces may have ended long after all that names anything had come; of one piece nobody knows.
  if (bytes === null || decoded <= 0 || came.length === pieces.length) {
    const end = endBefore(parent, startedMs)
    if (end !== null) return end
  }
  if (bytes === null || bytes === 0) return first
  if (last !== undefined && decoded > 0) {
    const share = came.reduce((sum, piece) => sum + piece.bytes, 0) / decoded
    return {
      when: 'bytes',
      bytes: Math.min(bytes, Math.round(share * bytes)),
      atMs: Math.max(first.atMs, last.atMs),
    }
  }
  if (pieces.length > 0 || finishedMs === null || finishedMs <= first.atMs) return first
  // A source without pieces counts as if they had come evenly.
  const share = Math.min(1, (startedMs - first.atMs) / (finishedMs - first.atMs))
  return { when: 'bytes', bytes: Math.round(share * bytes), atMs: startedMs }
}
