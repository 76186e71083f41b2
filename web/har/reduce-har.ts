import { countProtocols, type ProtocolName } from '../../har/protocol-name.ts'
import { type ContributedTimes, DAY_PATTERN, type RequestCounts } from '../../model/contribution-terms.ts'
import { utcDay } from '../../model/utc-day.ts'
import { wholeMs } from '../../model/whole-ms.ts'
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

/** Includes the sending of the request, as the page’s own clock has it. */
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
export function isInTime(load: HarPageLoad): boolean {
  const [askedMs, untilMs] = [load.document?.startedMs ?? null, loadedMs(load)]
  return askedMs === null || untilMs === null || askedMs <= untilMs
}

/** Milliseconds since 1970 of the load event. */
function loadedMs({ page }: HarPageLoad): number | null {
  const [startedMs, onLoadMs] = [page?.startedMs ?? null, page?.onLoadMs ?? null]
  // Leaves it as it is in the file: rounded, it would be before or after a request that it is not.
  return startedMs === null || onLoadMs === null || eventMs(onLoadMs) === null ? null : startedMs + onLoadMs
}

function dayOf(startedMs: number | null): string | null {
  const day = startedMs === null ? '' : utcDay(startedMs)
  return DAY_PATTERN.test(day) ? day : null
}
