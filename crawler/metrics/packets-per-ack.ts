import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

/** TCP segments that offload had joined count as those that were sent. */
export const packetsPerAck: Metric = traced(
  'packets_per_ack',
  'packets with response data by the client’s that acknowledge (TCP: and carry nothing else)',
  (trace) => {
    const data = trace.packets.reduce((sum, packet) => sum + dataPackets(trace, packet), 0)
    const acks = trace.packets.filter((packet) => packet.up && acknowledges(trace, packet)).length
    return acks === 0 ? unknown('no acknowledgement was captured') : data / acks
  },
)

function dataPackets({ connections }: PacketTrace, { up, response, connection, payloadBytes }: TracedPacket) {
  if (up || !response) return 0
  const segmentBytes = connections[connection]?.segmentBytes ?? null
  return segmentBytes === null ? 1 : Math.ceil(payloadBytes / segmentBytes)
}

function acknowledges({ connections }: PacketTrace, packet: TracedPacket): boolean {
  if (connections[packet.connection]?.transport === 'quic') return packet.ack === true
  return packet.payloadBytes === 0 && !packet.syn && (packet.ackedBytes ?? 0) > 0
}
