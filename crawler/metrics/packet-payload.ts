import type { TracedPacket } from '../../model/packet-trace.ts'

export function payloadOf(packets: readonly Pick<TracedPacket, 'payloadBytes'>[]): number {
  return packets.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0)
}

/** Says how many segments were sent, where offload joins them before they are captured. */
export function segmentsOf({ payloadBytes }: TracedPacket, segmentBytes: number | null): number {
  return segmentBytes === null ? 1 : Math.ceil(payloadBytes / segmentBytes)
}
