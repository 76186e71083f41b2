import { ByteRanges } from './byte-ranges.ts'
import type { DirectedRow, ReadableBytes } from './connection-marks.ts'
import type { TlsRecord } from './tls-records.ts'

const APPLICATION_DATA = 23
/** TLS handshake message, RFC 8446, B.3. */
const FINISHED = 20
/** RFC 8446, 5.2: header and most that a protected record may hold. */
const LONGEST_RECORD_BYTES = 5 + 16_384 + 256

const NONE: ReadableBytes = { total: 0, read: 0 }

/**
 * Counts the datagrams whose last packet has a short header: no others carry requests or responses. A connection on which
 * the client sent none was not used.
 */
export function readableQuicBytes(rows: readonly DirectedRow[]): ReadableBytes {
  const short = rows.filter(({ udp }) => udp?.headerForms.at(-1) === 0)
  if (!short.some(({ up }) => up)) return NONE
  const data = short.flatMap(({ udp }) => udp ?? [])
  const sum = (of: typeof data) => of.reduce((bytes, { payloadBytes }) => bytes + payloadBytes, 0)
  return { total: sum(data), read: sum(data.filter(({ decrypted }) => decrypted)) }
}

/**
 * Counts both streams of a connection over TCP. One whose handshake the client did not end, as where the load is over before,
 * has no keys and carried no request.
 */
export function readableTcpBytes(
  up: Direction,
  down: Direction,
  { isTls }: { readonly isTls: boolean },
): ReadableBytes {
  if (isTls && !up.rows.some(hasApplicationData)) return NONE
  return sumOf(
    readableStreamBytes(up.rows, down.rows, isTls ? up.records : null),
    readableStreamBytes(down.rows, up.rows, isTls ? down.records : null),
  )
}

interface Direction {
  readonly rows: readonly DirectedRow[]
  readonly records: ReadonlyMap<DirectedRow, readonly TlsRecord[]>
}

/**
 * Counts the stream of one direction, each byte once. What the other side acknowledged was there, even where the capture
 * does not have it.
 * @param rows of the direction, `others` those of the other one
 * @param records of the direction; null in cleartext
 */
function readableStreamBytes(
  rows: readonly DirectedRow[],
  others: readonly DirectedRow[],
  records: ReadonlyMap<DirectedRow, readonly TlsRecord[]> | null,
): ReadableBytes {
  const [captured, uncut, sent] = [new ByteRanges(), new ByteRanges(), new ByteRanges()]
  let end = 1
  for (const { tcp, isCut } of rows) {
    if (tcp === null || tcp.syn) continue
    const start = Math.max(tcp.seq, 1)
    const dataEnd = tcp.seq + tcp.payloadBytes
    end = Math.max(end, dataEnd)
    captured.add(start, dataEnd)
    if (!isCut) uncut.add(start, dataEnd)
    // A FIN has a number of its own (RFC 9293, 3.4), which is acknowledged like a byte.
    sent.add(start, tcp.fin ? dataEnd + 1 : dataEnd)
  }
  const found = sent.size
  sent.add(1, Math.max(1, ...others.map(({ tcp }) => tcp?.acknowledged ?? 1)))
  const missing = sent.size - found
  if (records === null) return { total: captured.size + missing, read: uncut.size }
  const placed = [...records.values()].flat()
  const tail = Math.max(end - (placed.at(-1)?.end ?? 1), 0)
  // The last record may still be under way when the capture ends.
  const underWay = tail <= LONGEST_RECORD_BYTES ? tail : 0
  // Without keys the records of TLS 1.2 have a type as well, but there is no Finished.
  const isOpen =
    rows.some(({ handshakes }) => handshakes.includes(FINISHED)) || !rows.some(hasApplicationData)
  const opened = isOpen ? placed.filter(({ contentType }) => contentType !== null) : []
  const read = opened.reduce((bytes, record) => bytes + record.end - record.start, 0)
  return { total: end - 1 - underWay + missing, read }
}

function hasApplicationData({ tcp }: DirectedRow): boolean {
  return [...(tcp?.contentTypes ?? []), ...(tcp?.opaqueTypes ?? [])].includes(APPLICATION_DATA)
}

export const sumOf = (...parts: readonly ReadableBytes[]): ReadableBytes => ({
  total: parts.reduce((bytes, { total }) => bytes + total, 0),
  read: parts.reduce((bytes, { read }) => bytes + read, 0),
})
