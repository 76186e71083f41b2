import type { Arm } from './arm.ts'
import { HANDSHAKE_ROUNDS } from './handshake-rounds.ts'
import { payloadMsPerByte, slowStartMs } from './slow-start.ts'

interface SingleFile {
  readonly sizeBytes: number
  readonly arm: Arm
  readonly rttMs: number
  /** Is null where unlimited. */
  readonly downMbps: number | null
  /** The server's time before its answer. */
  readonly thinkMs: number
}

/**
 * Milliseconds that one file takes over a new connection at least: handshake, request, and its bytes in slow start. What
 * the wire limit (lab/limit/limit.ts) is for a page of one file; it knows no loss, no queue and no computer's time.
 */
export function singleFileMs(
  { sizeBytes, arm, rttMs, downMbps, thinkMs }: SingleFile,
  windowPackets: number,
): number {
  const transferMs = slowStartMs(sizeBytes, windowPackets, { rttMs, msPerByte: payloadMsPerByte(downMbps) })
  return (HANDSHAKE_ROUNDS[arm] + 1) * rttMs + thinkMs + transferMs
}
