import { type Cause, CLOCK_MS } from './cause.ts'
import type { OrderedFetch } from './preflights.ts'

/** What ended longer before a request than this is not taken for its cause; chosen here. */
const NEAR_MS = 100

/**
 * Where nothing says what filled the time from the cause that the browser names to the start of fetch `n`: the last that
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
    if (each === cause.parent || finishedMs === null || finishedMs < fetch.startedMs - NEAR_MS) continue
    const isData = resourceType === 'data'
    // A page reads data before it is said to be whole.
    if (finishedMs > fetch.startedMs + (isData ? CLOCK_MS : 0)) continue
    const atMs = Math.min(finishedMs, fetch.startedMs)
    if (atMs <= Math.max(cause.moment.atMs + CLOCK_MS, last?.moment.atMs ?? 0)) continue
    const isFile = resourceType === 'script' || resourceType === 'style'
    const holdsBack = isFile && other.initiator.type !== 'script'
    const goesOn =
      (isData && isDocuments) || (cause.why === 'script' && (isFile || isData) && haveOneScript(fetch, other))
    if (holdsBack || goesOn)
      last = { parent: each, moment: { when: 'finished', atMs }, why: 'order', guessed: true }
  }
  return last
}

/** Whether a script asked for both. */
function haveOneScript({ initiator: one }: OrderedFetch, { initiator: other }: OrderedFetch): boolean {
  return (
    other.urls.some((url) => one.urls.includes(url)) || (other.fetch !== null && other.fetch === one.fetch)
  )
}
