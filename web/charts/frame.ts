import { type Child, h, type VNode } from '../dom/h.ts'
import type { ChartOptions } from './chart.ts'
import { wrapText } from './text-width.ts'

const TITLE_PX = 16
const NOTE_PX = 12

export interface FrameOptions extends Pick<ChartOptions, 'title' | 'width' | 'standalone'> {
  readonly height: number
  readonly summary: string
  readonly note: string
}

/** The `<svg>` around a chart's marks; with `standalone`, its title above and its note below. */
export function frame(options: FrameOptions, ...marks: readonly Child[]): VNode {
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
