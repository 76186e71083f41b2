import { HEADER_BYTES, type Received } from './echo-message.ts'

interface Arrival {
  readonly atMs: number
  readonly ipBytes: number
  readonly sentMs: number | null
}

export class Arrivals {
  readonly #all: Arrival[] = []
  #gaps = 0
  #overtaken = 0
  #lastSequence = -1

  add(sequence: number, sizeBytes: number, atMs: number, sentMs: number | null = null): void {
    if (sequence > this.#lastSequence + 1) this.#gaps += 1
    if (sequence < this.#lastSequence) this.#overtaken += 1
    this.#lastSequence = Math.max(this.#lastSequence, sequence)
    this.#all.push({ atMs, ipBytes: sizeBytes + HEADER_BYTES, sentMs })
  }

  get count(): number {
    return this.#all.length
  }

  /** -Infinity where nothing has arrived. */
  get lastMs(): number {
    return this.#all.at(-1)?.atMs ?? -Infinity
  }

  /** Counts what arrived `withinMs` of the first; null: all. */
  received(withinMs: number | null = null): Received {
    return {
      packets: this.#all.length,
      gaps: this.#gaps,
      overtaken: this.#overtaken,
      mbps: mbpsOf(this.#all, withinMs),
      mostQueued: mostQueued(this.#all),
    }
  }
}

/** The first packet marks the beginning of the time, and was not carried in it. */
function mbpsOf(arrivals: readonly Arrival[], withinMs: number | null): number | null {
  const [first, ...rest] = arrivals
  const last = rest.at(-1)
  if (first === undefined || last === undefined || last.atMs === first.atMs) return null
  const spanMs = Math.min(last.atMs - first.atMs, withinMs ?? Infinity)
  const bytes = rest.reduce((sum, { atMs, ipBytes }) => sum + (atMs - first.atMs <= spanMs ? ipBytes : 0), 0)
  return (bytes * 8) / spanMs / 1000
}

/**
 * Counts for each packet those that arrived between the moment at which it would have if nothing had been before it (the way
 * takes as long as the quickest packet took) and the moment at which it did, itself among them.
 */
function mostQueued(arrivals: readonly Arrival[]): number | null {
  let wayMs = Infinity
  for (const { atMs, sentMs } of arrivals) if (sentMs !== null) wayMs = Math.min(wayMs, atMs - sentMs)
  if (wayMs === Infinity) return null
  let most = 0
  let before = 0
  for (const [index, { sentMs }] of arrivals.entries()) {
    if (sentMs === null) continue
    while ((arrivals[before]?.atMs ?? Infinity) <= sentMs + wayMs) before += 1
    most = Math.max(most, index - before + 1)
  }
  return most
}
