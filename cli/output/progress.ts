import { setTimeout as sleep } from 'node:timers/promises'
import { LONG_WAIT_MS } from '../../crawler/probe/campaign/pacer.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import type { Progress } from '../../crawler/survey/run/progress.ts'
import type { Terminal } from './guard-output.ts'
import { duration } from './text.ts'

const TERMINAL_EVERY_MS = 200

/** Rewrites one line on a terminal; otherwise plain lines (`PlainLines`). `end` leaves the last state. */
export function progressDisplay(
  out: Terminal,
  clock: () => number,
): { show: (progress: Progress) => void; end: () => void } {
  let shownAtMs = Number.NEGATIVE_INFINITY
  const plain = new PlainLines(clock)
  const isDue = (): boolean => (out.isTTY === true ? clock() - shownAtMs >= TERMINAL_EVERY_MS : plain.take())
  let last: Progress | null = null
  const print = (progress: Progress): void => {
    shownAtMs = clock()
    const line = progressLine(progress)
    // A line that wraps could not be rewritten.
    out.write(out.isTTY === true ? `\r\x1b[2K${line.slice(0, (out.columns ?? 80) - 1)}` : `${line}\n`)
  }
  return {
    show(progress) {
      last = progress
      if (isDue()) print(progress)
    },
    end() {
      if (last !== null) print(last)
      if (out.isTTY === true) out.write('\n')
    },
  }
}

/** The time that one site may take, s: where the rate promises less, a silent site decides. */
const SITE_S = TIMEOUTS.siteMs / 1_000

/** `120/10000 sites  1.2 %  48.3/s  7 without an answer  3 min 25 s left`. */
export function progressLine({ done, total, failed, ratePerS, etaS }: Progress): string {
  const share = total === 0 ? '' : `  ${((100 * done) / total).toFixed(1)} %`
  const rate = ratePerS === null ? '' : `  ${ratePerS.toFixed(1)}/s`
  const left =
    etaS === null || done === total ? '' : `  ${etaS < SITE_S ? 'some seconds' : duration(etaS)} left`
  return `${done}/${total} sites${share}${rate}  ${failed} without an answer${left}`
}

const FIRST_MS = 5_000
const MOST_MS = 60_000

/**
 * Says when a line of progress is due where lines cannot be rewritten: after 5 s, then after twice as long each time, a minute at
 * most. Nobody waits longer than 5 s without a word, and a run of hours does not fill a log.
 */
export class PlainLines {
  readonly #clock: () => number
  #everyMs = FIRST_MS
  #dueMs: number

  /** @param clock monotonic, milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
    this.#dueMs = clock() + FIRST_MS
  }

  /** Whether one is due now; the next then is not before its time. */
  take(): boolean {
    const nowMs = this.#clock()
    if (nowMs < this.#dueMs) return false
    this.#everyMs = Math.min(2 * this.#everyMs, MOST_MS)
    this.#dueMs = nowMs + this.#everyMs
    return true
  }
}

const TICK_MS = 1_000

/**
 * Waits, and says for what and how long: on a terminal with the seconds that are left, else in one line. A short wait is not
 * spoken of. Rejects with the signal's reason.
 */
export async function announcedWait(
  ms: number,
  what: string,
  {
    out,
    clock,
    signal,
  }: { readonly out: Terminal; readonly clock: () => number; readonly signal: AbortSignal },
): Promise<void> {
  const untilMs = clock() + ms
  const isLong = ms > LONG_WAIT_MS
  if (isLong && out.isTTY !== true) out.write(`${what}: waiting ${duration(ms / 1_000)}\n`)
  const isShown = isLong && out.isTTY === true
  try {
    for (let leftMs = ms; leftMs > 0; leftMs = untilMs - clock()) {
      if (isShown) out.write(`\r\x1b[2K${what}: ${duration(leftMs / 1_000)} left`)
      await sleep(isShown ? Math.min(leftMs, TICK_MS) : Math.ceil(leftMs), undefined, { signal })
    }
  } finally {
    if (isShown) out.write('\r\x1b[2K')
  }
}
