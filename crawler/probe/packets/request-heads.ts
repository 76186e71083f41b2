import type { DirectedRow } from './connection-marks.ts'
import { FRAME_HEADER_BYTES, framesOf, isHeaders } from './exchanges-http2.ts'
import { encoderBytes, isExchange } from './exchanges-quic.ts'
import { headersBytes } from './priority-field.ts'

/** Bytes of the header sections that a TCP connection's client sent; null where frames are not told apart. */
export function tcpRequestHeaderBytes(rows: readonly DirectedRow[]): number | null {
  let sum = 0
  for (const { tcp, up } of rows) {
    if (tcp === null || !up) continue
    const frames = framesOf(tcp)
    if (frames === null) return null
    sum += tcp.http1HeadBytes
    for (const { type, bytes } of frames) if (isHeaders(type)) sum += FRAME_HEADER_BYTES + bytes
  }
  return sum
}

/** The same of QUIC, with what the client's encoder stream carried; null where the head of a request is cut off. */
export function quicRequestHeaderBytes(rows: readonly DirectedRow[]): number | null {
  const heads = new Map<number, string | null>()
  for (const { up, udp } of rows)
    for (const { id, offset, head } of up ? (udp?.streams ?? []) : [])
      if (isExchange(id) && offset === 0) heads.set(id, heads.get(id) ?? head ?? null)
  const sizes = [...heads.values()].map((head) => (head === null ? null : headersBytes(head)))
  return sizes.includes(null)
    ? null
    : sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), encoderBytes(rows, 'client'))
}
