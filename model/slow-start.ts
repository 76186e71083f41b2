/**
 * Payload of a full packet: an Ethernet frame's 1,500 bytes without the headers of IPv4 (20) and TCP (20). What QUIC
 * gets through is a little less, and so is TCP with time stamps.
 */
export const PAYLOAD_BYTES = 1_460

/**
 * Round trips in which a sender has to wait for nothing but the window: flights that it takes to send so many bytes,
 * each twice the one before (RFC 5681, 3.1, without delayed acknowledgements). 0 for no bytes.
 *
 * @param windowPackets of the first flight, at least 1
 */
export function slowStartRounds(sizeBytes: number, windowPackets: number): number {
  let rounds = 0
  for (let remainingBytes = sizeBytes; remainingBytes > 0; rounds++)
    remainingBytes -= windowPackets * PAYLOAD_BYTES * 2 ** rounds
  return rounds
}

/**
 * Milliseconds from the first byte's arrival to the last one's: flight after flight, of which each takes its bytes at
 * the link's rate and is followed, no sooner than a round trip after its beginning, by the next one.
 *
 * @param msPerByte 0 for a link without a limit
 */
export function slowStartMs(
  sizeBytes: number,
  windowPackets: number,
  { rttMs, msPerByte }: { readonly rttMs: number; readonly msPerByte: number },
): number {
  const rounds = slowStartRounds(sizeBytes, windowPackets)
  let ms = 0
  let remainingBytes = sizeBytes
  for (let round = 0; round < rounds - 1; round++) {
    const flightBytes = windowPackets * PAYLOAD_BYTES * 2 ** round
    ms += Math.max(rttMs, flightBytes * msPerByte)
    remainingBytes -= flightBytes
  }
  return ms + remainingBytes * msPerByte
}

/** An Ethernet frame's IP packet: what a link's rate counts. */
const PACKET_BYTES = 1_500

/** Milliseconds that a byte of payload takes at a link's rate, headers of its packets included; 0 for no limit (null). */
export function payloadMsPerByte(downMbps: number | null): number {
  // 1 Mbit/s is 1,000 bit/ms.
  return downMbps === null ? 0 : ((8 / 1_000 / downMbps) * PACKET_BYTES) / PAYLOAD_BYTES
}
