import { scaleLinear } from 'd3-scale'
import { integer, share } from '../../figures/quantity.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { bottomAxis, type PlotBox, type Scale, shareTicks } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { fitText, textWidth } from './text-width.ts'

export interface AdoptionBar {
  readonly label: string
  /** `served` was seen to be so; `claimed` is what a site says of itself. Drawn filled and hatched. */
  readonly kind: 'served' | 'claimed'
  readonly count: number
  /** The denominator; sites. */
  readonly n: number
  /** Sites of `n` about which it could not be found out. */
  readonly unknown: number
  /** Share with its interval, 0..1; null for n = 0. */
  readonly interval: { readonly share: number; readonly low: number; readonly high: number } | null
  /** Class of the colour: an arm's, or none. */
  readonly className?: string
}

interface AdoptionBarsData {
  /** The shares are of these: `all sites of the list`. */
  readonly population: string
  readonly bars: readonly AdoptionBar[]
}

type Interval = NonNullable<AdoptionBar['interval']>

type DrawnBar = AdoptionBar & { readonly interval: Interval }

const ROW = 30
/** A label stands above its bar on a narrow page. */
const NARROW_ROW = 40
const TOP = 8
const BOTTOM = 42

/** Shares of a list with 95 % Wilson intervals. */
export function adoptionBarsChart(data: AdoptionBarsData, options: ChartOptions): Chart {
  const { width } = options
  const bars = data.bars.flatMap((bar): DrawnBar[] =>
    bar.interval === null ? [] : [{ ...bar, interval: bar.interval }],
  )
  const layout = layOut(bars, width)
  const words = {
    summary:
      bars.length === 0
        ? data.bars.some(({ n }) => n > 0)
          ? 'Not found out of any site.'
          : 'No site has been surveyed yet.'
        : `${bars.map((bar) => `${bar.label} ${share(bar.interval.share)}`).join(', ')}.`,
    note: noteOf(data, bars),
    table: tableOf(data),
  }
  if (bars.length === 0) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.box.bottom + BOTTOM,
    marks: [
      bottomAxis(shareTicks(layout.x), `share of ${data.population} →`, layout.box, true),
      bars.map((bar, i) => drawBar(bar, layout, i)),
    ],
    readOut: { nearest: 'y', line: null, stops: bars.map((bar, i) => stopAt(bar, layout, i)) },
  })
}

/** Tells whether all bars have the same denominator, which is then said once. */
function sameN(bars: readonly DrawnBar[]): boolean {
  return new Set(bars.map((bar) => bar.n)).size === 1
}

function noteOf({ population, bars: all }: AdoptionBarsData, bars: readonly DrawnBar[]): string {
  const unknown = Math.max(0, ...bars.map((bar) => bar.unknown))
  const n = sameN(bars) ? `, n = ${integer(bars[0]?.n ?? 0)}` : ', n beside each bar'
  const lacking = all.filter((bar) => bar.interval === null && bar.n > 0).map(({ label }) => label)
  return [
    `Share of ${population}${n}; up to ${integer(unknown)} could not be found out and count as not. Whiskers are 95 % Wilson intervals.`,
    ...(lacking.length === 0 ? [] : [`Not found out of any site: ${lacking.join(', ')}.`]),
  ].join(' ')
}

function tableOf({ bars }: AdoptionBarsData): DataTable {
  return {
    columns: ['what', 'kind', 'sites', 'of', 'share', 'low', 'high', 'not found out'],
    rows: bars.map((bar) => [
      bar.label,
      bar.kind,
      bar.count,
      bar.n,
      bar.interval?.share ?? null,
      bar.interval?.low ?? null,
      bar.interval?.high ?? null,
      bar.unknown,
    ]),
  }
}

interface Layout {
  readonly width: number
  readonly narrow: boolean
  readonly row: number
  readonly box: PlotBox
  readonly x: Scale
  readonly y: (bar: number) => number
  /** Says how many sites each bar stands for. */
  readonly counts: readonly string[]
}

function layOut(bars: readonly DrawnBar[], width: number): Layout {
  const narrow = width < 480
  const row = narrow ? NARROW_ROW : ROW
  const same = sameN(bars)
  const counts = bars.map(({ count, n }) => (same ? integer(count) : `${integer(count)} of ${integer(n)}`))
  const values = bars.map(({ interval }, i) => {
    const text = share(interval.share)
    return textWidth(narrow ? text : `${text} ${counts[i] ?? ''}`)
  })
  const labels = Math.max(...bars.map((bar) => textWidth(bar.label))) + 12
  const box = {
    left: narrow ? 1 : Math.min(labels, width * 0.38),
    right: width - (Math.max(...values) + 26),
    top: TOP,
    bottom: TOP + bars.length * row,
  }
  return {
    width,
    narrow,
    row,
    box,
    counts,
    x: scaleLinear([0, 1], [box.left, box.right]),
    y: (bar) => box.top + (bar + (narrow ? 0.72 : 0.5)) * row,
  }
}

function drawBar(bar: DrawnBar, layout: Layout, i: number): VNode {
  const { x, box } = layout
  const y = layout.y(i)
  const right = x(bar.interval.share)
  const className = `bar bar-${bar.kind} ${bar.className ?? ''}`.trim()
  return h(
    'g',
    label(bar, layout, y),
    h('rect', { class: className, x: box.left, y: y - 8, width: right - box.left, height: 16 }),
    bar.kind === 'claimed' ? hatch(box.left, right, y - 8, 16, bar.className) : null,
    whiskers(bar.interval, x, y),
    value(bar, layout, i),
  )
}

function label(bar: DrawnBar, { narrow, width, box }: Layout, y: number): VNode {
  return narrow
    ? h('text', { class: 'row-label', x: 0, y: y - 13 }, fitText(bar.label, width))
    : h(
        'text',
        { class: 'row-label', x: box.left - 8, y: y + 4, 'text-anchor': 'end' },
        fitText(bar.label, box.left - 8),
      )
}

function whiskers({ low, high }: Interval, x: Scale, y: number): Child {
  const d = `M${px(x(low))},${y - 4}v8M${px(x(low))},${y}H${px(x(high))}M${px(x(high))},${y - 4}v8`
  return ['whisker-halo', 'whisker'].map((className) => h('path', { class: className, d }))
}

function value({ interval }: DrawnBar, { narrow, width, box, y, counts }: Layout, i: number): VNode {
  return h(
    'text',
    {
      class: 'row-value',
      x: narrow ? width : box.right + 12,
      y: y(i) + 4,
      'text-anchor': narrow ? 'end' : 'start',
    },
    h('tspan.strong', share(interval.share)),
    narrow ? null : h('tspan', { class: 'quiet', dx: 8 }, counts[i] ?? ''),
  )
}

function stopAt(bar: DrawnBar, { width, row, box, x, y }: Layout, i: number): Stop {
  const { interval, count, n, unknown } = bar
  return {
    x: x(interval.share),
    y: y(i),
    box: { x: 0, y: box.top + i * row, width, height: row },
    text: `${bar.label} (${bar.kind}): ${share(interval.share)} (${integer(count)} of ${integer(n)}), 95 % interval ${share(interval.low)} to ${share(interval.high)}, ${integer(unknown)} not found out`,
  }
}

/** Slanted lines inside a bar. Drawn one by one: a `<pattern>` needs an id, which two charts of a page would share. */
function hatch(left: number, right: number, top: number, height: number, className = '') {
  const lines: string[] = []
  for (let start = left - height + 6; start < right; start += 6) {
    const from = Math.max(start, left)
    const to = Math.min(start + height, right)
    if (to > from) {
      lines.push(
        `M${px(from)},${px(top + height - (from - start))}L${px(to)},${px(top + height - (to - start))}`,
      )
    }
  }
  return h('path', { class: `hatch ${className}`.trim(), d: lines.join('') })
}

function px(value: number): string {
  return String(Math.round(value * 100) / 100)
}
