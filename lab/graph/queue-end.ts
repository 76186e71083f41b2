import { CLOCK_MS } from '../../model/graph/clock.ts'
import { countsInQueue } from './counts-in-queue.ts'
import { heldBackBy } from './later-cause.ts'
import { isInOrder } from './parser-files.ts'
import type { OrderedFetch } from './preflights.ts'

const HELD_PRIORITIES = new Set(['Medium', 'Low', 'VeryLow'])

/**
 * Chromium lets a picture go before the body of a document is there when fewer than so many requests are under way, documents
 * and data aside, or fewer of medium priority if it is of that itself (blink, ResourceLoadScheduler).
 */
const MOST_WHILE_HELD = 2

/** Says when the browser's queue was over that holds back what is of low priority. All are positions. */
export interface QueueEnd {
  /** The first that went then: what it waited for ended the queue. */
  readonly first: number
  /** Fetches that would have waited as long, but were let go before. */
  readonly early: ReadonlySet<number>
  /** Fetches that went with it or after it, and of which nothing else says that the queue held them back. */
  readonly late: ReadonlySet<number>
  /** Pictures that were asked for when it was over: where it lasts longer than what they wait for, it holds them back too. */
  readonly after: ReadonlySet<number>
}

/**
 * A guess: the queue was over when more pictures went at once than it lets go, or, where they never did, when the last went. Null: it
 * held none back, or nothing is known of what ended it.
 */
export function queueEnd(fetches: readonly OrderedFetch[]): QueueEnd | null {
  const mayBeHeld = holdablePictures(fetches)
  const pictures = mayBeHeld.filter((n) => isHeldPicture(fetches, n))
  const startOf = (n: number): number => fetches[n]?.startedMs ?? 0
  const tooMany = pictures.findIndex((n) => !hasRoom(fetches, n))
  let place = tooMany < 0 ? pictures.length - 1 : tooMany
  while (place > 0 && startOf(pictures[place] ?? 0) - startOf(pictures[place - 1] ?? 0) <= CLOCK_MS) place--
  const first = pictures[place]
  if (first === undefined || !waitedForFile(fetches, first)) return null
  const { askedMs, startedMs } = fetches[first] as OrderedFetch
  const early = pictures.slice(0, place).filter((n) => askedMs < startOf(n))
  const late = [...fetches.keys()].filter(
    (n) => n > first && isLate(fetches[n] as OrderedFetch, startedMs) && heldBackBy(fetches, n) === null,
  )
  const after = mayBeHeld.filter((n) => n > first && (fetches[n]?.askedMs ?? 0) >= startedMs)
  return { first, early: new Set(early), late: new Set(late), after: new Set(after) }
}

/** Pictures that it can hold back. */
const holdablePictures = (fetches: readonly OrderedFetch[]): number[] =>
  [...fetches.keys()].filter((n) => {
    const { resourceType, initiator, priority } = fetches[n] as OrderedFetch
    return resourceType === 'image' && HELD_PRIORITIES.has(priority ?? '') && initiator.type !== 'script'
  })

/** Whether it waited until another had ended; what the browser sends on a little later did not wait in the queue. */
function isHeldPicture(fetches: readonly OrderedFetch[], n: number): boolean {
  const { askedMs, startedMs } = fetches[n] as OrderedFetch
  if (startedMs - askedMs <= CLOCK_MS) return false
  return fetches.slice(0, n).some((each) => {
    const { finishedMs } = each
    return (
      countsInQueue(each) && finishedMs !== null && finishedMs > askedMs && finishedMs <= startedMs + CLOCK_MS
    )
  })
}

/** Asked for before the queue was over, it went no sooner. */
function isLate(fetch: OrderedFetch, endMs: number): boolean {
  const { askedMs, startedMs, priority } = fetch
  const mayBe = countsInQueue(fetch) && HELD_PRIORITIES.has(priority ?? '')
  return mayBe && askedMs < endMs - CLOCK_MS && startedMs >= endMs
}

function waitedForFile(fetches: readonly OrderedFetch[], n: number): boolean {
  const parent = fetches[heldBackBy(fetches, n)?.parent ?? -1]
  return parent !== undefined && isInOrder(parent)
}

/** Whether the queue could let it go when it went, beside all that was under way. */
function hasRoom(fetches: readonly OrderedFetch[], n: number): boolean {
  const { startedMs, priority } = fetches[n] as OrderedFetch
  const underWay = fetches
    .slice(0, n)
    .filter(
      (each) => countsInQueue(each) && (each.finishedMs ?? Number.POSITIVE_INFINITY) > startedMs + CLOCK_MS,
    )
  const sameKind = priority === 'Medium' ? underWay.filter((each) => each.priority === 'Medium') : underWay
  return sameKind.length < MOST_WHILE_HELD
}
