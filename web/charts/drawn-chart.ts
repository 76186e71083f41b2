import { type Child, h, type VNode } from '../dom/h.ts'
import type { Chart, ChartOptions, ReadOut, Stop } from './chart.ts'
import { frame } from './frame.ts'
import type { PlotBox } from './plot-box.ts'
import { wrapText } from './text-width.ts'

const EMPTY_HEIGHT = 160

/** Words and numbers that a chart has whether or not there is something to draw. */
export type ChartWords = Pick<Chart, 'summary' | 'note' | 'table'>

interface Drawing {
  readonly height: number
  readonly marks: Child
  readonly readOut: ReadOut | null
}

export function drawnChart(
  words: ChartWords,
  options: ChartOptions,
  { height, marks, readOut }: Drawing,
): Chart {
  const base = { ...words, width: options.width, height }
  return { ...base, svg: frame({ ...options, ...base }, marks), readOut }
}

/** A chart that has nothing to show: its summary, which says why, in a box. */
export function emptyChart(words: ChartWords, options: ChartOptions, height = EMPTY_HEIGHT): Chart {
  const marks = emptyMarks(options.width, height, words.summary)
  return drawnChart(words, options, { height, marks, readOut: null })
}

/** A read-out that goes from place to place along the bottom, with a line across the plot. */
export function alongPlot({ top, bottom }: Pick<PlotBox, 'top' | 'bottom'>, stops: readonly Stop[]): ReadOut {
  return { nearest: 'x', line: { kind: 'vertical', from: top, to: bottom }, stops }
}

function emptyMarks(width: number, height: number, why: string): VNode {
  const lines = wrapText(why, Math.max(120, width - 48), 13)
  const top = height / 2 - (lines.length - 1) * 9
  return h(
    'g.empty',
    h('rect', { class: 'empty-box', x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 4 }),
    lines.map((line, i) =>
      h('text', { class: 'empty-text', x: width / 2, y: top + i * 18 + 4, 'text-anchor': 'middle' }, line),
    ),
  )
}
