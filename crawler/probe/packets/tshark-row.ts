import { http1HeadBytes } from './http1-heads.ts'
import { FIELDS, type TsharkField } from './tshark-fields.ts'

/** A packet as tshark dissected it. A list has one entry per record or frame that *ends* in the packet. */
export interface TsharkRow {
  readonly atMs: number
  readonly frameBytes: number
  /** The capture kept less of it than there was (its snap length). */
  readonly isCut: boolean
  readonly source: string
  readonly destination: string
  readonly sourcePort: number
  readonly destinationPort: number
  /** Identification of IPv4; null: IPv6 has none. */
  readonly ipNumber: number | null
  readonly tcp: TcpRow | null
  readonly udp: UdpRow | null
  /** Handshake message types, RFC 8446, B.3. */
  readonly handshakes: readonly number[]
  readonly alpn: readonly string[]
  /** Groups of key shares, codes of IANA: those that a client offers, or the one that a server takes. */
  readonly keyShareGroups: readonly number[]
  /** Bytes of each certificate in DER, where they are not compressed. */
  readonly certificateBytes: readonly number[]
  /** Codes of IANA: those that a client takes, or the one that a server has signed by. */
  readonly signatureSchemes: readonly number[]
}

export interface TcpRow {
  readonly stream: number
  readonly syn: boolean
  readonly ack: boolean
  readonly fin: boolean
  /** Relative: the SYN is 0, the first byte of data 1. */
  readonly seq: number
  readonly acknowledged: number | null
  readonly payloadBytes: number
  readonly mss: number | null
  /** The sender's clock (RFC 7323, 3); null: the segment has none. */
  readonly timestamp: number | null
  /** Content types (RFC 8446, B.1) after decryption; shorter than `recordBytes` where records stayed encrypted. */
  readonly contentTypes: readonly number[]
  /** Outer types of protected TLS 1.3 records. */
  readonly opaqueTypes: readonly number[]
  readonly recordBytes: readonly number[]
  readonly http1Requests: number
  /** Bytes of the heads of those requests. */
  readonly http1HeadBytes: number
  readonly http1Responses: number
  /** Frame types, RFC 9113, 6. */
  readonly http2Types: readonly number[]
  /** The same frames' streams, and the bytes of their payload. */
  readonly http2Streams: readonly number[]
  readonly http2Bytes: readonly number[]
  /** 0 to 255, RFC 7540, 6.2 and 6.3: of frames that have one. */
  readonly http2Weights: readonly number[]
}

export interface UdpRow {
  readonly stream: number
  readonly payloadBytes: number
  /** tshark's number of the QUIC connection, by connection IDs; null where it could not tell. */
  readonly connection: number | null
  /** 1 long, 0 short; one per QUIC packet of the datagram. */
  readonly headerForms: readonly number[]
  /** The long headers' types (RFC 9000, 17.2): 0 is Initial. */
  readonly longTypes: readonly number[]
  /** tshark could decrypt these. */
  readonly packetNumbers: readonly number[]
  readonly streams: readonly StreamFrame[]
  readonly cryptos: readonly { readonly offset: number; readonly bytes: number }[]
  /** Any frame of a packet with a short header could be read. */
  readonly decrypted: boolean
  /** Largest packet numbers that its ACK frames name. */
  readonly acknowledged: readonly number[]
}

export interface StreamFrame {
  readonly id: number
  readonly offset: number
  /** It is null where the frame is the last of its packet and says no length. */
  readonly bytes: number | null
  /** The first bytes of a stream, hexadecimal, `HEAD_BYTES` at most; left out of frames that do not begin one. */
  readonly head?: string
}

/** A request's head mostly has no more than this of a stream. */
const HEAD_BYTES = 2_000

const UDP_HEADER_BYTES = 8

const COLUMNS = Object.fromEntries(FIELDS.map((field, index) => [field, index])) as Record<
  TsharkField,
  number
>

/** Reads one line of tshark's output; null where the packet is neither TCP nor UDP over IP. */
export function toRow(line: string): TsharkRow | null {
  const columns = line.split('\t')
  const columnOf = (field: TsharkField): string => columns[COLUMNS[field]] ?? ''
  const texts = (field: TsharkField): string[] => {
    const column = columnOf(field)
    return column === '' ? [] : column.split(',')
  }
  const numbers = (field: TsharkField): number[] => texts(field).map(Number)
  // The first of several (a packet in a packet) is the outermost.
  const firstText = (field: TsharkField): string | null => {
    const column = columnOf(field)
    if (column === '') return null
    const comma = column.indexOf(',')
    return comma < 0 ? column : column.slice(0, comma)
  }
  const first = (field: TsharkField): number | null => {
    const text = firstText(field)
    return text === null ? null : Number(text)
  }
  const source = firstText('ip.src') ?? firstText('ipv6.src')
  const destination = firstText('ip.dst') ?? firstText('ipv6.dst')
  const tcpStream = first('tcp.stream')
  const udpStream = first('udp.stream')
  if (source === null || destination === null || (tcpStream === null && udpStream === null)) return null
  return {
    atMs: (first('frame.time_epoch') ?? Number.NaN) * 1e3,
    frameBytes: first('frame.len') ?? 0,
    isCut: (first('frame.cap_len') ?? 0) < (first('frame.len') ?? 0),
    source,
    destination,
    sourcePort: first('tcp.srcport') ?? first('udp.srcport') ?? 0,
    destinationPort: first('tcp.dstport') ?? first('udp.dstport') ?? 0,
    ipNumber: first('ip.id'),
    tcp: tcpStream === null ? null : tcpRow(tcpStream, first, numbers, texts, columnOf),
    udp: udpStream === null ? null : udpRow(udpStream, first, numbers, texts),
    handshakes: numbers('tls.handshake.type'),
    alpn: texts('tls.handshake.extensions_alpn_str'),
    keyShareGroups: numbers('tls.handshake.extensions_key_share_group'),
    certificateBytes: numbers('tls.handshake.certificate_length'),
    signatureSchemes: numbers('tls.handshake.sig_hash_alg'),
  }
}

type First = (field: TsharkField) => number | null
type Numbers = (field: TsharkField) => number[]

const FIN = 0x01
const SYN = 0x02
const ACK = 0x10

function tcpRow(
  stream: number,
  first: First,
  numbers: Numbers,
  texts: (field: TsharkField) => string[],
  columnOf: (field: TsharkField) => string,
): TcpRow {
  const flags = first('tcp.flags') ?? 0
  const ack = (flags & ACK) !== 0
  return {
    stream,
    syn: (flags & SYN) !== 0,
    ack,
    fin: (flags & FIN) !== 0,
    seq: first('tcp.seq') ?? 0,
    acknowledged: ack ? first('tcp.ack') : null,
    payloadBytes: first('tcp.len') ?? 0,
    mss: first('tcp.options.mss_val'),
    timestamp: first('tcp.options.timestamp.tsval'),
    contentTypes: numbers('tls.record.content_type'),
    opaqueTypes: numbers('tls.record.opaque_type'),
    recordBytes: numbers('tls.record.length'),
    http1Requests: texts('http.request.method').length,
    http1HeadBytes: http1HeadBytes(columnOf),
    http1Responses: texts('http.response.code').length,
    http2Types: numbers('http2.type'),
    http2Streams: numbers('http2.streamid'),
    http2Bytes: numbers('http2.length'),
    http2Weights: numbers('http2.headers.weight'),
  }
}

function udpRow(
  stream: number,
  first: First,
  numbers: Numbers,
  texts: (field: TsharkField) => string[],
): UdpRow {
  const headerForms = numbers('quic.header_form')
  const packetNumbers = numbers('quic.packet_number')
  return {
    stream,
    payloadBytes: (first('udp.length') ?? UDP_HEADER_BYTES) - UDP_HEADER_BYTES,
    connection: first('quic.connection.number'),
    headerForms,
    longTypes: numbers('quic.long.packet_type'),
    packetNumbers,
    streams: streamFrames(numbers, texts('quic.stream_data')),
    cryptos: pairs(numbers('quic.crypto.offset'), numbers('quic.crypto.length')),
    // A packet with a short header is the last of its datagram (RFC 9000, 12.2), and has a number once it is decrypted.
    decrypted: headerForms.at(-1) === 0 && packetNumbers.length === headerForms.length,
    acknowledged: numbers('quic.ack.largest_acknowledged'),
  }
}

/** STREAM frames are types 8 to 15; two bits say whether offset and length are there (RFC 9000, 19.8). */
function streamFrames(numbers: Numbers, data: readonly string[]): StreamFrame[] {
  const types = numbers('quic.frame_type').filter((type) => type >= 0x08 && type <= 0x0f)
  const [ids, offsets, lengths] = [
    numbers('quic.stream.stream_id'),
    numbers('quic.stream.offset'),
    numbers('quic.stream.length'),
  ]
  // Frames without a byte may have no data here: then it is not known which is whose.
  const isWhole = data.length === types.length
  return types.map((type, index) => {
    const hex = isWhole ? data[index] : undefined
    const frame = {
      id: ids[index] ?? -1,
      offset: type & 0x04 ? (offsets.shift() ?? 0) : 0,
      bytes: type & 0x02 ? (lengths.shift() ?? 0) : hex === undefined ? null : hex.length / 2,
    }
    const isHead = frame.offset === 0 && hex !== undefined
    return isHead ? { ...frame, head: hex.slice(0, 2 * HEAD_BYTES) } : frame
  })
}

function pairs(offsets: readonly number[], lengths: readonly number[]): { offset: number; bytes: number }[] {
  return offsets.map((offset, index) => ({ offset, bytes: lengths[index] ?? 0 }))
}
