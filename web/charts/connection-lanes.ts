import { endMs, type NumberedRequest } from './waterfall-load.ts'
import { requestHost } from './waterfall-words.ts'

export interface LaneRequest {
  readonly request: NumberedRequest
  /** Time when it was sent: after waiting, and after the set-up where it had to wait for that. */
  readonly sentMs: number
  /** Row inside the lane, from 0: requests under way at the same time stand in different ones. */
  readonly slot: number
}

export interface ConnectionLane {
  /** Counted in the order of their first requests, from 1. */
  readonly number: number
  /** Is null for requests of which no connection is known: failed, from a cache, or of a HAR that does not say. */
  readonly id: string | null
  readonly hosts: readonly string[]
  readonly protocols: readonly string[]
  /** Sorted by when they were sent. */
  readonly requests: readonly LaneRequest[]
  /** Rows that its requests need. */
  readonly slots: number
}

/** The connections of a load by their first requests; requests without one come last. */
export function connectionLanes(requests: readonly NumberedRequest[]): readonly ConnectionLane[] {
  const groups = Map.groupBy(requests, ({ connection }) => connection)
  const unknown = groups.get(null)
  groups.delete(null)
  return [...groups, ...(unknown === undefined ? [] : [[null, unknown] as const])].map(([id, members], i) => {
    const { placed, slots } = placeInSlots(members)
    return {
      number: i + 1,
      id,
      hosts: [...new Set(members.map(requestHost))],
      protocols: [...new Set(members.flatMap(({ protocol }) => (protocol === null ? [] : [protocol])))],
      requests: placed,
      slots,
    }
  })
}

/** HARs date a request's start to the millisecond: of two that follow each other the second may seem to be sent earlier. */
const ROUNDING_MS = 1

/** Each in the first row that is free by the time it is sent. */
function placeInSlots(requests: readonly NumberedRequest[]) {
  const freeMs: number[] = []
  const placed = requests
    .map((request) => ({ request, sentMs: sentMs(request) }))
    .toSorted((a, b) => a.sentMs - b.sentMs || a.request.number - b.request.number)
    .map(({ request, sentMs }): LaneRequest => {
      const free = freeMs.findIndex((ms) => ms <= sentMs + ROUNDING_MS)
      const slot = free === -1 ? freeMs.length : free
      freeMs[slot] = endMs(request)
      return { request, sentMs, slot }
    })
  return { placed, slots: freeMs.length }
}

/** A request without a response spent its time waiting for one, as far as anybody knows. */
function sentMs({ startMs, status, phases }: NumberedRequest): number {
  if (status === 0) return startMs
  const { blocked, dns, connect } = phases
  return startMs + [blocked, dns, connect].reduce<number>((sum, ms) => sum + Math.max(0, ms ?? 0), 0)
}
