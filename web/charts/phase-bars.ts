import { scaleLinear } from 'd3-scale'
import { PHASES } from '../../har/phases.ts'
import { h } from '../dom/h.ts'
import { armLabel } from './arm.ts'
import { bottomAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { keyRows } from './key-rows.ts'
import { disjointPhases, type HarPhases, PHASE_STYLES } from './phase.ts'
import { integer, milliseconds, tickLabel } from './quantity.ts'
import { textWidth } from './text-width.ts'

export interface PhaseArm {
  readonly arm: string
  readonly n: number
  readonly leftOut: number
  readonly phases: HarPhases
}

export interface PhaseBarsData {
  /** `mean` or `median`: what is stacked. */
  readonly statistic: string
  readonly arms: readonly PhaseArm[]
}

const BAR = 26
const ROW = 56

/** HAR phases summed over the page's requests, stacked in the order in which they happen, one bar an arm. */
export function phaseBarsChart(data: PhaseBarsData, options: ChartOptions): Chart {
  const { width } = options
  const arms = data.arms
    .filter((arm) => arm.n > 0)
    .map((arm) => {
      const parts = disjointPhases(arm.phases)
      return { ...arm, parts, total: parts.reduce((sum, part) => sum + part.ms, 0) }
    })
  const key = keyRows(
    PHASES.map((phase) => ({ label: PHASE_STYLES[phase].label, className: `phase-${phase}` })),
    width,
  )
  const height = arms.length === 0 ? EMPTY_HEIGHT : key.height + 12 + arms.length * ROW + 44
  const summary =
    arms.length === 0
      ? 'No valid sample has a HAR to take phases from.'
      : `${data.statistic} over samples of the sums over all requests: ${arms.map((arm) => `${armLabel(arm.arm)} ${milliseconds(arm.total)}`).join(', ')}.`
  const base = {
    width,
    height,
    summary,
    note: `${countsNote(data.arms)}. Requests run side by side, so the sum is longer than the page took.`,
    table: {
      columns: ['arm', ...PHASES.map((phase) => `${PHASE_STYLES[phase].label} (ms)`), 'sum (ms)', 'n'],
      rows: arms.map((arm) => [
        armLabel(arm.arm),
        ...arm.parts.map((part) => Number(part.ms.toPrecision(6))),
        Number(arm.total.toPrecision(6)),
        arm.n,
      ]),
    },
  }
  if (arms.length === 0) return emptyChart(base, options)

  const box = {
    left: 1,
    right: width - 22,
    top: key.height + 12,
    bottom: key.height + 12 + arms.length * ROW,
  }
  const x = scaleLinear([0, Math.max(1, ...arms.map((arm) => arm.total))], [box.left, box.right])
  const barTop = (row: number) => box.top + row * ROW + 22
  const cells = arms.flatMap((arm, row) => {
    let start = 0
    return arm.parts.map((part) => {
      const cell = { arm, row, part, from: x(start), to: x(start + part.ms) }
      start += part.ms
      return cell
    })
  })
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      key.marks,
      bottomAxis(
        x
          .ticks(Math.max(2, Math.floor(width / 110)))
          .map((tick) => ({ at: x(tick), label: tickLabel(tick, 'ms') })),
        'sum over the page’s requests →',
        box,
        true,
      ),
      arms.map((arm, row) =>
        h(
          'text',
          { class: 'row-label', x: box.left, y: barTop(row) - 7 },
          h('tspan', { class: 'strong' }, armLabel(arm.arm)),
          h('tspan', { class: 'quiet', dx: 8 }, `${milliseconds(arm.total)}, n = ${integer(arm.n)}`),
        ),
      ),
      cells.map(({ row, part, from, to }) => {
        if (to - from < 0.2) return null
        const said = milliseconds(part.ms)
        const fits = textWidth(said, 11) + 8 < to - from
        return h(
          'g',
          {},
          h('rect', {
            class: `phase phase-${part.phase}`,
            x: from,
            y: barTop(row),
            width: Math.max(0.5, to - from - 1),
            height: BAR,
          }),
          fits
            ? h(
                'text',
                {
                  class: `in-phase on-${part.phase}`,
                  x: (from + to) / 2,
                  y: barTop(row) + 17,
                  'text-anchor': 'middle',
                },
                said,
              )
            : null,
        )
      }),
    ),
    readOut: {
      nearest: 'xy',
      line: null,
      columns: PHASES.length,
      stops: cells.map(({ arm, row, part, from, to }) => ({
        x: (from + to) / 2,
        y: barTop(row) + BAR / 2,
        box: { x: from, y: barTop(row) - 1, width: Math.max(2, to - from), height: BAR + 2 },
        text: `${armLabel(arm.arm)}, ${PHASE_STYLES[part.phase].label}: ${milliseconds(part.ms)} of ${milliseconds(arm.total)}`,
      })),
    },
  }
}
