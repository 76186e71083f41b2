import type { SampleReport } from '../../crawler/probe/campaign/campaign-context.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import type { Terminal } from '../output/guard-output.ts'
import { PlainLines } from '../output/progress.ts'
import { type Column, textTable } from '../output/table.ts'
import { duration, visible } from '../output/text.ts'
import { type RunningArm, RunningGains } from './running-gains.ts'
import { waitingText } from './waiting-text.ts'

/** Rows of the screen, for the line below the table and what stands above it. */
const OTHER_ROWS = 4

const COLUMNS: readonly Column<RunningArm>[] = [
  { heading: 'site', cell: ({ site }) => site },
  { heading: 'arm', cell: ({ arm }) => arm },
  { heading: 'n', cell: ({ plts }) => plts.size, align: 'right' },
  { heading: 'left out', cell: ({ leftOut }) => leftOut.size, align: 'right' },
  { heading: 'PLT ms', cell: ({ plts }) => median(plts.values())?.toFixed(0) ?? null, align: 'right' },
  { heading: 'gain', cell: ({ gain }) => gain },
]

/**
 * Rewrites a table on a terminal after each load: per site and arm the count, the median and the running gain with its
 * interval; otherwise plain lines (`PlainLines`). Nothing is drawn during a load, which it might disturb.
 */
export class ProbeProgress {
  readonly #out: Terminal
  readonly #clock: () => number
  readonly #gains: RunningGains
  readonly #startedMs: number
  #planned = 0
  #repeated = 0
  #waiting = 0
  #busyWith: readonly string[] = []
  #drawnLines = 0
  #hasEnded = false
  readonly #plain: PlainLines
  #last: SampleReport | null = null

  /** @param sequentialRounds of the campaign (`sequentialRounds` of db/) */
  constructor(out: Terminal, clock: () => number, sequentialRounds: number | null = null) {
    this.#out = out
    this.#clock = clock
    this.#gains = new RunningGains(sequentialRounds)
    this.#startedMs = clock()
    this.#plain = new PlainLines(clock)
  }

  /**
   * @param samples that are still to be taken
   * @param waiting those of them that are to be taken again, since the machine was busy
   */
  start(samples: number, waiting = 0): void {
    this.#planned = samples - waiting
    this.#waiting = waiting
  }

  show(report: SampleReport): void {
    this.#last = report
    const isTerminal = this.#out.isTTY === true
    if (report.repeats !== undefined) {
      if (report.repeats.repeatNo > 0) this.#repeated += 1
      this.#waiting = report.repeats.waiting
      this.#busyWith = report.repeats.busyWith
    }
    if (report.role === 'sample') this.#gains.add(report, { gains: isTerminal })
    if (isTerminal) this.#draw()
    else if (this.#plain.take()) this.#out.write(`${this.#footer()}\n`)
  }

  warn(line: string): void {
    this.#clear()
    this.#out.write(`${visible(line)}\n`)
  }

  end(): void {
    // No load follows, even where some were planned: sites were settled or parked, or the run was stopped.
    this.#hasEnded = true
    if (this.#out.isTTY === true) this.#draw()
    else this.#out.write(`${this.#footer()}\n`)
  }

  #clear(): void {
    if (this.#drawnLines > 0) this.#out.write(`\x1b[${this.#drawnLines}A\x1b[J`)
    this.#drawnLines = 0
  }

  #footer(): string {
    const { samples: done, leftOut } = this.#gains
    // Spare rounds are taken where loads are lost, and not planned.
    const all = Math.max(this.#planned + this.#repeated + this.#waiting, done)
    const seconds = (this.#clock() - this.#startedMs) / 1_000
    const left =
      done === 0 || done === all || this.#hasEnded
        ? ''
        : `  ${duration(((all - done) * seconds) / done)} left`
    const share = all === 0 ? '' : `  ${((100 * done) / all).toFixed(1)} %`
    const last = this.#last
    const now = last === null ? '' : `  ${last.site.domain} ${last.arm} ${last.role}`
    const repeats = waitingText(this.#waiting, this.#busyWith)
    return `${done}/${all} samples${share}  ${leftOut} left out${left}${repeats}${now}`
  }

  #draw(): void {
    this.#clear()
    const columns = this.#out.columns ?? 80
    // A line that wraps could not be rewritten.
    const lines = [...this.#tableLines(columns - 1), this.#footer()].map((line) => line.slice(0, columns - 1))
    this.#out.write(`${lines.join('\n')}\n`)
    this.#drawnLines = lines.length
  }

  /** Draws the arms that changed last, as many as there is room for; on a narrow terminal cells take several lines. */
  #tableLines(width: number): string[] {
    const room = Math.max(3, (this.#out.rows ?? 24) - OTHER_ROWS) + 1
    const arms = this.#gains.arms.toSorted((a, b) => b.changedAt - a.changedAt)
    for (let count = Math.min(arms.length, room - 1); ; count -= 1) {
      const shown = arms
        .slice(0, count)
        .sort((a, b) => a.site.localeCompare(b.site) || ARM_NAMES.indexOf(a.arm) - ARM_NAMES.indexOf(b.arm))
      const lines = textTable(shown, COLUMNS, width).split('\n')
      if (lines.length <= room || count <= 1) return lines.slice(0, room)
    }
  }
}
