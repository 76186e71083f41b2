import type { Entry } from 'har-format'
import { isAnswered } from './entry.ts'

/** Time from the request, or the end of its body, to the response's head, milliseconds; null where the browser does not say. */
export function firstByte(entry: Entry): number | null {
  const { send = 0, wait = 0, receive = 0 } = entry.timings
  // HAR demands all three also where the browser has none of them.
  if (!isAnswered(entry) || send + wait + receive <= 0) return null
  return entry.request.bodySize > 0 ? wait : send + wait
}
