import { h, type VNode } from '../dom/h.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { frame } from './frame.ts'
import { wrapText } from './text-width.ts'

/** Height of a chart that has nothing to show, px. */
export const EMPTY_HEIGHT = 160

/** A chart that has nothing to show: its summary, which says why, in a box as large as the chart. */
export function emptyChart(base: Omit<Chart, 'svg' | 'readOut'>, options: ChartOptions): Chart {
  const svg = frame({ ...options, ...base }, emptyMarks(base.width, base.height, base.summary))
  return { ...base, svg, readOut: null }
}

function emptyMarks(width: number, height: number, why: string): VNode {
  const lines = wrapText(why, Math.max(120, width - 48), 13)
  const top = height / 2 - (lines.length - 1) * 9
  return h(
    'g',
    { class: 'empty' },
    h('rect', { class: 'empty-box', x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 4 }),
    lines.map((line, i) =>
      h('text', { class: 'empty-text', x: width / 2, y: top + i * 18 + 4, 'text-anchor': 'middle' }, line),
    ),
  )
}
