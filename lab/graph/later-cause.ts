import { CLOCK_MS } from '../../model/graph/clock.ts'
import { type Cause, NEAR_MS } from './cause.ts'
import type { PageOrders } from './page-orders.ts'
import { filesBefore, filesBeforeInline, isInOrder } from './parser-files.ts'
import type { OrderedFetch } from './preflights.ts'

/**
 * Guesses, where nothing says what filled the time from the cause that the browser names to the moment at which fetch `n` was
 * asked for: the last that ended in between and may have held it back, as a guess. A script or style sheet of the parser holds
 * back those after it; a script goes on when what it asked for has come. Of a request made then the browser knows no stack, and
 * names the document's parser.
 * @param orders what the page's other loads contradict
 */
export function laterCause(
  fetches: readonly OrderedFetch[],
  n: number,
  cause: Cause,
  orders: PageOrders,
): Cause | null {
  const fetch = fetches[n] as OrderedFetch
  const parent = fetches[cause.parent]
  const isDocuments = parent?.resourceType === 'document'
  // A fetch after such a script in the document is not held back by it; what comes before is known.
  const isOrdered = cause.why === 'script' && parent !== undefined && isInOrder(parent)
  let last: Cause | null = null
  for (let each = 0; each < n; each++) {
    const other = fetches[each] as OrderedFetch
    const { finishedMs, resourceType } = other
    if (each === cause.parent || finishedMs === null) continue
    const isData = resourceType === 'data'
    // A page reads data before it is said to be whole.
    if (finishedMs > fetch.askedMs + (isData ? CLOCK_MS : 0)) continue
    const atMs = Math.min(finishedMs, fetch.askedMs)
    if (atMs <= Math.max(cause.moment.atMs + CLOCK_MS, last?.moment.atMs ?? 0)) continue
    const isFile = resourceType === 'script' || resourceType === 'style'
    const holdsBack = isInOrder(other) && !isOrdered
    const isNear = finishedMs >= fetch.askedMs - NEAR_MS
    const isCallback =
      (isData && isDocuments) || (cause.why === 'script' && (isFile || isData) && haveOneScript(fetch, other))
    const goesOn = isNear && isCallback
    if (!holdsBack && !goesOn) continue
    if (orders.wentBefore(nameOf(fetch), nameOf(other))) continue
    const behind = () => (holdsBack ? filesBehind(each) : [])
    last = { parent: each, moment: { when: 'finished', atMs }, why: 'order', guessed: true, behind }
  }
  return last

  /** All that had to run before it, and before the script within the document that asked. */
  function filesBehind(holding: number): number[] {
    const inline = isDocuments && cause.why === 'script' ? filesBeforeInline(fetches, n, fetch.askedMs) : []
    const files = new Set([...filesBefore(fetches, holding, fetch.askedMs), ...inline])
    return [...files].filter((each) => each !== holding).sort((a, b) => a - b)
  }
}

/**
 * Guesses what a fetch that was asked for waited for in the browser's queue: of the parser's scripts and style sheets, the last
 * that ended meanwhile. Of pictures of medium priority two go out at a time: one of these may also have waited for another, if
 * that ended last and shortly before. Null: nothing did, or it did not wait.
 */
export function heldBackBy(fetches: readonly OrderedFetch[], n: number): Cause | null {
  const fetch = fetches[n] as OrderedFetch
  const { askedMs, startedMs } = fetch
  if (startedMs - askedMs <= CLOCK_MS) return null
  const endedMeanwhile = ({ finishedMs }: OrderedFetch): boolean =>
    finishedMs !== null && finishedMs > askedMs + CLOCK_MS && finishedMs <= startedMs
  const isMedium = isMediumPicture(fetch)
  let last: Cause | null = null
  for (let each = 0; each < n; each++) {
    const other = fetches[each] as OrderedFetch
    const atMs = other.finishedMs ?? 0
    if (!endedMeanwhile(other) || atMs <= (last?.moment.atMs ?? 0)) continue
    const isFile = isInOrder(other)
    if (!isFile && !(isMedium && isMediumPicture(other) && atMs >= startedMs - NEAR_MS)) continue
    const behind = () => (isFile ? filesBehind(each) : [])
    last = { parent: each, moment: { when: 'finished', atMs }, why: 'queue', guessed: true, behind }
  }
  return last

  /** All that had to run before the last in the document of those that ended meanwhile, these among them. */
  function filesBehind(parent: number): number[] {
    const last = fetches.findLastIndex((each, place) => place < n && isInOrder(each) && endedMeanwhile(each))
    return [...filesBefore(fetches, last, startedMs), last].filter((place) => place !== parent)
  }
}

const isMediumPicture = ({ resourceType, priority, initiator }: OrderedFetch): boolean =>
  resourceType === 'image' && priority === 'Medium' && initiator.type !== 'script'

/** Named as by `requestOf`. */
const nameOf = ({ method, url }: OrderedFetch): string => `${method} ${url}`

/** Whether a script asked for both. */
function haveOneScript({ initiator: one }: OrderedFetch, { initiator: other }: OrderedFetch): boolean {
  return (
    other.urls.some((url) => one.urls.includes(url)) || (other.fetch !== null && other.fetch === one.fetch)
  )
}
