import { setTimeout as sleep } from 'node:timers/promises'

interface PacerOptions {
  readonly pauseMs: number
  readonly siteGapMs: number
  readonly clock: () => number
  readonly signal: AbortSignal
  /** Called before a wait that people would wonder about, with its length and its reason. */
  readonly onWait?: (waitMs: number, why: string) => void
}

/** A longer wait is spoken of. */
export const LONG_WAIT_MS = 5_000

/** Says when the next load may begin: a pause after each load, a gap between the rounds of a site, and what a site asked for. */
export class Pacer {
  readonly #options: PacerOptions
  #lastEndMs = Number.NEGATIVE_INFINITY
  readonly #rounds = new Map<number, { readonly turn: string; readonly endMs: number }>()
  readonly #notBeforeMs = new Map<number, number>()

  constructor(options: PacerOptions) {
    this.#options = options
  }

  /** Waits until a load of this site and round may begin. A round that is repeated is another one. Rejects with the signal's reason. */
  async turn(site: number, round: number, repeatNo = 0): Promise<void> {
    const { pauseMs, siteGapMs } = this.#options
    const last = this.#rounds.get(site)
    const gapEndMs = last === undefined || last.turn === `${round} ${repeatNo}` ? 0 : last.endMs + siteGapMs
    await this.#waitUntil(Math.max(this.#lastEndMs + pauseMs, gapEndMs), 'the pause between loads')
  }

  ended(site: number, round: number, repeatNo = 0): void {
    this.#lastEndMs = this.#options.clock()
    this.#rounds.set(site, { turn: `${round} ${repeatNo}`, endMs: this.#lastEndMs })
  }

  leaveAlone(site: number, waitMs: number): void {
    this.#notBeforeMs.set(site, this.#options.clock() + waitMs)
  }

  /** Sites that want to be left alone now. */
  get resting(): number[] {
    const nowMs = this.#options.clock()
    return [...this.#notBeforeMs].filter(([, untilMs]) => untilMs > nowMs).map(([site]) => site)
  }

  /** Waits until the first of the resting sites may be loaded again. Rejects with the signal's reason. */
  async rested(): Promise<void> {
    await this.#waitUntil(
      Math.min(...this.resting.map((site) => this.#notBeforeMs.get(site) ?? 0)),
      'the site asked to be left alone',
    )
  }

  async #waitUntil(atMs: number, why: string): Promise<void> {
    const { clock, signal, onWait } = this.#options
    signal.throwIfAborted()
    if (!Number.isFinite(atMs)) return
    if (atMs - clock() > LONG_WAIT_MS) onWait?.(atMs - clock(), why)
    // Again, since timers may end up to a millisecond early.
    for (let waitMs = atMs - clock(); waitMs > 0; waitMs = atMs - clock())
      await sleep(Math.ceil(waitMs), undefined, { signal })
  }
}
