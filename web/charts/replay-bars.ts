import { scaleLog } from 'd3-scale'
import { count, gain, integer, milliseconds, range, share } from '../../figures/quantity.ts'
import type { Verdict } from '../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { type GainAxis, gainAxis } from './gain-axis.ts'
import { shapeMark } from './shape.ts'
import { fitMiddle, fitText, textWidth } from './text-width.ts'
import { verdictStyle } from './verdict.ts'

export interface ReplayBar {
  /** Page, with what else was varied. */
  readonly name: string
  readonly gain: number
  /** Is null for too few rounds. */
  readonly interval: readonly [number, number] | null
  readonly verdict: Verdict
  /** Rounds. */
  readonly n: number
  readonly baselineMs: number | null
  readonly armMs: number | null
  /** Loads that missed too much, and all that are left out. */
  readonly missedLoads: number
  readonly leftOut: number
  /** Whether replays take as long as live loads: `within 5 %`, …, `not judged`; null where the page is no recording. */
  readonly fidelity: string | null
  /** Share of requests that were answered, share of bytes; null where the page is no recording. */
  readonly answered: number | null
  readonly bytes: number | null
  /** Median page load time as recorded over that of the live loads. */
  readonly liveRatio: number | null
}

export interface ReplayBarsData {
  /** Worded as on the axis: `gain of HTTP/3 over HTTP/1.1 in page load time`. */
  readonly measure: string
  /** Says in one or two sentences what is to be seen. */
  readonly summary: string
  /** Says what a bar stands for: a page, or one over one of several links. */
  readonly one: 'page' | 'condition'
  /** Sorted as they are drawn. */
  readonly bars: readonly ReplayBar[]
  /** Pages without a gain. */
  readonly without: number
  /** Loads of all pages, also of those without a gain: all that are left out, and those that missed too much. */
  readonly leftOut: number
  readonly missedLoads: number
}

const ROW = 24
/** A name stands above its bar where it is narrow, and the fidelity below. */
const NARROW_ROW = 38
const NARROW_ROW_OF_REPLAY = 54
const TOP = 34
const BOTTOM = 44
const GAIN_WIDTH = 138
const BAR = 12

/** Columns that the fidelity has of a replay. */
const FIDELITY = [
  { head: 'answered', width: 70, text: ({ answered }: ReplayBar) => orDash(answered, share) },
  { head: 'bytes', width: 66, text: ({ bytes }: ReplayBar) => orDash(bytes, share) },
  { head: 'to live', width: 58, text: ({ liveRatio }: ReplayBar) => orDash(liveRatio, gain) },
  { head: 'fidelity', width: 88, text: ({ fidelity }: ReplayBar) => fidelity ?? '–' },
] as const

/** Gains page by page as bars with intervals on a log scale, and beside each how faithful the replay was. */
export function replayBarsChart(data: ReplayBarsData, options: ChartOptions): Chart {
  const { bars } = data
  const layout = layOut(bars, options.width)
  const words = {
    summary:
      bars.length === 0 ? `No page has rounds of both arms, so there is no ${data.measure}.` : data.summary,
    note: noteOf(data),
    table: tableOf(data),
  }
  if (bars.length === 0) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.box.bottom + BOTTOM,
    marks: [
      gainAxis(data.measure, layout),
      layout.wide && layout.isReplay ? fidelityHeads(layout.width) : null,
      bars.map((bar, i) => drawBar(bar, layout, i)),
    ],
    readOut: { nearest: 'y', line: null, stops: bars.map((bar, i) => stopAt(bar, layout, i)) },
  })
}

function noteOf({ bars, without, one, leftOut, missedLoads: missed }: ReplayBarsData): string {
  const rounds = bars.reduce((sum, { n }) => sum + n, 0)
  const parts = [
    `n = ${count(bars.length, one)}, ${count(rounds, 'round')}`,
    `${count(leftOut, 'load')} left out${missed === 0 ? '' : `, ${integer(missed)} of them for requests that were not recorded`}`,
    without === 0 ? null : `${count(without, one)} without a gain`,
  ]
  return `${parts.filter((part) => part !== null).join('; ')}. Lines are 95 % intervals.`
}

function tableOf({ bars }: ReplayBarsData): DataTable {
  return {
    columns: [
      ...[
        'page',
        'gain',
        'low',
        'high',
        'verdict',
        'rounds',
        'baseline (ms)',
        'arm (ms)',
        'left out',
        'missed',
      ],
      ...['answered', 'bytes', 'replay / live', 'fidelity'],
    ],
    rows: bars.map((bar) => [
      bar.name,
      bar.gain,
      bar.interval?.[0] ?? null,
      bar.interval?.[1] ?? null,
      verdictStyle(bar.verdict).words,
      ...[bar.n, bar.baselineMs, bar.armMs, bar.leftOut, bar.missedLoads],
      ...[bar.answered, bar.bytes, bar.liveRatio, bar.fidelity],
    ]),
  }
}

interface Layout extends GainAxis {
  readonly width: number
  readonly isReplay: boolean
  readonly rowHeight: number
  readonly y: (row: number) => number
}

function layOut(bars: readonly ReplayBar[], width: number): Layout {
  const wide = width >= 760
  const isReplay = bars.some(({ answered }) => answered !== null)
  const rowHeight = wide ? ROW : isReplay ? NARROW_ROW_OF_REPLAY : NARROW_ROW
  const fidelityWidth = wide && isReplay ? FIDELITY.reduce((sum, column) => sum + column.width, 0) : 0
  const longest = Math.max(0, ...bars.map(({ name }) => textWidth(name)))
  const box = {
    left: wide ? Math.min(longest + 16, Math.round(width * (isReplay ? 0.28 : 0.4))) : 8,
    right: width - (wide ? GAIN_WIDTH + fidelityWidth : 52),
    top: TOP,
    bottom: TOP + bars.length * rowHeight,
  }
  const ends = bars.flatMap((bar) => [bar.gain, ...(bar.interval ?? [])])
  const x = scaleLog([Math.min(0.9, ...ends) / 1.04, Math.max(1.12, ...ends) * 1.04], [box.left, box.right])
  const [low = 1, high = 1] = x.domain()
  const y = (row: number) => box.top + row * rowHeight + (wide ? rowHeight / 2 : 26)
  return { width, wide, isReplay, rowHeight, box, x, y, gains: [low, high] }
}

/** Right ends of the columns of the fidelity, px. */
function fidelityEnds(width: number): readonly number[] {
  return FIDELITY.map((_, i) => width - FIDELITY.slice(i + 1).reduce((sum, column) => sum + column.width, 0))
}

function fidelityHeads(width: number): Child {
  return fidelityEnds(width).map((x, i) =>
    h('text', { class: 'side', x, y: TOP - 12, 'text-anchor': 'end' }, FIDELITY[i]?.head ?? ''),
  )
}

function drawBar(bar: ReplayBar, { width, wide, isReplay, box, x, ...layout }: Layout, i: number): VNode {
  const style = verdictStyle(bar.verdict)
  const y = layout.y(i)
  const [from, to] = [Math.min(x(1), x(bar.gain)), Math.max(x(1), x(bar.gain))]
  const words = wide && bar.interval ? `${gain(bar.gain)} (${range(bar.interval)})` : gain(bar.gain)
  const gainEnd = wide && isReplay ? (fidelityEnds(width)[0] ?? width) - FIDELITY[0].width : width
  const name = fitMiddle(bar.name, wide ? box.left - 12 : width)
  return h(
    'g',
    { class: `gain-row ${style.className}` },
    wide ? null : labelGround(textWidth(name), y - 24),
    h('text', { class: 'row-label', x: 0, y: y + (wide ? 4 : -12) }, name),
    h('rect', { class: 'gain-bar', x: from, y: y - BAR / 2, width: to - from, height: BAR }),
    bar.interval
      ? h('line', { class: 'interval', x1: x(bar.interval[0]), x2: x(bar.interval[1]), y1: y, y2: y })
      : null,
    shapeMark(style.shape, x(bar.gain), y, 4.5, 'dot'),
    h('text', { class: 'row-value', x: gainEnd, y: y + 4, 'text-anchor': 'end' }, words),
    isReplay ? fidelityMarks(bar, { width, wide }, y) : null,
  )
}

function fidelityMarks(bar: ReplayBar, { width, wide }: Pick<Layout, 'width' | 'wide'>, y: number): Child {
  if (wide)
    return fidelityEnds(width).map((x, i) =>
      h(
        'text',
        { class: 'row-value quiet', x, y: y + 4, 'text-anchor': 'end' },
        FIDELITY[i]?.text(bar) ?? '',
      ),
    )
  // Columns without room stand in the table.
  const [answered, , toLive, fidelity] = FIDELITY
  const words = [fidelity, answered, ...(bar.liveRatio === null ? [] : [toLive])].map(
    ({ head, text }) => `${head} ${text(bar)}`,
  )
  const text = fitText(words.join(', '), width, 11)
  return [labelGround(textWidth(text, 11), y + 10), h('text', { class: 'side', x: 0, y: y + 21 }, text)]
}

/** Keeps the lines of the axis out of a line of text. */
function labelGround(textPx: number, y: number): VNode {
  return h('rect', { class: 'label-ground', x: 0, y, width: textPx + 4, height: 15 })
}

function stopAt(bar: ReplayBar, { width, rowHeight, box, x, y }: Layout, i: number): Stop {
  const { name, interval, verdict, n, baselineMs, armMs, answered } = bar
  const words = [
    `${name}: gain ${gain(bar.gain)}${interval === null ? '' : `, 95 % interval ${range(interval)}`}`,
    verdictStyle(verdict).words,
    count(n, 'round'),
    ...(baselineMs === null || armMs === null
      ? []
      : [`${milliseconds(baselineMs)} to ${milliseconds(armMs)}`]),
    ...(answered === null ? [] : FIDELITY.map(({ head, text }) => `${head} ${text(bar)}`)),
  ]
  return {
    x: x(bar.gain),
    y: y(i),
    box: { x: 0, y: box.top + i * rowHeight, width, height: rowHeight },
    text: words.join(', '),
  }
}

function orDash(value: number | null, write: (value: number) => string): string {
  return value === null ? '–' : write(value)
}
