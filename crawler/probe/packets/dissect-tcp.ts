import type { TracedConnection } from '../../../model/packet-trace.ts'
import { ByteRanges } from './byte-ranges.ts'
import type { ConnectionMarks, DirectedRow } from './connection-marks.ts'
import { http2Exchanges } from './exchanges-http2.ts'
import { placeMessages } from './http-messages.ts'
import { readableTcpBytes } from './readable-bytes.ts'
import { tcpRequestHeaderBytes } from './request-heads.ts'
import { tcpRepeats } from './tcp-repeats.ts'
import { placeRecords, type TlsRecord } from './tls-records.ts'

const HANDSHAKE = 22
/** TLS handshake message, RFC 8446, B.3. */
const FINISHED = 20
/** A time stamp option, padded (RFC 7323, A). */
const TIMESTAMP_BYTES = 12

/**
 * Marks the packets of a TCP connection. tshark reports a record or a message in the packet that completes it;
 * which packets carried its bytes follows from where it lies in the stream, whatever order they came in.
 */
export function markTcp(rows: readonly DirectedRow[]): ConnectionMarks {
  const [up, down] = [rows.filter((row) => row.up), rows.filter((row) => !row.up)]
  const [upRecords, downRecords] = [placeRecords(up), placeRecords(down)]
  const isTls = upRecords.size > 0
  const messages = placeMessages(up, down, isTls ? upRecords : null, isTls ? downRecords : null)
  const [requestStarts, finished] = [new ByteRanges(), new ByteRanges()]
  for (const start of messages.requestStarts) requestStarts.add(start, start + 1)
  const finishedAt = finishedByte(upRecords)
  if (finishedAt !== null) finished.add(finishedAt, finishedAt + 1)
  const seen = { up: new ByteRanges(), down: new ByteRanges() }
  const placed = http2Exchanges(rows)
  const again = tcpRepeats(rows)
  const packets = rows.map((row) => {
    const { seq = 0, payloadBytes = 0 } = row.tcp ?? {}
    const end = seq + payloadBytes
    const before = row.up ? seen.up : seen.down
    // Probes repeat the last segment whenever an ACK is late (RFC 8985, 7.2): that is no later end of a response.
    const isCopy = before.covers(seq, end)
    before.add(seq, end)
    return {
      request: row.up && !isCopy && requestStarts.overlaps(seq, end),
      response: !row.up && !isCopy && messages.responses.overlaps(seq, end),
      finished: row.up && !isCopy && finished.overlaps(seq, end),
      retransmission: again.get(row) ?? null,
      ...(placed?.parts.has(row) && { parts: placed.parts.get(row) ?? [] }),
    }
  })
  return {
    packets,
    protocol: protocolOf(rows),
    segmentBytes: segmentBytesOf(rows),
    requests: messages.requests,
    requestHeaderBytes: tcpRequestHeaderBytes(rows),
    ...(placed && { exchanges: placed.exchanges }),
    readable: readableTcpBytes(
      { rows: up, records: upRecords },
      { rows: down, records: downRecords },
      { isTls },
    ),
  }
}

/** Position of the last byte of the record with the client's Finished, which is the last of its flight. */
function finishedByte(records: ReadonlyMap<DirectedRow, readonly TlsRecord[]>): number | null {
  for (const [row, placed] of records) {
    if (!row.handshakes.includes(FINISHED)) continue
    const last = placed.findLast(({ contentType }) => contentType === HANDSHAKE)
    if (last) return last.end - 1
  }
  return null
}

function protocolOf(rows: readonly DirectedRow[]): TracedConnection['protocol'] {
  if (rows.some(({ tcp }) => tcp && tcp.http2Types.length > 0)) return 'h2'
  if (rows.some(({ tcp }) => tcp && tcp.http1Requests + tcp.http1Responses > 0)) return 'http/1.1'
  // The client's first one is only what it would like best.
  const chosen = rows.find(({ up, alpn }) => !up && alpn.length > 0)?.alpn[0]
  return chosen === 'h2' || chosen === 'http/1.1' ? chosen : null
}

/** RFC 9293, 3.7.1: the smaller of both MSS options, less the options that every segment carries. */
function segmentBytesOf(rows: readonly DirectedRow[]): number | null {
  const synFrom = (fromClient: boolean) => rows.find(({ up, tcp }) => up === fromClient && tcp?.syn)?.tcp
  const [client, server] = [synFrom(true), synFrom(false)]
  if (!client?.mss || !server?.mss) return null
  const options = client.timestamp !== null && server.timestamp !== null ? TIMESTAMP_BYTES : 0
  return Math.min(client.mss, server.mss) - options
}
