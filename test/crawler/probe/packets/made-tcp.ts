import { pcapFile, pcapRecord } from './pcap-file.ts'

/** A segment between the two ends of a made connection; moments are those of the client's end. */
export interface MadeSegment {
  readonly atMs: number
  readonly up: boolean
  readonly seq: number
  readonly bytes: number
  /** Of IPv4. */
  readonly number: number
  /** When it was sent: what a time stamp says. */
  readonly sentMs: number
}

export const RTT_MS = 100
export const SEGMENT_BYTES = 1_000
export const SERVER = '192.0.2.2'
const CLIENT = '192.0.2.1'
const GET = 'GET / HTTP/1.1\r\nHost: site.test\r\n\r\n'
const [SYN, ACK] = [0x02, 0x10]
const TIMESTAMPS = { kind: 8, length: 10 } as const

/** Segments of one response that the server sends ten a round trip, each a millisecond after the one before. */
export function madeResponse(segments: number): MadeSegment[] {
  return Array.from({ length: segments }, (_, index) => {
    const sentMs = 1.5 * RTT_MS + Math.floor(index / 10) * RTT_MS + (index % 10)
    const at = { atMs: sentMs + RTT_MS / 2, sentMs }
    return { ...at, up: false, seq: 1 + index * SEGMENT_BYTES, bytes: SEGMENT_BYTES, number: 2 + index }
  })
}

/** What a client captures that asks for `bytes` in clear and gets those segments, in the order of their moments. */
export function madeCapture(
  segments: readonly MadeSegment[],
  { bytes, clientPort, stamped }: { bytes: number; clientPort: number; stamped: boolean },
): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes - 100}\r\nX: `
  const content = Buffer.from(`${head.padEnd(96, 'x')}\r\n\r\n${'y'.repeat(bytes - 100)}`)
  const ordered = segments.toSorted((one, other) => one.atMs - other.atMs)
  const record = (segment: MadeSegment, flags: number, acknowledged: number): Buffer => {
    const payload = segment.up
      ? Buffer.from(GET)
      : content.subarray(segment.seq - 1, segment.seq - 1 + segment.bytes)
    const frame = frameOf(segment, flags, acknowledged, segment.bytes === 0 ? Buffer.alloc(0) : payload, {
      clientPort,
      stamped,
    })
    return pcapRecord(
      1_000 + Math.floor(segment.atMs / 1_000),
      Math.round((segment.atMs % 1_000) * 1_000),
      frame,
    )
  }
  const plain = { seq: 0, bytes: 0, number: 0 }
  return pcapFile([
    record({ ...plain, atMs: 0, sentMs: 0, up: true }, SYN, 0),
    record({ ...plain, atMs: RTT_MS, sentMs: RTT_MS / 2, up: false }, SYN | ACK, 1),
    record({ ...plain, atMs: RTT_MS, sentMs: RTT_MS, up: true, seq: 1, bytes: GET.length }, ACK, 1),
    ...ordered.map((segment) => record(segment, ACK, segment.up ? 1 : 1 + GET.length)),
  ])
}

export const ASKED = { seq: 1, bytes: GET.length, up: true } as const

function frameOf(
  { up, seq, number, sentMs }: MadeSegment,
  flags: number,
  acknowledged: number,
  payload: Buffer,
  { clientPort, stamped }: { clientPort: number; stamped: boolean },
): Buffer {
  const mss = flags & SYN ? [2, 4, SEGMENT_BYTES >> 8, SEGMENT_BYTES & 0xff] : []
  const stamp = Buffer.alloc(12, 1)
  stamp.writeUInt8(TIMESTAMPS.kind, 2)
  stamp.writeUInt8(TIMESTAMPS.length, 3)
  stamp.writeUInt32BE(Math.round(sentMs) + 1, 4)
  const options = Buffer.concat([Buffer.from(mss), stamped ? stamp : Buffer.alloc(0)])
  const tcp = Buffer.alloc(20)
  tcp.writeUInt16BE(up ? clientPort : 80, 0)
  tcp.writeUInt16BE(up ? 80 : clientPort, 2)
  tcp.writeUInt32BE(7_000 + seq, 4)
  tcp.writeUInt32BE(flags & ACK ? 7_000 + acknowledged : 0, 8)
  tcp.writeUInt8(((20 + options.length) / 4) << 4, 12)
  tcp.writeUInt8(flags, 13)
  tcp.writeUInt16BE(0xffff, 14)
  const ip = Buffer.alloc(20)
  ip.writeUInt8(0x45, 0)
  ip.writeUInt16BE(40 + options.length + payload.length, 2)
  ip.writeUInt16BE(number, 4)
  ip.writeUInt8(64, 8)
  ip.writeUInt8(6, 9)
  ip.set((up ? CLIENT : SERVER).split('.').map(Number), 12)
  ip.set((up ? SERVER : CLIENT).split('.').map(Number), 16)
  const ethernet = Buffer.alloc(14)
  ethernet.writeUInt16BE(0x0800, 12)
  return Buffer.concat([ethernet, ip, tcp, options, payload])
}
