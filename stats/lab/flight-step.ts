import { ascending } from '../ascending.ts'
import { median } from '../median.ts'

/** One handshake: bytes are those that the server sent of it. */
export interface FlightLoad {
  /** Bytes before the client's Finished. */
  readonly serverBytes: number
  /** Bytes before it had to wait for the client. */
  readonly firstFlightBytes: number
  readonly roundTrips: number
}

/** Says where handshakes take a round trip more. */
interface FlightStep {
  /** Round trips of the shorter ones. */
  readonly roundTrips: number
  /** The most bytes that came without another round trip. */
  readonly mostBytes: number
  /** The fewest bytes that took another one. */
  readonly fewestBytes: number
  /** Bytes that servers sent before they waited, median over the handshakes that took another round trip: their limit. */
  readonly limitBytes: number
  /** Handshakes on either side. */
  readonly below: number
  readonly above: number
  /** Handshakes that took more or fewer round trips than their bytes say; nothing above is of them. */
  readonly otherwise: number
}

/** A server that is slow for once looks as if it waited, and one that waits behind a late packet as if it did not. */
const MOST_OTHERWISE = 0.05

/**
 * Finds the step at which what a server has to send exceeds what it may send at once. A server that waits has sent all that it
 * may, up to a packet: the step lies there, however far apart the sizes are that were measured. Of further steps nothing is said.
 *
 * @returns null where all handshakes took the same round trips, or more than one in twenty contradict the others
 */
export function flightStep(loads: readonly FlightLoad[]): FlightStep | null {
  const sorted = loads.toSorted((a, b) => a.serverBytes - b.serverBytes)
  const [roundTrips] = ascending(loads.map((load) => load.roundTrips))
  if (roundTrips === undefined) return null
  const isAbove = (load: FlightLoad): boolean => load.roundTrips > roundTrips
  // All loads that are not above a step before the first one say otherwise.
  let otherwise = loads.filter((load) => !isAbove(load)).length
  let best = { otherwise: Number.POSITIVE_INFINITY, at: 0 }
  for (const [at, load] of sorted.entries()) {
    if (otherwise < best.otherwise && load.serverBytes !== sorted[at - 1]?.serverBytes)
      best = { otherwise, at }
    otherwise += isAbove(load) ? 1 : -1
  }
  if (best.otherwise > MOST_OTHERWISE * loads.length) return null
  const below = sorted.slice(0, best.at).filter((load) => !isAbove(load))
  const above = sorted.slice(best.at).filter(isAbove)
  const [mostBytes, fewestBytes] = [below.at(-1)?.serverBytes, above[0]?.serverBytes]
  const limitBytes = median(above.map(({ firstFlightBytes }) => firstFlightBytes))
  if (mostBytes === undefined || fewestBytes === undefined || limitBytes === undefined) return null
  return {
    ...{ roundTrips, mostBytes, fewestBytes, limitBytes },
    ...{ below: below.length, above: above.length, otherwise: best.otherwise },
  }
}
