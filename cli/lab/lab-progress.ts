import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import type { LabListener } from '../../lab/run/run-lab.ts'
import type { RunnerSample } from '../../lab/run/runner-messages.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import type { Terminal } from '../output/guard-output.ts'
import { duration } from '../output/progress.ts'
import { visible } from '../output/visible.ts'

export interface LabProgressOptions {
  readonly plan: Plan
  /** Samples of the run in all, and those that are there already. */
  readonly samples: number
  readonly done: number
  readonly out: Terminal
  /** Monotonic, milliseconds. */
  readonly clock: () => number
}

const PLAIN_EVERY_MS = 30_000

/**
 * On a terminal one line that is rewritten after each load, and a line for each cell that is left; else a line for each
 * cell, and one each half minute.
 */
export function labProgress(options: LabProgressOptions): LabListener & { readonly end: () => void } {
  const { plan, samples, out, clock } = options
  /** When the first cell was gone to: links are measured before. */
  let startMs: number | null = null
  const cellOf = new Map<number, number>()
  const times = new Map<number, Map<Arm, number[]>>()
  const left = new Map<number, number>()
  let taken = 0
  let shownAtMs = clock()
  let isDrawn = false

  const clear = (): void => {
    if (isDrawn) out.write('\r\x1b[2K')
    isDrawn = false
  }
  const line = (text: string): void => {
    clear()
    out.write(`${visible(text)}\n`)
  }
  const count = (): string => {
    const all = options.done + taken
    const leftMs = taken === 0 || startMs === null ? null : ((clock() - startMs) / taken) * (samples - all)
    const rest = leftMs === null || leftMs <= 0 ? '' : `, ${duration(leftMs / 1_000)} left`
    return `${all} of ${samples} samples${rest}`
  }
  const show = (text: string): void => {
    if (out.isTTY !== true) return
    clear()
    out.write(visible(text).slice(0, (out.columns ?? 80) - 1))
    isDrawn = true
  }
  return {
    onCalibration(condition, n, of, when) {
      const text = `measuring link ${n} of ${of} ${when} the run: ${conditionText(condition)}`
      if (out.isTTY === true) show(text)
      else line(text)
    },
    onCell(cell, campaignId) {
      cellOf.set(campaignId, cell)
      startMs ??= clock()
      if (out.isTTY !== true) line(`cell ${cell}: ${factorsText(plan, cell)}`)
    },
    onSample(sample) {
      if (sample.role !== 'sample') return
      taken += 1
      const cell = cellOf.get(sample.campaignId) ?? -1
      note(times, left, cell, sample)
      show(`${count()}  cell ${cell}: ${factorsText(plan, cell)}  ${mediansText(times.get(cell))}`)
      if (out.isTTY !== true && clock() - shownAtMs >= PLAIN_EVERY_MS) {
        shownAtMs = clock()
        line(count())
      }
    },
    warn: line,
    end() {
      clear()
      const out = [...left.values()].reduce((sum, n) => sum + n, 0)
      line(`${options.done + taken} of ${samples} samples${out === 0 ? '' : `, ${out} of these left out`}`)
    },
  }
}

function note(
  times: Map<number, Map<Arm, number[]>>,
  left: Map<number, number>,
  cell: number,
  { arm, state, pltMs }: RunnerSample,
): void {
  if (state !== 'valid' || pltMs === null) {
    left.set(cell, (left.get(cell) ?? 0) + 1)
    return
  }
  const arms = times.get(cell) ?? new Map<Arm, number[]>()
  arms.set(arm, [...(arms.get(arm) ?? []), pltMs])
  times.set(cell, arms)
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
