import type { LoadRow } from '../../db/load/loads.ts'
import { durationMs, type LoadPlan } from '../../lab/load/plan/load-plan.ts'
import type { LoadListener } from '../../lab/load/run/run-loads.ts'
import type { LoadEnd, MeasuredSecond } from '../../model/load-second.ts'
import type { Terminal } from '../output/guard-output.ts'
import { PlainLines } from '../output/progress.ts'
import { countText, duration, visible } from '../output/text.ts'

/**
 * Rewrites one line on a terminal each second, and a line for each load that has ended; else lines as loads begin and end, and
 * others as they are due (`PlainLines`).
 */
export class LoadProgress {
  /** Plain functions: a run spreads them. */
  readonly listener: LoadListener = {
    onLink: () => this.#show('measuring the link'),
    onLoad: (load, loads) => this.#onLoad(load, loads),
    onSecond: (load, second) => this.#onSecond(load, second),
    onEnd: (load, end) => this.#onEnd(load, end),
  }

  readonly #plan: LoadPlan
  readonly #out: Terminal
  #loads = 0
  #seconds = 0
  readonly #plain = new PlainLines(() => 1_000 * this.#seconds)
  #isDrawn = false

  constructor(plan: LoadPlan, out: Terminal) {
    this.#plan = plan
    this.#out = out
  }

  #onLoad(load: LoadRow, loads: number): void {
    this.#loads = loads
    this.#show(`${this.#nameOf(load)}${load.attempts > 0 ? ' again, from its start' : ''}`)
  }

  #onSecond(load: LoadRow, { load: second, server }: MeasuredSecond): void {
    this.#seconds += 1
    const { users, pagesDone, lengthMs, p95Ms, errors } = second
    const failures = Object.values(errors).reduce((sum, count) => sum + count, 0)
    const text = [
      this.#nameOf(load),
      `${countText(users, 'user')}`,
      `${((1_000 * pagesDone) / lengthMs).toFixed(0)} pages/s`,
      p95Ms === null ? '' : `p95 ${p95Ms.toFixed(0)} ms`,
      failures === 0 ? '' : countText(failures, 'error'),
      server === null ? 'the server is gone' : '',
      this.#leftText(load.load, second.atMs),
    ]
      .filter(Boolean)
      .join(', ')
    if (this.#out.isTTY === true) this.#redraw(text)
    else if (this.#plain.take()) this.line(text)
  }

  #onEnd(load: LoadRow, { pagesDone, pagesFailed }: LoadEnd): void {
    this.line(`${this.#nameOf(load)}: ${pagesDone} pages, ${pagesFailed} failed`)
  }

  /** Writes a line of its own, which stays. */
  line(text: string): void {
    this.clear()
    this.#out.write(`${visible(text)}\n`)
  }

  /** Clears before something else is printed. */
  clear(): void {
    if (this.#isDrawn) this.#out.write('\r\x1b[2K')
    this.#isDrawn = false
  }

  #nameOf({ load, server, arm, repetition }: LoadRow): string {
    return `load ${load + 1}/${this.#loads} ${server} ${arm} #${repetition + 1}`
  }

  #leftText(load: number, atMs: number): string {
    const each = durationMs(this.#plan.ramp)
    return `${duration(Math.max(0, (this.#loads - load) * each - atMs) / 1_000)} left`
  }

  #show(text: string): void {
    if (this.#out.isTTY === true) this.#redraw(text)
    else this.line(text)
  }

  #redraw(text: string): void {
    this.clear()
    this.#out.write(visible(text).slice(0, (this.#out.columns ?? 80) - 1))
    this.#isDrawn = true
  }
}
