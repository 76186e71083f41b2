import { scaleLinear } from 'd3-scale'
import { integer, milliseconds } from '../../figures/quantity.ts'
import { PHASES } from '../../har/phases.ts'
import { type Child, h } from '../dom/h.ts'
import { armLabel } from './arm.ts'
import { bottomAxis, type PlotBox, placedTicks } from './axis.ts'
import type { Chart, ChartOptions, DataTable } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { keyRows } from './key-rows.ts'
import { type DisjointPhase, disjointPhases, type HarPhases, PHASE_STYLES } from './phase.ts'
import { textWidth } from './text-width.ts'

interface PhaseArm {
  readonly arm: string
  readonly n: number
  readonly leftOut: number
  readonly phases: HarPhases
}

interface PhaseBarsData {
  /** `mean` or `median`: what is stacked. */
  readonly statistic: string
  readonly arms: readonly PhaseArm[]
}

const BAR = 26
const ROW = 56

interface Stack extends PhaseArm {
  readonly parts: readonly DisjointPhase[]
  readonly totalMs: number
}

/** One part of one bar. */
interface Cell {
  readonly stack: Stack
  readonly part: DisjointPhase
  readonly left: number
  readonly right: number
  readonly top: number
}

/** HAR phases summed over the page's requests, stacked in the order in which they happen, one bar an arm. */
export function phaseBarsChart(data: PhaseBarsData, options: ChartOptions): Chart {
  const { width } = options
  const stacks = stacksOf(data)
  const key = keyRows(
    PHASES.map((phase) => ({ label: PHASE_STYLES[phase].label, className: `phase-${phase}` })),
    width,
  )
  const top = key.height + 12
  const box = { left: 1, right: width - 22, top, bottom: top + stacks.length * ROW }
  const words = {
    summary: summarize(data, stacks),
    note: `${countsNote(data.arms)}. Requests run side by side, so the sum is longer than the page took.`,
    table: tableOf(stacks),
  }
  if (stacks.length === 0) return emptyChart(words, options)
  const x = scaleLinear([0, Math.max(1, ...stacks.map(({ totalMs }) => totalMs))], [box.left, box.right])
  const cells = cellsOf(stacks, box, x)
  return drawnChart(words, options, {
    height: box.bottom + 44,
    marks: [
      key.marks,
      bottomAxis(
        placedTicks(x.ticks(Math.max(2, Math.floor(width / 110))), 'ms', x),
        'sum over the page’s requests →',
        box,
        true,
      ),
      stacks.map((stack, row) => heading(stack, box, row)),
      cells.map(drawCell),
    ],
    readOut: { nearest: 'xy', line: null, columns: PHASES.length, stops: cells.map(stopAt) },
  })
}

function stacksOf(data: PhaseBarsData): readonly Stack[] {
  return data.arms
    .filter((arm) => arm.n > 0)
    .map((arm) => {
      const parts = disjointPhases(arm.phases)
      return { ...arm, parts, totalMs: parts.reduce((sum, part) => sum + part.ms, 0) }
    })
}

function summarize({ statistic }: PhaseBarsData, stacks: readonly Stack[]): string {
  if (stacks.length === 0) return 'No valid sample has a HAR to take phases from.'
  const totals = stacks.map(({ arm, totalMs }) => `${armLabel(arm)} ${milliseconds(totalMs)}`)
  return `${statistic} over samples of the sums over all requests: ${totals.join(', ')}.`
}

function tableOf(stacks: readonly Stack[]): DataTable {
  return {
    columns: ['arm', ...PHASES.map((phase) => `${PHASE_STYLES[phase].label} (ms)`), 'sum (ms)', 'n'],
    rows: stacks.map(({ arm, parts, totalMs, n }) => [
      armLabel(arm),
      ...parts.map((part) => Number(part.ms.toPrecision(6))),
      Number(totalMs.toPrecision(6)),
      n,
    ]),
  }
}

function barTop({ top }: PlotBox, row: number): number {
  return top + row * ROW + 22
}

function cellsOf(stacks: readonly Stack[], box: PlotBox, x: (ms: number) => number): readonly Cell[] {
  return stacks.flatMap((stack, row) => {
    let startMs = 0
    return stack.parts.map((part) => {
      const cell = { stack, part, left: x(startMs), right: x(startMs + part.ms), top: barTop(box, row) }
      startMs += part.ms
      return cell
    })
  })
}

function heading({ arm, totalMs, n }: Stack, box: PlotBox, row: number): Child {
  return h(
    'text',
    { class: 'row-label', x: box.left, y: barTop(box, row) - 7 },
    h('tspan.strong', armLabel(arm)),
    h('tspan', { class: 'quiet', dx: 8 }, `${milliseconds(totalMs)}, n = ${integer(n)}`),
  )
}

/** A part too narrow to be seen is left out; its time is written inside where it fits. */
function drawCell({ part, left, right, top }: Cell): Child {
  if (right - left < 0.2) return null
  const words = milliseconds(part.ms)
  return h(
    'g',
    h('rect', {
      class: `phase phase-${part.phase}`,
      x: left,
      y: top,
      width: Math.max(0.5, right - left - 1),
      height: BAR,
    }),
    textWidth(words, 11) + 8 < right - left
      ? h(
          'text',
          { class: `in-phase on-${part.phase}`, x: (left + right) / 2, y: top + 17, 'text-anchor': 'middle' },
          words,
        )
      : null,
  )
}

function stopAt({ stack, part, left, right, top }: Cell) {
  return {
    x: (left + right) / 2,
    y: top + BAR / 2,
    box: { x: left, y: top - 1, width: Math.max(2, right - left), height: BAR + 2 },
    text: `${armLabel(stack.arm)}, ${PHASE_STYLES[part.phase].label}: ${milliseconds(part.ms)} of ${milliseconds(stack.totalMs)}`,
  }
}
