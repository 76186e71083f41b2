import { ByteRanges } from './byte-ranges.ts'
import type { DirectedRow } from './connection-marks.ts'
import type { TcpRow } from './tshark-row.ts'

/** Round trips after what shows a hole: a repeat that answers the client cannot fill it sooner… */
const REPEAT_FROM = 0.9
/** …and a segment that was only overtaken is there before this. Between the two it may be either. */
const OVERTAKEN_UNTIL = 0.5
/** Round trips without a packet: a sender that hears nothing of its last segment waits for two before it probes (RFC 8985, 7.2). */
const SILENCE = 1
/** Share of the steps between numbers of IP packets that are 1 where a connection counts its own. */
const COUNTED_SHARE = 0.9
const IP_NUMBERS = 2 ** 16
const TIMESTAMPS = 2 ** 32

/**
 * Finds the segments that were sent again; null: that or overtaken on the way. The capture has all that the client sends, so
 * bytes that are there twice were. It lacks some of what the server sent: a segment below later ones was sent again
 * where it has a later time stamp than one of those, or without time stamps where it comes so late that the server can
 * have heard of the hole. A last segment that was lost leaves no hole: there the numbers of IP packets tell, where the
 * server's system counts them by connection.
 */
export function tcpRepeats(rows: readonly DirectedRow[]): Map<DirectedRow, boolean | null> {
  const found = new Map<DirectedRow, boolean | null>()
  const sent = new Sent()
  for (const row of rows) if (row.up && row.tcp) found.set(row, sent.addIsRepeat(row.tcp))
  const rttMs = handshakeMs(rows)
  const missing = rttMs === null ? new Set<DirectedRow>() : lostBefore(rows)
  const arrived = new Arrived(rttMs)
  const asked: number[] = []
  for (const row of rows) {
    const { tcp, up, atMs } = row
    if (!tcp) continue
    if (!up) found.set(row, arrived.addIsRepeat(row, tcp, missing.has(row) ? asked : null))
    else if (tcp.payloadBytes > 0 && found.get(row) === false) asked.push(atMs)
  }
  return found
}

const lengthOf = ({ payloadBytes, syn, fin }: TcpRow): number => payloadBytes + Number(syn) + Number(fin)

/** A segment before the next byte that holds one at most asks whether the other side is there (RFC 9293, 3.8.4). */
const isKeepAlive = ({ seq, payloadBytes, syn, fin }: TcpRow, end: number): boolean =>
  !syn && !fin && payloadBytes <= 1 && seq === end - 1

class Sent {
  readonly #ranges = new ByteRanges()
  #end = 0

  addIsRepeat(tcp: TcpRow): boolean {
    const end = tcp.seq + lengthOf(tcp)
    const isRepeat = this.#ranges.overlaps(tcp.seq, end) && !isKeepAlive(tcp, this.#end)
    this.#ranges.add(tcp.seq, end)
    this.#end = Math.max(this.#end, end)
    return isRepeat
  }
}

interface Later {
  readonly seq: number
  readonly atMs: number
  readonly timestamp: number | null
}

class Arrived {
  readonly #rttMs: number | null
  readonly #ranges = new ByteRanges()
  /** Segments with a hole below them. */
  #above: Later[] = []
  #end = 0
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(rttMs: number | null) {
    this.#rttMs = rttMs
  }

  /** `asked`: when the client sent what may be answered, where packets are missing before this one. */
  addIsRepeat(row: DirectedRow, tcp: TcpRow, asked: readonly number[] | null): boolean | null {
    const { atMs } = row
    const [start, end] = [tcp.seq, tcp.seq + lengthOf(tcp)]
    if (end === start) return false
    let isRepeat: boolean | null = false
    if (this.#ranges.overlaps(start, end)) isRepeat = !isKeepAlive(tcp, this.#end)
    else if (start < this.#end) isRepeat = this.#fillsLate(row, tcp, end)
    else if (start === this.#end && asked !== null) isRepeat = this.#comesLate(atMs, asked)
    this.#ranges.add(start, end)
    if (start > this.#end || this.#above.length > 0)
      this.#above.push({ seq: start, atMs, timestamp: tcp.timestamp })
    this.#end = Math.max(this.#end, end)
    this.#lastMs = atMs
    if (this.#ranges.covers(0, this.#end)) this.#above = []
    return isRepeat
  }

  #fillsLate({ atMs }: DirectedRow, { timestamp }: TcpRow, end: number): boolean | null {
    const above = this.#above.filter(({ seq }) => seq >= end)
    const [first] = above
    if (first === undefined) return null
    const stamps = above.flatMap((each) => each.timestamp ?? [])
    if (timestamp !== null && stamps.length === above.length) {
      if (stamps.some((each) => isAfter(timestamp, each))) return true
      // A clock that ticks slowly says the same of both.
      if (!stamps.includes(timestamp)) return false
    }
    if (this.#rttMs === null) return null
    const afterMs = atMs - first.atMs
    if (afterMs >= REPEAT_FROM * this.#rttMs) return true
    return afterMs < OVERTAKEN_UNTIL * this.#rttMs ? false : null
  }

  #comesLate(atMs: number, asked: readonly number[]): boolean {
    const rttMs = this.#rttMs ?? Number.POSITIVE_INFINITY
    const answered = asked.findLast((askedMs) => askedMs + REPEAT_FROM * rttMs <= atMs)
    const dueMs = Math.max(this.#lastMs, (answered ?? Number.NEGATIVE_INFINITY) + rttMs)
    return atMs - dueMs >= SILENCE * rttMs
  }
}

/** Compares by a clock that starts anew after its end (RFC 7323, 5.2). */
function isAfter(one: number, other: number): boolean {
  const ahead = (one - other + TIMESTAMPS) % TIMESTAMPS
  return ahead > 0 && ahead < TIMESTAMPS / 2
}

/** Measures the handshake by both SYNs; null where one came twice. */
function handshakeMs(rows: readonly DirectedRow[]): number | null {
  const [first, answer, ...more] = rows.filter(({ tcp }) => tcp?.syn)
  return first?.up && answer && !answer.up && more.length === 0 ? answer.atMs - first.atMs : null
}

/** The server's packets before which IP packets of the connection are missing; none where it does not count them so. */
function lostBefore(rows: readonly DirectedRow[]): Set<DirectedRow> {
  const full = Math.max(1, ...rows.flatMap(({ up, tcp }) => (up || !tcp?.mss ? [] : tcp.mss)))
  // A SYN is answered before there is a connection that counts.
  const down = rows.filter(({ up, tcp, ipNumber }) => !up && tcp && !tcp.syn && ipNumber !== null)
  const steps = down.slice(1).map((row, index) => {
    const before = down[index]
    // A packet that was joined on its way into the capture has the number of its first segment.
    const joined = Math.max(1, Math.ceil((before?.tcp?.payloadBytes ?? 0) / full))
    const ahead = (row.ipNumber ?? 0) - (before?.ipNumber ?? 0) - joined
    return { row, missing: (ahead + IP_NUMBERS) % IP_NUMBERS }
  })
  const counted = steps.filter(({ missing }) => missing === 0).length
  if (counted < COUNTED_SHARE * steps.length) return new Set()
  return new Set(steps.flatMap(({ row, missing }) => (missing > 0 && missing < IP_NUMBERS / 2 ? row : [])))
}
