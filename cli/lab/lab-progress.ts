import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import type { LabListener } from '../../lab/run/run-lab.ts'
import type { RunnerSample } from '../../lab/run/runner-messages.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import type { Terminal } from '../output/guard-output.ts'
import { PlainLines } from '../output/progress.ts'
import { duration, visible } from '../output/text.ts'
import { waitingText } from '../probe/waiting-text.ts'

interface LabProgressOptions {
  readonly plan: Plan
  /** Samples of the run in all, and those that are there already. */
  readonly samples: number
  readonly done: number
  readonly lanes: number
  /** Parts of a cell that one lane takes in one go. */
  readonly blocks: number
  readonly out: Terminal
  readonly clock: () => number
}

/**
 * Rewrites one line on a terminal after each load, and a line for each cell that is left; else a line for each cell, and others
 * as they are due (`PlainLines`).
 */
export class LabProgress {
  /** Plain functions: a runner spreads them. */
  readonly listener: LabListener = {
    onCalibration: (condition, n, count, when) =>
      this.#onCalibration(`measuring link ${n} of ${count} ${when} the run: ${conditionText(condition)}`),
    onCell: (cell, campaignId) => this.#onCell(cell, campaignId),
    onSample: (sample) => this.#onSample(sample),
    warn: (text) => this.warn(text),
  }

  readonly #options: LabProgressOptions
  readonly #cells = new Map<number, number>()
  readonly #pltsMs = new Map<number, Map<Arm, number[]>>()
  /** Moment when the first cell was started: links are measured before. */
  #startedMs: number | null = null
  #taken = 0
  #repeated = 0
  readonly #waiting = new Map<number, number>()
  #busyWith: readonly string[] = []
  readonly #leftOut = new Set<string>()
  readonly #plain: PlainLines
  /** Samples of half a part of a cell, on average. */
  readonly #halfAPart: number
  #isDrawn = false

  constructor(options: LabProgressOptions) {
    this.#options = options
    const { plan, samples, blocks } = options
    const cells = plan.cells.filter(({ skip }) => skip === null).length
    this.#halfAPart = samples / (cells * blocks) / 2
    this.#plain = new PlainLines(options.clock)
  }

  get #isTerminal(): boolean {
    return this.#options.out.isTTY === true
  }

  #onCalibration(text: string): void {
    if (this.#isTerminal) this.#redraw(text)
    else this.warn(text)
  }

  #onCell(cell: number, campaignId: number): void {
    const { plan, clock } = this.#options
    this.#cells.set(campaignId, cell)
    this.#startedMs ??= clock()
    if (!this.#isTerminal) this.warn(`cell ${cell}: ${factorsText(plan, cell)}`)
  }

  #onSample(sample: RunnerSample): void {
    if (sample.role !== 'sample') return
    const { plan } = this.#options
    this.#taken += 1
    this.#noteRepeats(sample)
    const cell = this.#cells.get(sample.campaignId) ?? -1
    this.#note(cell, sample)
    this.#redraw(
      `${this.#count()}  cell ${cell}: ${factorsText(plan, cell)}  ${mediansText(this.#pltsMs.get(cell))}`,
    )
    if (!this.#isTerminal && this.#plain.take()) this.warn(this.#count())
  }

  warn(text: string): void {
    this.#clear()
    this.#options.out.write(`${visible(text)}\n`)
  }

  end(): void {
    const { done } = this.#options
    const leftOut = this.#leftOut.size === 0 ? '' : `, ${this.#leftOut.size} of these left out`
    this.warn(`${done + this.#taken} of ${this.#all} samples${leftOut}`)
  }

  #noteRepeats({ campaignId, repeats }: RunnerSample): void {
    if (repeats === undefined) return
    if (repeats.repeatNo > 0) this.#repeated += 1
    this.#waiting.set(campaignId, repeats.waiting)
    this.#busyWith = repeats.busyWith
  }

  get #waitingLoads(): number {
    return [...this.#waiting.values()].reduce((sum, loads) => sum + loads, 0)
  }

  get #all(): number {
    return this.#options.samples + this.#repeated + this.#waitingLoads
  }

  #note(cell: number, { arm, round, state, pltMs }: RunnerSample): void {
    const key = `${cell} ${arm} ${round}`
    this.#leftOut.delete(key)
    if (state !== 'valid' || pltMs === null) {
      this.#leftOut.add(key)
      return
    }
    const arms = this.#pltsMs.get(cell) ?? new Map<Arm, number[]>()
    arms.set(arm, [...(arms.get(arm) ?? []), pltMs])
    this.#pltsMs.set(cell, arms)
  }

  #count(): string {
    const { done } = this.#options
    const samples = this.#all
    const all = done + this.#taken
    const leftMs = this.#leftMs(samples - all)
    const rest = leftMs === null || leftMs <= 0 ? '' : `, ${duration(leftMs / 1_000)} left`
    return `${all} of ${samples} samples${rest}${waitingText(this.#waitingLoads, this.#busyWith)}`
  }

  #leftMs(samples: number): number | null {
    const { clock, lanes } = this.#options
    if (this.#taken === 0 || this.#startedMs === null) return null
    const ofOneLaneMs = (lanes * (clock() - this.#startedMs)) / this.#taken
    return (ofOneLaneMs * samples) / this.#lanesFor(samples)
  }

  /** Lanes that have work towards the end, where parts of cells that are under way are half done on average. */
  #lanesFor(samples: number): number {
    return Math.min(this.#options.lanes, Math.max(1, samples / this.#halfAPart))
  }

  #redraw(text: string): void {
    if (!this.#isTerminal) return
    const { out } = this.#options
    this.#clear()
    out.write(visible(text).slice(0, (out.columns ?? 80) - 1))
    this.#isDrawn = true
  }

  #clear(): void {
    if (this.#isDrawn) this.#options.out.write('\r\x1b[2K')
    this.#isDrawn = false
  }
}

/** `page=x rttMs=100`: the factors by which a cell differs from others of its plan. */
function factorsText({ cells }: Plan, cell: number): string {
  const factors = Object.entries(cells[cell]?.factors ?? {})
  const varied = factors.filter(([name, level]) => cells.some((other) => other.factors[name] !== level))
  return varied.map(([name, level]) => `${name}=${level}`).join(' ')
}

function mediansText(arms: ReadonlyMap<Arm, number[]> | undefined): string {
  return ARM_NAMES.flatMap((arm) => {
    const middle = median(arms?.get(arm) ?? [])
    return middle === undefined || middle === null ? [] : [`${arm} ${middle.toFixed(0)} ms`]
  }).join('  ')
}
