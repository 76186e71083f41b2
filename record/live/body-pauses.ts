import type { Exchange, RecordedPause } from '../../model/recording/exchange.ts'
import { median } from '../../stats/median.ts'
import type { NetlogRequest } from '../netlog/netlog-requests.ts'

/** Shorter ones are not told from what a link does. */
const LEAST_PAUSE_MS = 50

/** The link itself may cause so many times the usual distance between two parts. */
const USUAL_GAPS = 4

/** A full one, of 1,500 bytes. */
const PACKET_KILOBITS = 12

/** Parts of any responses that come nearer to each other than this may fill the link. */
const BUSY_MS = 20

/** Pauses of one body, the longest: a server that sends a part every 50 ms has as many in five seconds. */
const MOST_PAUSES = 100

export interface PausingResponse {
  readonly parts: NetlogRequest['parts']
  /** Shortest to its host; null: unknown. */
  readonly roundTripMs: number | null
  /** Durations of its body in the loads for times. */
  readonly receiveMs: readonly number[]
}

/**
 * Finds where the server paused within each body: between two parts of it nothing came of any response for 50 ms more than a
 * round trip and the usual distance of two parts in this load explain, all silences between them together, since other
 * responses of a page come while one is streamed. How long pauses were together is at most what the loads for times needed for
 * the whole body, their median: what writing everything down delayed is no pause.
 */
export function bodyPauses(
  responses: readonly PausingResponse[],
  linkMbps: number | null,
): RecordedPause[][] {
  const times = [
    ...new Set(responses.flatMap(({ parts }) => parts.map(({ timeMs }) => timeMs)).toSorted((a, b) => a - b)),
  ]
  // A server's pause says nothing of the link, nor do parts of two responses that take turns in pausing.
  const usualMs = Math.max(
    Math.min(
      usualGapMs([times]),
      usualGapMs(responses.map(({ parts }) => parts.map(({ timeMs }) => timeMs))),
    ),
    linkMbps === null ? 0 : PACKET_KILOBITS / linkMbps,
  )
  const places = new Map(times.map((time, place) => [time, place]))
  const busyMs = Math.max(BUSY_MS, USUAL_GAPS * usualMs)
  const silentMs = (fromMs: number, untilMs: number): number => {
    let sum = 0
    for (let place = (places.get(fromMs) ?? 0) + 1; (times[place] ?? Infinity) <= untilMs; place += 1) {
      const silence = (times[place] ?? 0) - (times[place - 1] ?? 0)
      if (silence > busyMs) sum += silence
    }
    return sum
  }
  return responses.map(({ parts, roundTripMs, receiveMs }) => {
    const limitMs = median(receiveMs)
    if (roundTripMs === null || limitMs === undefined) return []
    const leastMs = LEAST_PAUSE_MS + roundTripMs + USUAL_GAPS * usualMs
    const seen = parts.flatMap(({ timeMs, bytesBefore }, i): RecordedPause[] => {
      const last = parts[i - 1]
      if (last === undefined || timeMs - last.timeMs < leastMs) return []
      if (silentMs(last.timeMs, timeMs) < leastMs) return []
      return [{ atBytes: bytesBefore, ms: timeMs - last.timeMs }]
    })
    const longest = new Set(seen.toSorted((a, b) => b.ms - a.ms).slice(0, MOST_PAUSES))
    const sumMs = seen.reduce((sum, { ms }) => sum + ms, 0)
    const share = Math.min(1, limitMs / sumMs)
    return seen
      .filter((pause) => longest.has(pause))
      .map(({ atBytes, ms }) => ({ atBytes, ms: Math.round(ms * share) }))
      .filter(({ ms }) => ms >= LEAST_PAUSE_MS)
  })
}

/** Median distance of what came one after the other without a pause, of all lists; 0 where nothing did. */
function usualGapMs(lists: readonly (readonly number[])[]): number {
  const gapsMs = lists.flatMap((times) => times.slice(1).map((time, i) => time - (times[i] ?? time)))
  return median(gapsMs.filter((gapMs) => gapMs < LEAST_PAUSE_MS)) ?? 0
}

/**
 * The exchanges with their pauses.
 *
 * @param roundTrips shortest, by address
 * @param linkMbps of the emulated link; null: unknown
 */
export function addPauses(
  exchanges: readonly Exchange[],
  seen: readonly {
    readonly sent: NetlogRequest
    readonly page: { readonly answer: { readonly address: string | null } | null } | null
  }[],
  roundTrips: ReadonlyMap<string, number>,
  linkMbps: number | null,
): void {
  const responses = seen.map(({ sent, page }, id): PausingResponse => {
    const { timings = [], resourceType = null } = exchanges[id] ?? {}
    return {
      parts: sent.parts,
      // Media is read as it plays.
      roundTripMs: resourceType === 'Media' ? null : (roundTrips.get(page?.answer?.address ?? '') ?? null),
      receiveMs: timings.flatMap(({ load, receiveMs }) => (load === 0 ? [] : (receiveMs ?? []))),
    }
  })
  for (const [id, pauses] of bodyPauses(responses, linkMbps).entries()) {
    const exchange = exchanges[id]
    if (exchange !== undefined && pauses.length > 0) exchange.pauses = pauses
  }
}
