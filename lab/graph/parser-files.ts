import { CLOCK_MS } from '../../model/graph/clock.ts'
import type { TextPlace } from './observed-load.ts'
import type { OrderedFetch } from './preflights.ts'

/** Chromium's priorities of scripts that run whenever they have come: `async` and `defer`. */
const LATE_PRIORITIES = new Set(['Low', 'Lowest', 'VeryLow'])

/**
 * Lists what had to come before the script at `place` could run: scripts of a document run in its order, and after the style
 * sheets before them. None where it is of another script, or may run at any time; nothing that had not come at `atMs`.
 */
export function filesBefore(fetches: readonly OrderedFetch[], place: number, atMs: number): number[] {
  const script = fetches[place]
  if (script === undefined || !isInOrder(script)) return []
  return fetches.slice(0, place).flatMap((each, n) => (isInOrder(each) && hasCome(each, atMs) ? [n] : []))
}

/**
 * Lists what had to come before a script within a document could run, as far as it is known where the document has both: the
 * scripts and style sheets of the parser before it there. Nothing that had not come at `atMs`.
 * @param asked position of what the script asked for
 */
export function filesBeforeInline(fetches: readonly OrderedFetch[], asked: number, atMs: number): number[] {
  const place = fetches[asked]?.initiator.place ?? null
  if (place === null) return []
  return fetches.slice(0, asked).flatMap((each, n) => {
    const isBefore = each.initiator.type === 'parser' && comesBefore(each.initiator.place, place)
    return isBefore && isInOrder(each) && hasCome(each, atMs) ? [n] : []
  })
}

function comesBefore(one: TextPlace | null, other: TextPlace): boolean {
  if (one === null || one.url !== other.url) return false
  return one.line < other.line || (one.line === other.line && one.column < other.column)
}

/**
 * Whether it is a script or style sheet that the parser found and that holds back the scripts after it: no script asked for it, and it
 * is neither `async` nor `defer` where its priority is known.
 */
export function isInOrder({ resourceType, initiator, priority }: OrderedFetch): boolean {
  const isFile = resourceType === 'script' || resourceType === 'style'
  return isFile && initiator.type !== 'script' && !LATE_PRIORITIES.has(priority ?? '')
}

const hasCome = ({ finishedMs }: OrderedFetch, atMs: number): boolean =>
  finishedMs !== null && finishedMs <= atMs + CLOCK_MS
