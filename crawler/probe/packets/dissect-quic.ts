import { ByteRanges } from './byte-ranges.ts'
import type { ConnectionMarks, DirectedRow, PacketMarks } from './connection-marks.ts'
import { encoderBytes, hasAck, isExchange, quicExchanges } from './exchanges-quic.ts'
import { quicLosses } from './quic-losses.ts'
import { readableQuicBytes } from './readable-bytes.ts'
import { quicRequestHeaderBytes } from './request-heads.ts'
import type { StreamFrame, UdpRow } from './tshark-row.ts'

/** TLS handshake message, RFC 8446, B.3. */
const FINISHED = 20
/** Packet types of a long header, RFC 9000, 17.2. */
const INITIAL = 0
const RETRY = 3

/**
 * Marks the datagrams of a QUIC connection. HTTP/3 puts each request and its response on a stream of its own that the
 * client opens and that goes both ways (RFC 9114, 6.1), and everything else on other streams: which stream a packet
 * carries shows what it is.
 */
export function markQuic(rows: readonly DirectedRow[]): ConnectionMarks {
  const readable = readableQuicBytes(rows)
  const isRead = readable.read === readable.total
  const [again, losses] = [repeats(rows), quicLosses(rows)]
  const arrived = { up: new Map<number, ByteRanges>(), down: new Map<number, ByteRanges>() }
  const { exchanges, parts } = quicExchanges(rows)
  const packets = rows.map((row): PacketMarks => {
    const exchanges = row.udp?.streams.filter(({ id }) => isExchange(id)) ?? []
    const fresh = exchanges.filter((frame) => isFirstCopy(frame, row.up ? arrived.up : arrived.down))
    return {
      request: row.up && fresh.some(({ offset }) => offset === 0),
      response: !row.up && fresh.length > 0,
      finished: row.up && row.handshakes.includes(FINISHED),
      retransmission: isRead || (row.udp && isInitial(row.udp)) ? again.has(row) : null,
      ...(losses.has(row) && { lostBefore: losses.get(row) ?? 0 }),
      ...(parts.has(row) && { parts: parts.get(row) ?? [] }),
      ...(row.udp && hasAck(row.udp) && { ack: true as const }),
    }
  })
  const alpn = rows.find(({ up, alpn }) => !up && alpn.length > 0)?.alpn[0]
  const isH3 = alpn === 'h3' || packets.some(({ request }) => request)
  const requested = rows.flatMap(({ up, udp }) => (up ? (udp?.streams ?? []) : []))
  const requests = new Set(requested.flatMap(({ id }) => (isExchange(id) ? id : []))).size
  return {
    ...{ packets, protocol: isH3 ? 'h3' : null, segmentBytes: null, readable, requests },
    ...{ exchanges, serverEncoderBytes: encoderBytes(rows, 'server') },
    requestHeaderBytes: quicRequestHeaderBytes(rows),
  }
}

/** True where some byte of the frame has not been captured before. */
function isFirstCopy({ id, offset, bytes }: StreamFrame, arrived: Map<number, ByteRanges>): boolean {
  const ranges = arrived.get(id) ?? new ByteRanges()
  arrived.set(id, ranges)
  // The end of a stream stands for a byte of its own, so that a frame that carries nothing else counts once.
  const end = offset + Math.max(bytes ?? 1, 1)
  const isFirst = !ranges.covers(offset, end)
  ranges.add(offset, end)
  return isFirst
}

/**
 * The datagrams that carry bytes again, in the order of packet numbers, where reordering on the way is undone. A packet is
 * never sent twice, but what was lost is sent again as frames with the same offsets. What the client sends is all in the
 * capture; of what the server sent only those show whose first copy arrived (`quicLosses` finds the others). Handshake
 * bytes of packets that share their datagram with others are left out: which belongs to which packet is unknown.
 */
function repeats(rows: readonly DirectedRow[]): Set<DirectedRow> {
  const found = new Set<DirectedRow>()
  for (const up of [true, false]) {
    const seen = new Map<number, ByteRanges>()
    for (const { row, udp } of inSendOrder(
      rows,
      up,
      ({ decrypted, streams }) => decrypted && streams.length > 0,
    ))
      for (const { id, offset, bytes } of udp.streams) {
        const stream = seen.get(id) ?? new ByteRanges()
        seen.set(id, stream)
        // A frame that says no length has at least one byte.
        if (addIsRepeat(stream, offset, offset + (bytes ?? 1))) found.add(row)
      }
  }
  // A Retry asks for the handshake from its beginning (RFC 9000, 17.2.5.3): that nothing was lost.
  const retry = rows.findIndex(({ up, udp }) => !up && udp?.longTypes[0] === RETRY)
  for (const part of retry < 0 ? [rows] : [rows.slice(0, retry), rows.slice(retry)]) {
    const handshake = new ByteRanges()
    for (const { row, udp } of inSendOrder(part, true, isInitial)) {
      // All frames are looked at first: one packet may carry the pieces of the handshake in any order, each once.
      const isRepeat = udp.cryptos.map(({ offset, bytes }) => addIsRepeat(handshake, offset, offset + bytes))
      if (isRepeat.includes(true)) found.add(row)
    }
  }
  return found
}

/** A datagram of one Initial and nothing else, which anybody can read (RFC 9001, 5.2). */
function isInitial({ headerForms, longTypes }: UdpRow): boolean {
  return headerForms.length === 1 && longTypes[0] === INITIAL
}

function inSendOrder(
  rows: readonly DirectedRow[],
  up: boolean,
  wanted: (udp: UdpRow) => boolean,
): { row: DirectedRow; udp: UdpRow }[] {
  return rows
    .flatMap((row) => (row.udp && row.up === up && wanted(row.udp) ? [{ row, udp: row.udp }] : []))
    .sort((one, other) => (one.udp.packetNumbers.at(-1) ?? 0) - (other.udp.packetNumbers.at(-1) ?? 0))
}

function addIsRepeat(seen: ByteRanges, start: number, end: number): boolean {
  const isRepeat = seen.overlaps(start, end)
  seen.add(start, end)
  return isRepeat
}
