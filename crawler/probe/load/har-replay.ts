import type { ChromeEntry } from 'chrome-har'
import { setReplayMark } from '../../../har/replay-mark.ts'
import { REPLAY_FIELD, WAITED_FIELD } from '../../../model/recording/replay-facts.ts'
import type { CdpEvent } from './cdp-event.ts'

/**
 * Gives the entries what the lab's replay said of their answers. Not by their headers: of a response that CORS forbids
 * chrome-har has none, and of a redirect's target those of the redirect.
 *
 * @param entries in the order of their requests' events
 */
export function markReplayed(entries: readonly ChromeEntry[], events: readonly CdpEvent[]): void {
  const marks = marksByRequest(events)
  for (const entry of entries) {
    // chrome-har adds an r for each redirect that followed.
    const mark = marks.get((entry._requestId ?? '').replace(/r+$/, ''))?.shift()
    if (mark != null) setReplayMark(entry, mark)
  }
}

/** One for each hop of a request; null where it got none. */
function marksByRequest(events: readonly CdpEvent[]): Map<string, (string | null)[]> {
  const marks = new Map<string, (string | null)[]>()
  for (const { method, params } of events) {
    if (method === 'Network.requestWillBeSent') {
      const { requestId, redirectResponse } = params
      const hops = redirectResponse === undefined ? [] : (marks.get(requestId) ?? [])
      if (redirectResponse !== undefined) setLast(hops, markIn(redirectResponse.headers))
      marks.set(requestId, [...hops, null])
    } else if (method === 'Network.responseReceived')
      setLast(marks.get(params.requestId), markIn(params.response.headers))
    else if (method === 'Network.responseReceivedExtraInfo')
      setLast(marks.get(params.requestId), markIn(params.headers))
  }
  return marks
}

function setLast(hops: (string | null)[] | undefined, mark: string | null): void {
  if (hops !== undefined && mark !== null) hops[hops.length - 1] = mark
}

function markIn(headers: Readonly<Record<string, string>>): string | null {
  const value = (field: string): string | null => {
    const name = Object.keys(headers).find((each) => each.toLowerCase() === field)
    return name === undefined ? null : (headers[name] ?? null)
  }
  const [mark, waitedMs] = [value(REPLAY_FIELD), value(WAITED_FIELD)]
  return mark === null || waitedMs === null ? mark : `${mark} ${waitedMs}`
}
