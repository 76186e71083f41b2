import type { Progress } from '../../crawler/survey/run/progress.ts'
import { duration } from './duration.ts'
import type { Terminal } from './guard-output.ts'
import { PlainLines } from './plain-lines.ts'

const TERMINAL_EVERY_MS = 200

/** On a terminal one line that is rewritten; otherwise plain lines (`PlainLines`). `end` leaves the last state. */
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

/** `120/10000 sites  1.2 %  48.3/s  7 without an answer  3 min 25 s left`. */
export function progressLine({ done, total, failed, ratePerS, etaS }: Progress): string {
  const share = total === 0 ? '' : `  ${((100 * done) / total).toFixed(1)} %`
  const rate = ratePerS === null ? '' : `  ${ratePerS.toFixed(1)}/s`
  const left = etaS === null || done === total ? '' : `  ${duration(etaS)} left`
  return `${done}/${total} sites${share}${rate}  ${failed} without an answer${left}`
}
