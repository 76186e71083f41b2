import type { TracedExchange, TracedPacket } from '../../../model/packet-trace.ts'
import type { DirectedRow } from './connection-marks.ts'
import type { PlacedExchanges } from './exchanges-quic.ts'
import type { TcpRow } from './tshark-row.ts'

/** Frame types, RFC 9113, 6. */
const DATA = 0
const HEADERS = 1
const PRIORITY = 2
const CONTINUATION = 9
export const FRAME_HEADER_BYTES = 9
const LARGEST_WEIGHT = 255

/** True of the frames that a header section is made of. */
export function isHeaders(type: number): boolean {
  return type === HEADERS || type === CONTINUATION
}

interface Http2Frame {
  readonly type: number
  readonly stream: number
  readonly bytes: number
}

/**
 * The requests of an HTTP/2 connection and the packets in which the frames of their responses end. Null where there are
 * none, or the frames of some packet are not told apart.
 */
export function http2Exchanges(rows: readonly DirectedRow[]): PlacedExchanges | null {
  const requests = new Map<number, { readonly row: DirectedRow; readonly weight: number | null }>()
  const headerBytes = new Map<number, number>()
  const parts = new Map<DirectedRow, (readonly [number, number])[]>()
  const index = new Map<number, number>()
  for (const row of rows) {
    const { tcp, up } = row
    if (tcp === null || tcp.http2Types.length === 0) continue
    const frames = framesOf(tcp)
    if (frames === null) return null
    const weights = weightsOf(frames, tcp.http2Weights)
    for (const frame of frames) {
      const { type, stream, bytes } = frame
      if (up && type === HEADERS && !requests.has(stream)) {
        index.set(stream, requests.size)
        requests.set(stream, { row, weight: weights.get(frame) ?? null })
      }
      const place = index.get(stream)
      if (up || place === undefined || ![DATA, HEADERS, CONTINUATION].includes(type)) continue
      if (type === HEADERS && !headerBytes.has(stream)) headerBytes.set(stream, FRAME_HEADER_BYTES + bytes)
      parts.set(row, [...(parts.get(row) ?? []), [place, FRAME_HEADER_BYTES + bytes]])
    }
  }
  if (requests.size === 0) return null
  const acks = rows.filter(({ up, tcp }) => !up && tcp?.acknowledged)
  const exchanges = [...requests].map(([stream, { row, weight }]): TracedExchange => {
    const end = (row.tcp?.seq ?? 0) + (row.tcp?.payloadBytes ?? 0)
    return {
      requestedAtMs: row.atMs,
      acknowledgedAtMs: acks.find(({ tcp }) => (tcp?.acknowledged ?? 0) >= end)?.atMs ?? null,
      urgency: weight === null ? null : LARGEST_WEIGHT - weight,
      incremental: null,
      headerBytes: headerBytes.get(stream) ?? null,
    }
  })
  return { exchanges, parts: parts as ReadonlyMap<DirectedRow, TracedPacket['parts'] & {}> }
}

export function framesOf({ http2Types, http2Streams, http2Bytes }: TcpRow): Http2Frame[] | null {
  if (http2Streams.length !== http2Types.length || http2Bytes.length !== http2Types.length) return null
  return http2Types.map((type, index) => ({
    type,
    stream: http2Streams[index] ?? 0,
    bytes: http2Bytes[index] ?? 0,
  }))
}

/** Weights by the frame that has them; none where it is not known which have. */
function weightsOf(
  frames: readonly Http2Frame[],
  weights: readonly number[],
): ReadonlyMap<Http2Frame, number> {
  const weighted = frames.filter(({ type }) => type === HEADERS || type === PRIORITY)
  if (weighted.length !== weights.length) return new Map()
  return new Map(weighted.map((frame, index) => [frame, weights[index] ?? 0]))
}
