import { type Cause, CLOCK_MS, NEAR_MS } from './cause.ts'
import type { OrderedFetch } from './preflights.ts'

/**
 * Where nothing says what filled the time from the cause that the browser names to the moment at which fetch `n` was asked for: the last that
 * ended in between and may have held it back, as a guess. A script or style sheet of the parser holds back those after it;
 * a script goes on when what it asked for has come. Of a request made then the browser knows no stack, and names the
 * document's parser.
 */
export function laterCause(fetches: readonly OrderedFetch[], n: number, cause: Cause): Cause | null {
  const fetch = fetches[n] as OrderedFetch
  const isDocuments = fetches[cause.parent]?.resourceType === 'document'
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
    const holdsBack = isFile && other.initiator.type !== 'script'
    const isNear = finishedMs >= fetch.askedMs - NEAR_MS
    const isCallback =
      (isData && isDocuments) || (cause.why === 'script' && (isFile || isData) && haveOneScript(fetch, other))
    const goesOn = isNear && isCallback
    if (holdsBack || goesOn)
      last = { parent: each, moment: { when: 'finished', atMs }, why: 'order', guessed: true }
  }
  return last
}

/**
 * What a fetch that was asked for waited for in the browser's queue: the last script or style sheet of the parser that ended
 * meanwhile, as a guess. Null: none did, or it did not wait.
 */
export function heldBackBy(fetches: readonly OrderedFetch[], n: number): Cause | null {
  const { askedMs, startedMs } = fetches[n] as OrderedFetch
  let last: Cause | null = null
  for (let each = 0; each < n; each++) {
    const { finishedMs, resourceType, initiator } = fetches[each] as OrderedFetch
    const isFile = resourceType === 'script' || resourceType === 'style'
    if (!isFile || initiator.type === 'script' || finishedMs === null) continue
    if (finishedMs <= Math.max(askedMs + CLOCK_MS, last?.moment.atMs ?? 0) || finishedMs > startedMs) continue
    last = { parent: each, moment: { when: 'finished', atMs: finishedMs }, why: 'queue', guessed: true }
  }
  return last
}

/** Whether a script asked for both. */
function haveOneScript({ initiator: one }: OrderedFetch, { initiator: other }: OrderedFetch): boolean {
  return (
    other.urls.some((url) => one.urls.includes(url)) || (other.fetch !== null && other.fetch === one.fetch)
  )
}
