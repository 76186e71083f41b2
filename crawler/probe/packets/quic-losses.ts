import type { DirectedRow } from './connection-marks.ts'
import { isExchange } from './exchanges-quic.ts'
import type { StreamFrame } from './tshark-row.ts'

/** Numbers that are missing before a packet of the server's. */
interface Hole {
  readonly before: DirectedRow
  /** The packet that has the last number before it. */
  readonly after: number
  readonly missing: number
  isLoss: boolean
}

/**
 * Counts the packets that were lost directly before a packet of the server's, in the order of numbers, which undoes reordering.
 * Numbers may be left out on purpose (RFC 9000, 21.4), one at a time as QUIC's servers do it. One that is missing alone is
 * therefore a loss only where what came next shows that something was left out: a stream goes on behind bytes that were
 * not there yet, or the server, which serves its streams in turns, has left one out.
 */
export function quicLosses(rows: readonly DirectedRow[]): Map<DirectedRow, number> {
  const sent = sentPackets(rows)
  const turns = new Turns(rows, sent)
  const holes: Hole[] = []
  /** Holes behind which no stream was served yet. */
  let open: Hole[] = []
  for (const [index, { row, number, frames }] of sent.entries()) {
    const after = sent[index - 1]?.number ?? number
    if (number > after + 1) {
      const missing = number - after - 1
      open.push({ before: row, after, missing, isLoss: missing > 1 })
    }
    if (frames.length === 0) continue
    holes.push(...open)
    if (turns.leftOneOut(number, frames)) for (const hole of open) hole.isLoss = true
    for (const frame of frames) {
      const servedAt = turns.servedBeforeGap(frame)
      const since = servedAt === null ? [] : holes.filter((hole) => hole.after >= servedAt)
      const [last] = since.slice(-1)
      if (last && since.every(({ isLoss }) => !isLoss)) last.isLoss = true
    }
    turns.serve(number, frames)
    open = []
  }
  return new Map(
    [...holes, ...open].flatMap(({ before, missing, isLoss }) => (isLoss ? [[before, missing]] : [])),
  )
}

interface Sent {
  readonly row: DirectedRow
  readonly number: number
  /** Frames of responses. */
  readonly frames: readonly StreamFrame[]
}

/** Returns the server’s packets with a short header, in the order in which it sent them. */
function sentPackets(rows: readonly DirectedRow[]): Sent[] {
  return rows
    .flatMap((row) => {
      const number = row.up ? null : numberOf(row)
      return number === null ? [] : { row, number, frames: exchangeFrames(row) }
    })
    .sort((one, other) => one.number - other.number)
}

/** A packet with a short header has the last number of its datagram. */
function numberOf({ udp }: DirectedRow): number | null {
  return udp?.decrypted ? (udp.packetNumbers.at(-1) ?? null) : null
}

function exchangeFrames({ udp }: DirectedRow): StreamFrame[] {
  return udp?.streams.filter(({ id }) => isExchange(id)) ?? []
}

/** The order in which a server serves its streams. */
class Turns {
  /** The packet that served a stream last; before that the one that had arrived when it was asked for. */
  readonly #servedAt = new Map<number, number>()
  readonly #endsAt = new Map<number, number>()
  readonly #ends = new Map<number, number>()
  /** Former entry in `#servedAt` of the stream that was served last. */
  #turn = Number.NEGATIVE_INFINITY

  constructor(rows: readonly DirectedRow[], sent: readonly Sent[]) {
    for (const { number, frames } of sent) for (const { id } of frames) this.#endsAt.set(id, number)
    let arrived = 0
    for (const row of rows) {
      if (!row.up) arrived = Math.max(arrived, numberOf(row) ?? 0)
      else
        for (const { id } of exchangeFrames(row))
          if (!this.#servedAt.has(id)) this.#servedAt.set(id, arrived + partOf(id))
    }
  }

  /** Says whether a stream that goes on later was to be served between the one that was served last and these. */
  leftOneOut(number: number, frames: readonly StreamFrame[]): boolean {
    const own = new Set(frames.map(({ id }) => id))
    const turn = Math.min(...frames.map(({ id }) => this.#servedAt.get(id) ?? 0))
    for (const [id, servedAt] of this.#servedAt)
      if (servedAt > this.#turn && servedAt < turn && !own.has(id) && (this.#endsAt.get(id) ?? 0) > number)
        return true
    return false
  }

  /** The packet that served the stream before, where bytes between that and the frame are missing. */
  servedBeforeGap({ id, offset }: StreamFrame): number | null {
    return offset > (this.#ends.get(id) ?? 0) ? Math.floor(this.#servedAt.get(id) ?? 0) : null
  }

  serve(number: number, frames: readonly StreamFrame[]): void {
    this.#turn = Math.max(...frames.map(({ id }) => this.#servedAt.get(id) ?? 0))
    for (const [index, { id, offset, bytes }] of frames.entries()) {
      this.#servedAt.set(id, number + partOf(index))
      // A frame that says no length has at least one byte.
      this.#ends.set(id, Math.max(this.#ends.get(id) ?? 0, offset + (bytes ?? 1)))
    }
  }
}

/** Puts those that have the same packet in their order: a part of a number. */
const partOf = (index: number): number => index / 2 ** 24
