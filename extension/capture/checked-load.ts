import {
  CONTRIBUTED_PROTOCOLS,
  CONTRIBUTED_TIMES,
  CONTRIBUTED_VISITS,
  type ContributedTimes,
  LONGEST_TIME_MS,
  LONGEST_WAIT_MS,
  MOST_REQUESTS,
  type RequestCounts,
  ROUNDING_MS,
} from '../../model/contribution-terms.ts'
import type { ReducedLoad } from './types.ts'

/**
 * A load as a page sent it, taken over field by field (safety.md P1); null where anything about it is not as it must be. A
 * page whose process has been taken over may send anything.
 */
export function checkedLoad(value: unknown): ReducedLoad | null {
  if (!isObject(value) || !isObject(value.t) || !isObject(value.n)) return null
  const proto = CONTRIBUTED_PROTOCOLS.find((name) => name === value.proto)
  const t = timesOf(value.t)
  const n = countsOf(value.n)
  const { reused } = value
  const visit = value.visit === null ? null : CONTRIBUTED_VISITS.find((name) => name === value.visit)
  if (proto === undefined || t === null || n === null || typeof reused !== 'boolean') return null
  if (visit === undefined) return null
  const load = { proto, t, n, reused, visit }
  return isConsistent(load) ? load : null
}

function timesOf(value: Record<string, unknown>): ContributedTimes | null {
  const times: Partial<Record<keyof ContributedTimes, number | null>> = {}
  for (const name of CONTRIBUTED_TIMES) {
    const timeMs = value[name]
    if (timeMs !== null && !isCount(timeMs, name === 'wait' ? LONGEST_WAIT_MS : LONGEST_TIME_MS)) return null
    times[name] = timeMs
  }
  return times as ContributedTimes
}

function countsOf({ requests, h1, h2, h3, hidden }: Record<string, unknown>): RequestCounts | null {
  const all = [requests, h1, h2, h3, hidden]
  if (!all.every((each) => isCount(each, MOST_REQUESTS))) return null
  return { requests, h1, h2, h3, hidden } as RequestCounts
}

/** Checks what the server holds against a record as well. */
function isConsistent({ proto, t, n, reused, visit }: ReducedLoad): boolean {
  const { dns, connect, handshake, wait, receive, dcl, load } = t
  if (n.h1 + n.h2 + n.h3 + n.hidden !== n.requests) return false
  if ((connect ?? 0) > (handshake ?? Infinity) || (dcl ?? 0) > (load ?? Infinity)) return false
  if (visit !== null && reused !== (visit !== 'new-connection')) return false
  if (reused && (dns ?? connect ?? handshake) !== null) return false
  if (proto === 'h3' && connect !== null) return false
  if (handshake === null || wait === null || receive === null || load === null) return true
  return handshake + wait + receive <= load + ROUNDING_MS
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
