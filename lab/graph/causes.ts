import { type Cause, type CauseMoment, endBefore, firstByteBefore, readBefore } from './cause.ts'
import { heldBackBy, laterCause } from './later-cause.ts'
import type { PageOrders } from './page-orders.ts'
import { filesBefore } from './parser-files.ts'
import type { OrderedFetch } from './preflights.ts'

/**
 * Finds what each fetch waited for, as far as its source tells: the one that decided when it started first. Parents always come
 * before their children, so that nothing waits for itself. The first has none.
 * @param early those that the browser's queue let go early (`queueEnd`): what it waited for there is left out
 * @param orders of the page's loads: no guess that they contradict
 */
export function causesOf(
  fetches: readonly OrderedFetch[],
  { early, orders }: { readonly early: ReadonlySet<number>; readonly orders: PageOrders },
): Cause[][] {
  const byUrl = Map.groupBy(fetches.keys(), (n) => fetches[n]?.url ?? '')
  const byRequestId = new Map(
    fetches.flatMap(({ requestId }, n) => (requestId === null ? [] : [[requestId, n]])),
  )
  const document = fetches.findIndex(
    ({ resourceType, status }) => resourceType === 'document' && isFinal(status),
  )
  return fetches.map((fetch, n) => {
    const { redirectedFrom, preflight, initiator } = fetch
    const redirect = caused(redirectedFrom, 'redirect', firstByteBefore)
    if (redirect !== null) return [redirect]
    const allowed = caused(preflight, 'preflight', endBefore)
    if (allowed !== null) return [allowed]
    // A preflight has what asked for the request that it is for.
    const asking =
      initiator.type === 'preflight'
        ? (byRequestId.get(initiator.requestId ?? '') ?? initiator.fetch ?? n)
        : n
    const named = namedCauses(fetches[asking] ?? fetch)
    const causes = named.length > 0 ? named : guessedCauses()
    // Nothing more is concluded of what was guessed already: every guess makes the graph deeper.
    const later = named[0] === undefined ? null : laterCause(fetches, n, named[0], orders)
    const known = later === null ? causes : [later, ...causes]
    const queue = early.has(n) ? null : heldBackBy(fetches, n)
    return queue === null || known.length === 0 ? known : [queue, ...known]

    function caused(
      parent: number | null,
      why: Cause['why'],
      momentOf: (parent: OrderedFetch, startedMs: number) => CauseMoment | null,
      guessed = false,
    ): Cause | null {
      const from = parent === null || parent >= n ? undefined : fetches[parent]
      // A fetch without a response names nothing and runs nothing; a request has to know of a preflight that failed.
      const canCause = from !== undefined && (from.status !== null || why === 'preflight')
      const moment = canCause ? momentOf(from, fetch.askedMs) : null
      if (parent === null || moment === null) return null
      const behind = () => (why === 'script' ? filesBefore(fetches, parent, fetch.askedMs) : [])
      return { parent, moment, why, guessed, behind }
    }

    /** Follows the browser's own word: all scripts on the stack, or the text that names it. */
    function namedCauses({ initiator: { type, urls, fetch: asker } }: OrderedFetch): Cause[] {
      const askers = asker === null ? urls.flatMap((url) => latest(url) ?? []) : [asker]
      const why = type === 'script' ? 'script' : 'parser'
      const found = [...new Set(askers)].flatMap(
        (parent) => caused(parent, why, why === 'script' ? executedBefore : readBefore) ?? [],
      )
      // A script within the document is on many stacks, and says less than the files that are there too.
      const files = found.filter(({ parent }) => fetches[parent]?.resourceType !== 'document')
      return (files.length > 0 ? files : found).toSorted((a, b) => b.moment.atMs - a.moment.atMs)
    }

    function guessedCauses(): Cause[] {
      const referer = fetch.refererUrl === null ? null : latest(fetch.refererUrl)
      const root = document < 0 || document >= n ? 0 : document
      const guess =
        caused(referer, 'referer', readBefore, true) ??
        caused(root, 'document', readBefore, true) ??
        caused(0, 'document', readBefore, true)
      return guess === null ? [] : [guess]
    }

    function latest(url: string): number | null {
      return byUrl.get(url)?.findLast((each) => each < n) ?? null
    }
  })
}

/** A script runs when all of it has come; one in a document as soon as it is read. */
function executedBefore(parent: OrderedFetch, startedMs: number): CauseMoment | null {
  return parent.resourceType === 'document'
    ? readBefore(parent, startedMs)
    : parent.finishedMs === null
      ? firstByteBefore(parent, startedMs)
      : endBefore(parent, startedMs)
}

const isFinal = (status: number | null): boolean => status !== null && (status < 300 || status > 399)
