import type { Entry, Har } from 'har-format'
import { isAnswered, isFromNetwork, UNFINISHED, UNREPORTED } from '../../har/entry.ts'
import { replayFactsIn, replayMark } from '../../har/replay-mark.ts'
import {
  type RecordedAnswer,
  type ReplayFacts,
  RUNGS,
  type Rung,
} from '../../model/recording/replay-facts.ts'

export interface Fidelity {
  /** Requests that got a recorded answer, by how it was found. */
  readonly hits: Readonly<Record<Rung, number>>
  /** Requests that got none. `nearest`: the exchange that comes nearest, where one does. */
  readonly misses: readonly { readonly url: string; readonly nearest: number | null }[]
  /** Requests that are neither. */
  readonly uncounted: readonly { readonly url: string; readonly why: Uncounted }[]
  /** The recorded answers that were given, each with the entries that got it. */
  readonly given: ReadonlyMap<RecordedAnswer, readonly Entry[]>
  /** Recorded answers that were not given. */
  readonly spares: readonly RecordedAnswer[]
  /** Misses by all hits and misses; null where there was none. */
  readonly missFraction: number | null
  readonly entries: readonly Entry[]
  /** Downlink of the link that it was replayed over; null: unlimited, or unknown. */
  readonly linkMbps: number | null
}

type Uncounted =
  /** It got no answer when it was recorded either. */
  | 'failed as recorded'
  /** The page gave it up, or the load was over before its answer was due; what is not recorded is answered at once. */
  | 'given up'
  /** The page's own rules forbid it: nobody was asked. */
  | 'not sent'
  /** It ended well, and the browser tells nothing of its response: the script of a service worker, or what a 103 announced. */
  | 'unreported'
  /** The browser asks for an icon of its own accord. */
  | 'icon'

/** The fidelity of a load, by its HAR; null where that is of no replay. */
export function replayFidelity(har: Har | null): Fidelity | null {
  const facts = har === null ? null : (replayFactsIn(har) as ReplayFacts | null)
  return har === null || facts === null ? null : fidelityOf(har.log.entries, facts)
}

/** Requests that the network did not get are not looked at. */
export function fidelityOf(entries: readonly Entry[], facts: ReplayFacts): Fidelity {
  const { answers, unanswered, linkMbps = null } = facts
  const hits = { url: 0, query: 0, path: 0, body: 0, preflight: 0 }
  const misses: { url: string; nearest: number | null }[] = []
  const uncounted: { url: string; why: Uncounted }[] = []
  const given = new Map<RecordedAnswer, Entry[]>()
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const failed = new Set(unanswered.flatMap((url) => [withoutFragment(url), withoutQuery(url)]))
  for (const entry of entries) {
    if (!isFromNetwork(entry)) continue
    const [word, id] = replayMark(entry)?.split(' ') ?? []
    const rung = RUNGS.find((name) => name === word)
    const { url } = entry.request
    if (rung === undefined) {
      const why = whyUncounted(entry, failed)
      if (why === null) misses.push({ url, nearest: id === undefined ? null : Number(id) })
      else uncounted.push({ url, why })
      continue
    }
    hits[rung] += 1
    const answer = byId.get(Number(id ?? Number.NaN))
    if (answer !== undefined) given.set(answer, [...(given.get(answer) ?? []), entry])
  }
  const hitCount = Object.values(hits).reduce((sum, count) => sum + count, 0)
  const asked = hitCount + misses.length
  return {
    hits,
    misses,
    uncounted,
    given,
    spares: answers.filter((answer) => !given.has(answer)),
    missFraction: asked === 0 ? null : misses.length / asked,
    ...{ entries, linkMbps },
  }
}

/** Explains a request that got no recorded answer; null: it is a miss. */
function whyUncounted(entry: Entry, failed: ReadonlySet<string>): Uncounted | null {
  const { url } = entry.request
  if (isIcon(entry)) return 'icon'
  if (replayMark(entry) !== null || isAnswered(entry)) return null
  if (failed.has(withoutFragment(url)) || failed.has(withoutQuery(url))) return 'failed as recorded'
  const error = errorOf(entry)
  if (error === UNREPORTED) return 'unreported'
  if (error === UNFINISHED || error === 'net::ERR_ABORTED') return 'given up'
  return NOT_SENT.has(error) ? 'not sent' : null
}

/** Chromium's errors for what a page's own policy, or a rule of the browser, does not let it send. */
const NOT_SENT = new Set(['net::ERR_BLOCKED_BY_CSP', 'net::ERR_BLOCKED_BY_CLIENT'])

const ICON = /^https?:\/\/[^/]+\/favicon\.ico$/

function isIcon(entry: Entry): boolean {
  return entry._initiator_type === 'other' && ICON.test(entry.request.url)
}

/** `net::ERR_…`, `unfinished` or `unreported`; empty where it came whole. */
function errorOf(entry: Entry): string {
  const error: unknown = Reflect.get(entry, '_error')
  return typeof error === 'string' ? error : ''
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '')
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')
