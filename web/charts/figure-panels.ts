import { scaleLinear } from 'd3-scale'
import { count, figureNumber } from '../../figures/quantity.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { armClass, armLabel } from './arm.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { textWidth } from './text-width.ts'

export interface FigureBar {
  readonly arm: string
  /** The value is in the unit of its panel; null: not known. */
  readonly value: number | null
  readonly interval: readonly [number, number] | null
  /** Repetitions. */
  readonly n: number
  /** Says in a word or two why it is a lower bound; null where it is not. */
  readonly bound: string | null
  /** Comparison with the baseline, in words; null where there is nothing to compare. */
  readonly compared: string | null
}

export interface FigurePanel {
  readonly title: string
  /** Is null where the title says it. */
  readonly unit: string | null
  readonly bars: readonly FigureBar[]
}

export interface FigurePanelsData {
  readonly panels: readonly FigurePanel[]
  /** The note ends with these: reasons of lower bounds, and whether there are verdicts. */
  readonly remarks: readonly string[]
}

const ROW = 46
const BAR = 12
const HEAD = 28
const GAP = 36
const BESIDE_FROM = 720

/** Figures as bars with intervals, a panel each with a scale of its own. A lower bound has an open end. */
export function figurePanelsChart(data: FigurePanelsData, options: ChartOptions): Chart {
  const { panels } = data
  const { width } = options
  const isEmpty = panels.every(({ bars }) => bars.every(({ value }) => value === null))
  const columns = width >= BESIDE_FROM ? panels.length : 1
  const panelHeight = HEAD + ROW * Math.max(1, ...panels.map(({ bars }) => bars.length)) + 8
  const words = {
    summary: isEmpty ? 'None of these figures is known of this server yet.' : summarize(panels),
    note: noteOf(data),
    table: tableOf(panels),
  }
  if (isEmpty) return emptyChart(words, options)
  const panelWidth = (width - GAP * (columns - 1)) / columns
  const drawn = panels.map((panel, i) => ({
    panel,
    place: {
      left: (i % columns) * (panelWidth + GAP),
      top: Math.floor(i / columns) * panelHeight,
      width: panelWidth,
    },
  }))
  return drawnChart(words, options, {
    height: panelHeight * Math.ceil(panels.length / columns),
    marks: drawn.map(({ panel, place }) => panelMarks(panel, place)),
    readOut: {
      nearest: 'xy',
      line: null,
      stops: drawn.flatMap(({ panel, place }) =>
        panel.bars.map((bar, row) => stopAt(panel, bar, row, place)),
      ),
    },
  })
}

interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
}

function summarize(panels: readonly FigurePanel[]): string {
  return panels
    .map(
      (panel) =>
        `${panel.title}: ${panel.bars.map((bar) => `${armLabel(bar.arm)} ${valueText(bar)}`).join(', ')}.`,
    )
    .join(' ')
}

function noteOf({ panels, remarks }: FigurePanelsData): string {
  const all = panels.flatMap(({ bars }) => bars)
  const ns = all.map(({ n }) => n)
  const [least, most] = [Math.min(...ns), Math.max(...ns)]
  const n =
    ns.length === 0
      ? 'n = 0.'
      : least === most
        ? `n = ${count(most, 'repetition')}.`
        : `n = ${least} to ${most} repetitions.`
  const intervals = all.some(({ interval }) => interval !== null)
    ? 'Lines and parentheses are 95 % intervals over repetitions.'
    : least < 3
      ? 'An interval needs three repetitions.'
      : 'Lower bounds, and figures with a repetition at 0, have no interval.'
  return [n, intervals, ...remarks].join(' ')
}

function tableOf(panels: readonly FigurePanel[]): DataTable {
  return {
    columns: ['figure', 'protocol', 'value', 'low', 'high', 'n', 'lower bound', 'against the baseline'],
    rows: panels.flatMap(({ title, unit, bars }) =>
      bars.map((bar) => [
        unit === null ? title : `${title} (${unit})`,
        armLabel(bar.arm),
        bar.value,
        bar.interval?.[0] ?? null,
        bar.interval?.[1] ?? null,
        bar.n,
        bar.bound,
        bar.compared,
      ]),
    ),
  }
}

/** `98.2 (95.1–101)`, `≥ 188`. */
function valueText({ value, interval, bound }: FigureBar): string {
  if (value === null) return 'not known'
  if (bound !== null) return `≥ ${figureNumber(value)}, ${bound}`
  return interval === null
    ? figureNumber(value)
    : `${figureNumber(value)} (${figureNumber(interval[0])}–${figureNumber(interval[1])})`
}

function panelMarks({ title, unit, bars }: FigurePanel, place: Place): VNode {
  const ends = bars.flatMap(({ value, interval }) => [value ?? 0, ...(interval ?? [])])
  // Room for the arrow of an open end.
  const x = scaleLinear(
    [Math.min(0, ...ends), Math.max(...ends, 0) || 1],
    [place.left + 1, place.left + place.width - 22],
  )
  return h(
    'g.figure-panel',
    h(
      'text',
      { class: 'row-label strong', x: place.left, y: place.top + 14 },
      unit === null ? title : `${title}, ${unit}`,
    ),
    bars.map((bar, row) => barMarks(bar, x, { ...place, top: place.top + HEAD + row * ROW })),
    h('line', {
      class: 'axis-line',
      x1: x(0),
      x2: x(0),
      y1: place.top + HEAD,
      y2: place.top + HEAD + bars.length * ROW - 8,
    }),
  )
}

function barMarks(bar: FigureBar, x: (value: number) => number, { left, top }: Place): Child {
  const { arm, value, interval, bound } = bar
  const name = armLabel(arm)
  const middle = top + 18 + BAR / 2
  const [from, to] = [Math.min(x(0), x(value ?? 0)), Math.max(x(0), x(value ?? 0))]
  return h(
    'g',
    { class: `figure-row ${armClass(arm)}` },
    h('text', { class: 'curve-label', x: left + 4, y: top + 12 }, name),
    h('text', { class: 'row-value', x: left + 4 + textWidth(name) + 10, y: top + 12 }, valueText(bar)),
    value === null
      ? null
      : h('rect', {
          class: bound === null ? 'figure-bar' : 'figure-bar open',
          x: from,
          y: top + 18,
          width: Math.max(0.5, to - from),
          height: BAR,
        }),
    value === null || bound === null
      ? null
      : h('path', {
          class: 'left-out',
          d: `M${to + 3},${middle}H${to + 14}M${to + 10},${middle - 4}L${to + 14},${middle}L${to + 10},${middle + 4}`,
        }),
    interval === null
      ? null
      : ['whisker-halo', 'whisker'].map((className) =>
          h('path', { class: className, d: whisker(interval, x, middle) }),
        ),
  )
}

function whisker([low, high]: readonly [number, number], x: (value: number) => number, y: number): string {
  return `M${x(low)},${y}H${x(high)}M${x(low)},${y - 4}v8M${x(high)},${y - 4}v8`
}

function stopAt(
  { title, unit }: FigurePanel,
  bar: FigureBar,
  row: number,
  { left, top, width }: Place,
): Stop {
  const y = top + HEAD + row * ROW
  const words = [
    `${armLabel(bar.arm)}, ${title}: ${valueText(bar)}${unit === null || bar.value === null ? '' : ` ${unit}`}`,
    ...(bar.bound === null ? [] : ['a lower bound']),
    count(bar.n, 'repetition'),
    ...(bar.compared === null ? [] : [bar.compared]),
  ]
  return { x: left, y, box: { x: left, y, width, height: ROW - 4 }, text: words.join(', ') }
}
