import type { Exchange, RecordedPause } from '../../model/recording/exchange.ts'
import { median } from '../../stats/median.ts'
import type { NetlogRequest } from '../netlog/netlog-requests.ts'

/** Shorter ones are not told from what a link does. */
const LEAST_PAUSE_MS = 50

/** Of so many times the usual distance between two parts the link itself may be the cause. */
const USUAL_GAPS = 4

/** A response of the load for bodies. */
export interface PausingResponse {
  readonly parts: NetlogRequest['parts']
  /** Shortest to its host; null: unknown. */
  readonly roundTripMs: number | null
  /** Of its body in the loads for times. */
  readonly receiveMs: readonly number[]
}

/**
 * Where the server paused within each body: nothing came of any response for 50 ms more than a round trip and the usual
 * distance of two parts in this load explain. How long they were together is at most what the loads for times needed for the
 * whole body, their median: what writing everything down delayed is no pause.
 */
export function bodyPauses(responses: readonly PausingResponse[]): RecordedPause[][] {
  const times = [
    ...new Set(responses.flatMap(({ parts }) => parts.map(({ timeMs }) => timeMs)).toSorted((a, b) => a - b)),
  ]
  const usualMs = median(times.flatMap((time, i) => (i === 0 ? [] : time - (times[i - 1] ?? time)))) ?? 0
  const before = new Map(times.map((time, i) => [time, i === 0 ? time : (times[i - 1] ?? time)]))
  return responses.map(({ parts, roundTripMs, receiveMs }) => {
    const limitMs = median(receiveMs)
    if (roundTripMs === null || limitMs === undefined) return []
    const leastMs = LEAST_PAUSE_MS + roundTripMs + USUAL_GAPS * usualMs
    const seen = parts.flatMap(({ timeMs, bytesBefore }, i): RecordedPause[] => {
      const quietSince = before.get(timeMs) ?? timeMs
      const last = parts[i - 1]
      if (last === undefined || timeMs - quietSince < leastMs) return []
      return [{ atBytes: bytesBefore, ms: timeMs - last.timeMs }]
    })
    const sumMs = seen.reduce((sum, { ms }) => sum + ms, 0)
    const share = Math.min(1, limitMs / sumMs)
    return seen
      .map(({ atBytes, ms }) => ({ atBytes, ms: Math.round(ms * share) }))
      .filter(({ ms }) => ms >= LEAST_PAUSE_MS)
  })
}

/** The exchanges with their pauses. `roundTrips`: shortest, by address. */
export function addPauses(
  exchanges: readonly Exchange[],
  seen: readonly {
    readonly sent: NetlogRequest
    readonly page: { readonly answer: { readonly address: string | null } | null } | null
  }[],
  roundTrips: ReadonlyMap<string, number>,
): void {
  const responses = seen.map(({ sent, page }, id): PausingResponse => {
    const { timings = [], resourceType = null } = exchanges[id] ?? {}
    return {
      parts: sent.parts,
      // What plays is read as it plays.
      roundTripMs: resourceType === 'Media' ? null : (roundTrips.get(page?.answer?.address ?? '') ?? null),
      receiveMs: timings.flatMap(({ load, receiveMs }) => (load === 0 ? [] : (receiveMs ?? []))),
    }
  })
  for (const [id, pauses] of bodyPauses(responses).entries()) {
    const exchange = exchanges[id]
    if (exchange !== undefined && pauses.length > 0) exchange.pauses = pauses
  }
}
