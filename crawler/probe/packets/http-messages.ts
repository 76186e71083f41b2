import { ByteRanges } from './byte-ranges.ts'
import type { DirectedRow } from './connection-marks.ts'
import type { TlsRecord } from './tls-records.ts'

/** Says where HTTP messages lie in the two streams of a TCP connection, in relative sequence numbers. */
export interface PlacedMessages {
  /** First bytes of requests. */
  readonly requestStarts: readonly number[]
  /** Counts them: several may begin in one record or segment. */
  readonly requests: number
  readonly responses: ByteRanges
}

type Records = ReadonlyMap<DirectedRow, readonly TlsRecord[]>

/** A stretch of the stream and what ends in it. */
interface Piece {
  readonly start: number
  readonly end: number
}

/** A row's pieces, and of each HTTP frame or message that ends in the row whether it is wanted. */
interface Step {
  readonly pieces: readonly Piece[]
  readonly wanted: readonly boolean[]
}

const APPLICATION_DATA = 23
/** Frame types, RFC 9113, 6. */
const DATA = 0
const HEADERS = 1
const CONTINUATION = 9

/** Finds requests and responses; the records are null where the connection is cleartext. */
export function placeMessages(
  up: readonly DirectedRow[],
  down: readonly DirectedRow[],
  upRecords: Records | null,
  downRecords: Records | null,
): PlacedMessages {
  const isH2 = [...up, ...down].some(({ tcp }) => tcp && tcp.http2Types.length > 0)
  const requests = up.map((row) => ({
    pieces: piecesOf(row, upRecords),
    wanted: isH2 ? frames(row, [HEADERS]) : Array<boolean>(row.tcp?.http1Requests ?? 0).fill(true),
  }))
  const requestStarts = wantedPieces(requests).groups.map((pieces) =>
    Math.min(...pieces.map(({ start }) => start)),
  )
  const responses = new ByteRanges()
  const add = ({ start, end }: Piece) => responses.add(start, end)
  if (isH2) {
    const wanted = [DATA, HEADERS, CONTINUATION]
    const steps = down.map((row) => ({ pieces: piecesOf(row, downRecords), wanted: frames(row, wanted) }))
    const { groups, rest } = wantedPieces(steps)
    // Nothing but a body that was cut off is long enough to leave records in which no frame ends.
    for (const pieces of [...groups, rest]) pieces.forEach(add)
  } else if ([...up, ...down].some(({ tcp }) => tcp && tcp.http1Requests + tcp.http1Responses > 0)) {
    // A server of HTTP/1.1 sends nothing but responses. Those that end with the connection tshark never shows where they
    // are in TLS, and shows with its FIN where they are in clear text.
    for (const row of down) piecesOf(row, downRecords).forEach(add)
  }
  const wanted = requests.flatMap((step) => step.wanted.filter(Boolean))
  return { requestStarts, requests: wanted.length, responses }
}

function frames(row: DirectedRow, types: readonly number[]): boolean[] {
  return row.tcp?.http2Types.map((type) => types.includes(type)) ?? []
}

/** Takes the records of application data of TLS, the segment of clear text. */
function piecesOf(row: DirectedRow, records: Records | null): readonly Piece[] {
  if (records) return records.get(row)?.filter(({ contentType }) => contentType === APPLICATION_DATA) ?? []
  const { seq = 0, payloadBytes = 0 } = row.tcp ?? {}
  return payloadBytes > 0 ? [{ start: seq, end: seq + payloadBytes }] : []
}

/**
 * The pieces that carry what is wanted, in groups: those that each hold one wanted frame, or those of which tshark
 * only says that some wanted frame lies in them. Pieces in which nothing ends belong to the frame that ends next; the
 * rest is what nothing ends in any more.
 */
function wantedPieces(steps: readonly Step[]): {
  readonly groups: readonly (readonly Piece[])[]
  readonly rest: readonly Piece[]
} {
  const groups: (readonly Piece[])[] = []
  let pending: Piece[] = []
  let doneBefore = 0
  for (const { pieces, wanted } of steps) {
    // A segment of cleartext that is sent again is no new piece.
    const fresh = pieces.filter(({ end }) => end > doneBefore)
    if (wanted.length === 0) {
      pending.push(...fresh)
      continue
    }
    if (pending.length === 0 && fresh.length === wanted.length)
      groups.push(...fresh.filter((_, index) => wanted[index]).map((piece) => [piece]))
    else if (wanted.includes(true) && pending.length + fresh.length > 0) groups.push([...pending, ...fresh])
    doneBefore = [...pending, ...fresh].reduce((last, { end }) => Math.max(last, end), doneBefore)
    pending = []
  }
  return { groups, rest: pending }
}
