/**
 * The pipes of towline-quic carry, both ways, a length, a kind, the number of a connection, and what the kind says. Integers
 * are big-endian. The other end is lab/quic/program/src/frames.rs.
 */

export const ASK = { roots: 0, open: 1, send: 2, stop: 3, took: 4, close: 5 } as const
export const REPORT = {
  heard: 0,
  established: 1,
  stream: 2,
  reset: 3,
  unsent: 4,
  ended: 5,
  tickets: 6,
} as const

/** Kind and connection, which the length counts. */
const HEAD_BYTES = 5
const LENGTH_BYTES = 4

export function encodeAsk(kind: number, connection: number, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.allocUnsafe(LENGTH_BYTES + HEAD_BYTES)
  const restBytes = parts.reduce((bytes, part) => bytes + part.length, 0)
  head.writeUInt32BE(HEAD_BYTES + restBytes, 0)
  head.writeUInt8(kind, LENGTH_BYTES)
  head.writeUInt32BE(connection, LENGTH_BYTES + 1)
  return Buffer.concat([head, ...parts])
}

export function encodeUint64(value: number | bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** Exact up to 2^53 - 1, as any number is. */
export const readUint64 = (bytes: Buffer, offset = 0): number => Number(bytes.readBigUInt64BE(offset))

export class ReportReader {
  readonly #report: (kind: number, connection: number, rest: Buffer) => void
  #pending: Buffer[] = []
  #pendingBytes = 0
  #neededBytes = LENGTH_BYTES

  /** `rest` of a report is only valid during the call. */
  constructor(report: (kind: number, connection: number, rest: Buffer) => void) {
    this.#report = report
  }

  push(chunk: Buffer): void {
    this.#pending.push(chunk)
    this.#pendingBytes += chunk.length
    if (this.#pendingBytes < this.#neededBytes) return
    const bytes = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending)
    let offset = 0
    this.#neededBytes = LENGTH_BYTES
    while (bytes.length - offset >= LENGTH_BYTES) {
      const end = offset + LENGTH_BYTES + bytes.readUInt32BE(offset)
      if (end > bytes.length) {
        this.#neededBytes = end - offset
        break
      }
      const kind = bytes.readUInt8(offset + LENGTH_BYTES)
      const connection = bytes.readUInt32BE(offset + LENGTH_BYTES + 1)
      this.#report(kind, connection, bytes.subarray(offset + LENGTH_BYTES + HEAD_BYTES, end))
      offset = end
    }
    this.#pending = offset < bytes.length ? [bytes.subarray(offset)] : []
    this.#pendingBytes = bytes.length - offset
  }
}
