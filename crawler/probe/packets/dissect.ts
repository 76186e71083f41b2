import ipaddr from 'ipaddr.js'
import type {
  PacketTrace,
  TracedConnection,
  TracedHandshake,
  TracedPacket,
} from '../../../model/packet-trace.ts'
import type { DirectedRow, PacketMarks, ReadableBytes } from './connection-marks.ts'
import { markQuic } from './dissect-quic.ts'
import { markTcp } from './dissect-tcp.ts'
import { sumOf } from './readable-bytes.ts'
import type { CaptureToDissect, Tshark } from './tshark.ts'
import type { TsharkRow } from './tshark-row.ts'

export interface DissectOptions extends CaptureToDissect {
  readonly tshark: Tshark
  /** Addresses of the page's servers, as the browser reports them; connections to others are left out. */
  readonly servers: ReadonlySet<string>
  /** Packets that the capture lost; null where it is not known. */
  readonly captureDrops: number | null
}

interface OpenConnection {
  readonly transport: 'tcp' | 'quic'
  readonly opening: TsharkRow
  readonly rows: DirectedRow[]
}

/**
 * Turns a capture into a trace of the page's connections: those that were opened within it, because what was open
 * before does not belong to a cold load.
 * @throws Error where tshark fails; the signal's reason where it is aborted.
 */
export async function dissect(options: DissectOptions): Promise<PacketTrace> {
  const servers = new Set([...options.servers].map(canonical))
  return traceOf(await options.tshark.dissect(options), servers, options.captureDrops)
}

/** The trace of dissected packets; `servers` in canonical text form. */
export function traceOf(
  rows: readonly TsharkRow[],
  servers: ReadonlySet<string>,
  captureDrops: number | null,
): PacketTrace {
  const connections = connectionsOf(rows, servers)
  const order = new Map(rows.map((row, index) => [row, index]))
  const traced: TracedConnection[] = []
  const packets: { readonly order: number; readonly packet: TracedPacket }[] = []
  const readable: ReadableBytes[] = []
  for (const { transport, opening, rows: packetRows } of connections) {
    const marks = transport === 'tcp' ? markTcp(packetRows) : markQuic(packetRows)
    readable.push(marks.readable)
    marks.packets.forEach((mark, index) => {
      const row = packetRows[index]
      if (row) packets.push({ order: order.get(row) ?? 0, packet: tracedPacket(row, traced.length, mark) })
    })
    traced.push({
      transport,
      clientPort: opening.sourcePort,
      serverAddress: opening.destination,
      serverPort: opening.destinationPort,
      protocol: marks.protocol,
      segmentBytes: marks.segmentBytes,
      requests: marks.requests,
      requestHeaderBytes: marks.requestHeaderBytes,
      handshake: handshakeOf(packetRows),
      ...(marks.exchanges && { exchanges: marks.exchanges }),
      ...(marks.serverEncoderBytes !== undefined && { serverEncoderBytes: marks.serverEncoderBytes }),
    })
  }
  packets.sort((one, other) => one.order - other.order)
  const { total, read } = sumOf(...readable)
  return {
    connections: traced,
    packets: packets.map(({ packet }) => packet),
    decrypted: read === total,
    readableShare: total === 0 ? null : read / total,
    captureDrops,
    countsLosses: true,
  }
}

/** ServerHello (RFC 8446, B.3.1). */
const SERVER_HELLO = 2

function handshakeOf(rows: readonly DirectedRow[]): TracedHandshake {
  const down = rows.filter(({ up }) => !up)
  const hello = down.find(
    ({ handshakes, keyShareGroups }) => handshakes.includes(SERVER_HELLO) && keyShareGroups.length > 0,
  )
  const chain = down.find(({ certificateBytes }) => certificateBytes.length > 0)?.certificateBytes
  return {
    keyExchangeGroup: hello?.keyShareGroups[0] ?? null,
    signatureScheme:
      down.find(({ signatureSchemes }) => signatureSchemes.length > 0)?.signatureSchemes[0] ?? null,
    chainBytes: chain?.reduce((sum, bytes) => sum + bytes, 0) ?? null,
  }
}

function connectionsOf(rows: readonly TsharkRow[], servers: ReadonlySet<string>): OpenConnection[] {
  const open = new Map<string, OpenConnection>()
  /** The QUIC connection that was last seen between two UDP ports, for packets that tshark could not place. */
  const onPorts = new Map<number, string>()
  for (const row of rows) {
    const key = keyOf(row, onPorts)
    if (key === null) continue
    let connection = open.get(key)
    if (!connection && opens(row) && servers.has(canonical(row.destination))) {
      connection = { transport: row.tcp ? 'tcp' : 'quic', opening: row, rows: [] }
      open.set(key, connection)
    }
    if (connection) connection.rows.push(Object.assign(row, { up: isUp(row, connection.opening) }))
  }
  return [...open.values()]
}

function keyOf(row: TsharkRow, onPorts: Map<number, string>): string | null {
  if (row.tcp) return `tcp ${row.tcp.stream}`
  if (!row.udp) return null
  const { connection, stream } = row.udp
  if (connection !== null) onPorts.set(stream, `quic ${connection}`)
  return onPorts.get(stream) ?? null
}

const INITIAL = 0

function opens(row: TsharkRow): boolean {
  return row.tcp ? row.tcp.syn && !row.tcp.ack : row.udp?.longTypes[0] === INITIAL
}

/** Finds it by the server's end, or else the client's: a QUIC connection may change one of them. */
function isUp(row: TsharkRow, opening: TsharkRow): boolean {
  return (
    (row.destination === opening.destination && row.destinationPort === opening.destinationPort) ||
    (row.source === opening.source && row.sourcePort === opening.sourcePort)
  )
}

function tracedPacket(row: DirectedRow, connection: number, marks: PacketMarks): TracedPacket {
  return {
    atMs: row.atMs,
    connection,
    up: row.up,
    frameBytes: row.frameBytes,
    payloadBytes: row.tcp?.payloadBytes ?? row.udp?.payloadBytes ?? 0,
    syn: row.tcp?.syn ?? false,
    ...marks,
    // Relative numbers count the SYN as one.
    ackedBytes: row.tcp?.acknowledged ? row.tcp.acknowledged - 1 : null,
  }
}

/** CDP writes IPv6 addresses in brackets. */
function canonical(address: string): string {
  const bare = address.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare
}
