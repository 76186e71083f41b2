import { countProtocols, type ProtocolName } from '../../har/protocol-name.ts'
import { DAY_PATTERN, MOST_REQUESTS, OLDEST_DAYS } from '../../model/contribution-terms.ts'
import { isFieldProtocol } from '../../model/field.ts'
import { checkedLoad } from '../capture/checked-load.ts'
import type { ContributedTimes, ReducedLoad, RequestCounts } from '../capture/types.ts'
import { utcDay } from '../capture/utc-day.ts'
import { wholeMs } from '../capture/whole-ms.ts'
import type { HarDropReason } from './har-drop.ts'
import type { HarBrowser, HarFile, HarPageLoad } from './har-file.ts'
import { harSetUp } from './har-set-up.ts'

/**
 * A load of a HAR as it would be contributed, numbers and closed words alone: no text of the file is in it (safety.md P1).
 * What the file does not say is null.
 */
export interface ReducedHar {
  readonly proto: ProtocolName | null
  readonly t: ContributedTimes
  readonly n: RequestCounts
  readonly reused: boolean | null
  /** UTC, YYYY-MM-DD. */
  readonly day: string | null
  readonly browser: HarBrowser | null
  /** A program loaded it, not a person. */
  readonly automated: boolean
}

export function reduceHar(load: HarPageLoad, file: HarFile): ReducedHar {
  const { document } = load
  return {
    proto: document?.protocol ?? null,
    t: timesOf(load, file),
    n: countProtocols(requestsOf(load).map(({ protocol }) => protocol)),
    reused: document === null ? null : harSetUp(document, file).reused,
    day: dayOf(document?.startedMs ?? load.page?.startedMs ?? null),
    browser: file.browser ?? document?.browser ?? null,
    automated: file.automated,
  }
}

/** What a record needs of a load; else why there can be none. @param today UTC, YYYY-MM-DD */
export function contributableHar(
  load: HarPageLoad,
  { proto, t, n, reused, day, browser, automated }: ReducedHar,
  today: string,
): { load: ReducedLoad; day: string; browser: HarBrowser } | { dropped: HarDropReason } {
  const { document } = load
  if (document === null) return { dropped: 'no_document' }
  if (load.first !== load.document) return { dropped: 'redirected' }
  if (document.fromCache) return { dropped: 'from_cache' }
  if (document.status === null || document.status < 200 || document.status > 299)
    return { dropped: 'http_status' }
  if (automated) return { dropped: 'automated' }
  if (proto === null) return { dropped: 'no_protocol' }
  if (!isFieldProtocol(proto)) return { dropped: 'other_protocol' }
  if (t.load === null) return { dropped: 'not_loaded' }
  if (n.requests > MOST_REQUESTS) return { dropped: 'too_many_requests' }
  if (reused === null) return { dropped: 'unknown_set_up' }
  if (browser === null) return { dropped: 'unknown_browser' }
  if (day === null) return { dropped: 'unknown_day' }
  if (day > today || daysBetween(day, today) > OLDEST_DAYS) return { dropped: 'too_old' }
  if (!isInTime(load)) return { dropped: 'bad_times' }
  const reduced = checkedLoad({ proto, t, n, reused })
  return reduced === null ? { dropped: 'bad_times' } : { load: reduced, day, browser }
}

function timesOf({ page, document, first }: HarPageLoad, file: HarFile): ContributedTimes {
  const timings = document?.timings
  const setUp = document === null || first !== document ? null : harSetUp(document, file)
  return {
    dns: setUp?.reused === false ? wholeMs(timings?.dns) : null,
    connect: wholeMs(setUp?.connectMs),
    handshake: wholeMs(setUp?.handshakeMs),
    wait: wholeMs(waitMs(timings?.send ?? null, timings?.wait ?? null)),
    receive: wholeMs(timings?.receive),
    dcl: eventMs(page?.onContentLoadMs),
    load: eventMs(page?.onLoadMs),
  }
}

/** With the sending of the request in it, as the page’s own clock has it. */
function waitMs(sendMs: number | null, answerMs: number | null): number | null {
  return sendMs === null || answerMs === null || sendMs < 0 || answerMs < 0 ? null : sendMs + answerMs
}

/** Some exporters write 0 for an event that did not happen; none can happen at once. */
function eventMs(atMs: number | null | undefined): number | null {
  return wholeMs(atMs) || null
}

/** Requests until the load event, as a page counts them itself; all where the file does not say when that was. */
function requestsOf(load: HarPageLoad) {
  const untilMs = loadedMs(load)
  if (untilMs === null || !isInTime(load)) return load.entries
  return load.entries.filter(({ startedMs }) => startedMs === null || startedMs <= untilMs)
}

/** The document was asked for before the load event: else the clocks of page and requests are not the same. */
function isInTime(load: HarPageLoad): boolean {
  const [askedMs, untilMs] = [load.document?.startedMs ?? null, loadedMs(load)]
  return askedMs === null || untilMs === null || askedMs <= untilMs
}

/** Milliseconds since 1970 of the load event. */
function loadedMs({ page }: HarPageLoad): number | null {
  const [startedMs, onLoadMs] = [page?.startedMs ?? null, page?.onLoadMs ?? null]
  // As it is in the file: rounded, it would be before or after a request that it is not.
  return startedMs === null || onLoadMs === null || eventMs(onLoadMs) === null ? null : startedMs + onLoadMs
}

function dayOf(startedMs: number | null): string | null {
  const day = startedMs === null ? '' : utcDay(startedMs)
  return DAY_PATTERN.test(day) ? day : null
}

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000)
}
