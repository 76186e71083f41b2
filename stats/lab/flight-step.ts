import { ascending } from '../ascending.ts'
import { median } from '../median.ts'

/** One handshake: bytes are those that the server sent of it. */
export interface FlightLoad {
  /** Before the client's Finished. */
  readonly serverBytes: number
  /** Before it had to wait for the client. */
  readonly firstFlightBytes: number
  readonly roundTrips: number
}

/** Where handshakes take a round trip more. */
export interface FlightStep {
  /** Round trips of the shorter ones. */
  readonly roundTrips: number
  /** The most bytes that came without another round trip. */
  readonly mostBytes: number
  /** The fewest bytes that took another one. */
  readonly fewestBytes: number
  /** What servers sent before they waited, median over the handshakes that took another round trip: their limit. */
  readonly limitBytes: number
  /** Handshakes on either side. */
  readonly below: number
  readonly above: number
}

/**
 * Finds the step at which what a server has to send exceeds what it may send at once. A server that waits has sent all that it
 * may, up to a packet: the step lies there, however far apart the sizes are that were measured. Of further steps nothing is said.
 *
 * @returns null where all handshakes took the same round trips, or sizes and round trips contradict each other
 */
export function flightStep(loads: readonly FlightLoad[]): FlightStep | null {
  const [roundTrips] = ascending(loads.map((load) => load.roundTrips))
  if (roundTrips === undefined) return null
  const below = loads.filter((load) => load.roundTrips === roundTrips)
  const above = loads.filter((load) => load.roundTrips > roundTrips)
  const limitBytes = median(above.map(({ firstFlightBytes }) => firstFlightBytes))
  if (limitBytes === undefined) return null
  const mostBytes = Math.max(...below.map(({ serverBytes }) => serverBytes))
  const fewestBytes = Math.min(...above.map(({ serverBytes }) => serverBytes))
  if (mostBytes >= fewestBytes) return null
  return { roundTrips, mostBytes, fewestBytes, limitBytes, below: below.length, above: above.length }
}
