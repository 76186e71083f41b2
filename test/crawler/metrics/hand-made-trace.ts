import type { Measured, Metric } from '../../../crawler/metrics/metric.ts'
import type { PacketTrace, TracedConnection, TracedPacket } from '../../../model/packet-trace.ts'

export const TCP: TracedConnection = {
  transport: 'tcp',
  clientPort: 50_000,
  serverAddress: '192.0.2.1',
  serverPort: 443,
  protocol: 'h2',
  segmentBytes: 1448,
}
export const QUIC: TracedConnection = { ...TCP, transport: 'quic', protocol: 'h3', segmentBytes: null }

/** A packet without payload from the server at `atMs`, but for what is said. */
export function packet(atMs: number, facts: Partial<TracedPacket> = {}): TracedPacket {
  return {
    atMs,
    connection: 0,
    up: false,
    frameBytes: 66 + (facts.payloadBytes ?? 0),
    payloadBytes: 0,
    syn: false,
    request: false,
    response: false,
    finished: false,
    retransmission: false,
    ackedBytes: null,
    ...facts,
  }
}

export function trace(packets: readonly TracedPacket[], facts: Partial<PacketTrace> = {}): PacketTrace {
  const read = { decrypted: true, readableShare: 1, captureDrops: 0, countsLosses: true } as const
  return { connections: [TCP], packets, ...read, ...facts }
}

export function measure(metric: Metric, packets: PacketTrace | null): Measured {
  const found = metric.compute({ timings: null, har: null, connections: null, packets })
  return typeof found === 'object' && found !== null ? found : { value: found, note: null }
}

/** A TCP handshake of one round trip, then TLS that ends with the client's Finished two round trips after the SYN. */
export function handshake(fromMs: number, rttMs: number, connection = 0): TracedPacket[] {
  return [
    packet(fromMs, { connection, up: true, syn: true }),
    packet(fromMs + rttMs, { connection, syn: true, ackedBytes: 0 }),
    packet(fromMs + rttMs, { connection, up: true, ackedBytes: 0, payloadBytes: 500 }),
    packet(fromMs + 2 * rttMs, { connection, payloadBytes: 900, ackedBytes: 500 }),
    packet(fromMs + 2 * rttMs + 1, {
      connection,
      up: true,
      payloadBytes: 64,
      finished: true,
      ackedBytes: 900,
    }),
  ]
}
