import type { HandshakeSteps } from '../../figures/handshake-steps.ts'
import { ARM_NAMES, ARMS, type Arm } from '../../model/arm.ts'
import { type FlightLoad, flightStep } from '../../stats/lab/flight-step.ts'
import { median } from '../../stats/median.ts'
import { type CellGroup, cellGroups } from '../lab/cell-groups.ts'
import { valueIn } from '../lab/lab-factors.ts'
import type { RunCell } from '../lab/run-cells.ts'
import { HANDSHAKE_FACTORS } from './handshake-cost.ts'

type Row = HandshakeSteps['rows'][number]

/** A segment of TCP with time stamps on Ethernet, and a datagram of the lab's own server (lab/origin/program/src/quic.rs). */
const SEGMENT_BYTES = 1_448
const DATAGRAM_BYTES = 1_452
/** Linux, where nothing is set (RFC 6928). */
const DEFAULT_WINDOW = 10
/** RFC 9000, 8.1. */
const TIMES_RECEIVED = 3

export async function handshakeSteps(runCells: readonly RunCell[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const group of cellGroups(runCells, HANDSHAKE_FACTORS))
    for (const arm of ARM_NAMES) rows.push(...(await armRow(group, arm)))
  return rows
}

async function armRow({ condition, cells }: CellGroup, arm: Arm): Promise<Row[]> {
  const loads: FlightLoad[] = []
  const clientBytes: number[] = []
  for (const cell of cells) {
    const trips = await cell.series(arm, 'handshake_round_trips')
    const server = await cell.series(arm, 'server_handshake_bytes')
    const first = await cell.series(arm, 'server_first_flight_bytes')
    clientBytes.push(...(await cell.series(arm, 'client_first_flight_bytes')).values)
    // All of them are of the same packets: a load has each, or none.
    for (const [index, roundTrips] of trips.values.entries())
      loads.push({
        roundTrips,
        serverBytes: server.values[index] ?? Number.NaN,
        firstFlightBytes: first.values[index] ?? Number.NaN,
      })
  }
  if (loads.length === 0) return []
  const isQuic = ARMS[arm].isForced && ARMS[arm].protocol === 'h3'
  const packetBytes = isQuic ? DATAGRAM_BYTES : SEGMENT_BYTES
  const window = Number(valueIn(condition, 'initcwnd') ?? DEFAULT_WINDOW)
  const step = flightStep(loads)
  const client = median(clientBytes)
  const expected = isQuic ? (client === undefined ? null : TIMES_RECEIVED * client) : window * packetBytes
  return [
    {
      ...{ condition, arm, n: loads.length },
      roundTrips: step?.roundTrips ?? null,
      mostBytes: step?.mostBytes ?? null,
      fewestBytes: step?.fewestBytes ?? null,
      limitBytes: step?.limitBytes ?? null,
      otherwise: step?.otherwise ?? null,
      expectedBytes: expected,
      offPackets: step === null || expected === null ? null : (step.limitBytes - expected) / packetBytes,
    },
  ]
}
