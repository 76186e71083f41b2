import { type Child, h, type VNode } from '../dom/h.ts'
import type { PlotBox } from './axis.ts'
import type { Chart, ChartOptions, ReadOut, Stop } from './chart.ts'
import { wrapText } from './text-width.ts'

const EMPTY_HEIGHT = 160

/** Words and numbers that a chart has whether or not there is something to draw. */
type ChartWords = Pick<Chart, 'summary' | 'note' | 'table'>

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

const TITLE_PX = 16
const NOTE_PX = 12

interface FrameOptions extends Pick<ChartOptions, 'title' | 'width' | 'standalone'> {
  readonly height: number
  readonly summary: string
  readonly note: string
}

/** The `<svg>` around a chart's marks; with `standalone`, its title above and its note below. */
function frame(options: FrameOptions, ...marks: readonly Child[]): VNode {
  const { title, width, height, summary, note } = options
  const standalone = options.standalone ?? false
  const titleLines = standalone ? wrapText(title, width, TITLE_PX) : []
  const noteLines = standalone ? wrapText(note, width, NOTE_PX) : []
  const above = titleLines.length * 22 + (titleLines.length > 0 ? 8 : 0)
  const below = noteLines.length * 16 + (noteLines.length > 0 ? 10 : 0)
  const whole = above + height + below
  return h(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'chart',
      viewBox: `0 0 ${width} ${whole}`,
      width,
      height: whole,
      role: 'img',
      'aria-label': `${title}. ${summary} ${note}`,
    },
    titleLines.map((line, i) => h('text', { class: 'chart-title', x: 0, y: 18 + i * 22 }, line)),
    standalone ? h('g', { transform: `translate(0 ${above})` }, ...marks) : marks,
    noteLines.map((line, i) =>
      h('text', { class: 'chart-note', x: 0, y: above + height + 18 + i * 16 }, line),
    ),
  )
}
