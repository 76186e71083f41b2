import type { TracedExchange, TracedPacket } from '../../../model/packet-trace.ts'
import { ByteRanges } from './byte-ranges.ts'
import type { DirectedRow } from './connection-marks.ts'
import { headersBytes, requestPriority } from './priority-field.ts'
import type { StreamFrame, UdpRow } from './tshark-row.ts'

export interface PlacedExchanges {
  readonly exchanges: readonly TracedExchange[]
  /** Says by row what it carries of responses for the first time. */
  readonly parts: ReadonlyMap<DirectedRow, TracedPacket['parts'] & {}>
}

/** RFC 9204, 4.2. */
const ENCODER_STREAM = '02'
/** Ids of streams of one direction, by who opened them: their last two bits (RFC 9000, 2.1). */
const ONE_WAY = { client: 0x02, server: 0x03 } as const

/**
 * The requests of an HTTP/3 connection and the packets that carry their responses. HTTP/3 has a stream for each (RFC 9114,
 * 6.1).
 */
export function quicExchanges(rows: readonly DirectedRow[]): PlacedExchanges {
  const requests = new Map<number, { readonly row: DirectedRow; readonly frame: StreamFrame }>()
  const responseHeads = new Map<number, string>()
  for (const row of rows)
    for (const frame of row.udp?.streams ?? []) {
      if (!isExchange(frame.id)) continue
      if (row.up && frame.offset === 0 && !requests.has(frame.id)) requests.set(frame.id, { row, frame })
      if (!row.up && frame.head !== undefined && !responseHeads.has(frame.id))
        responseHeads.set(frame.id, frame.head)
    }
  const index = new Map([...requests.keys()].map((id, place) => [id, place]))
  const acknowledge = acknowledgements(rows)
  const exchanges = [...requests].map(([id, { row, frame }]): TracedExchange => {
    const priority = frame.head === undefined ? null : requestPriority(frame.head)
    const head = responseHeads.get(id)
    return {
      requestedAtMs: row.atMs,
      acknowledgedAtMs: acknowledge(row),
      urgency: priority?.urgency ?? null,
      incremental: priority?.incremental ?? null,
      headerBytes: head === undefined ? null : headersBytes(head),
    }
  })
  return { exchanges, parts: partsOf(rows, index) }
}

/** Bytes of the encoder stream of one side behind its type; 0 where it opened none. */
export function encoderBytes(rows: readonly DirectedRow[], from: keyof typeof ONE_WAY): number {
  const frames = rows.flatMap(({ up, udp }) => (up === (from === 'client') ? (udp?.streams ?? []) : []))
  const encoder = frames.find(
    ({ id, offset, head }) =>
      (id & 0x03) === ONE_WAY[from] && offset === 0 && head?.startsWith(ENCODER_STREAM),
  )
  if (encoder === undefined) return 0
  const bytes = new ByteRanges()
  for (const { id, offset, bytes: count } of frames)
    if (id === encoder.id) bytes.add(offset, offset + (count ?? 0))
  return Math.max(0, bytes.size - ENCODER_STREAM.length / 2)
}

/** True where it has an ACK frame in a packet with a short header, and nothing before that packet. */
export function hasAck({ headerForms, acknowledged }: UdpRow): boolean {
  return headerForms.length === 1 && headerForms[0] === 0 && acknowledged.length > 0
}

/** A stream of both directions that the client opened (RFC 9114, 6.1). */
export function isExchange(id: number): boolean {
  return (id & 0x03) === 0
}

/** When the server has first acknowledged the packet of a row, or a later one: it had that one as well, unless it was lost. */
function acknowledgements(rows: readonly DirectedRow[]): (request: DirectedRow) => number | null {
  const acks = rows.flatMap(({ up, atMs, udp }) =>
    !up && udp && hasAck(udp) ? [{ atMs, largest: Math.max(...udp.acknowledged) }] : [],
  )
  return ({ udp }) => {
    const number = udp?.decrypted ? udp.packetNumbers.at(-1) : undefined
    if (number === undefined) return null
    return acks.find(({ largest }) => largest >= number)?.atMs ?? null
  }
}

function partsOf(rows: readonly DirectedRow[], index: ReadonlyMap<number, number>): PlacedExchanges['parts'] {
  const arrived = new Map<number, ByteRanges>()
  const parts = new Map<DirectedRow, (readonly [number, number])[]>()
  for (const row of rows) {
    if (row.up) continue
    for (const { id, offset, bytes } of row.udp?.streams ?? []) {
      const place = index.get(id)
      if (place === undefined || bytes === null) continue
      const ranges = arrived.get(id) ?? new ByteRanges()
      arrived.set(id, ranges)
      const before = ranges.size
      ranges.add(offset, offset + bytes)
      const fresh = ranges.size - before
      if (fresh > 0) parts.set(row, [...(parts.get(row) ?? []), [place, fresh]])
    }
  }
  return parts
}
