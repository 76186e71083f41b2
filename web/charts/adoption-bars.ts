import { scaleLinear } from 'd3-scale'
import { h } from '../dom/h.ts'
import { bottomAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { integer, share } from './quantity.ts'
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

export interface AdoptionBarsData {
  /** What the shares are of: `all sites of the list`. */
  readonly of: string
  readonly bars: readonly AdoptionBar[]
}

const ROW = 30
/** Where it is narrow a label stands above its bar. */
const NARROW_ROW = 40
const BOTTOM = 42

/** Shares of a list with 95 % Wilson intervals. */
export function adoptionBarsChart(data: AdoptionBarsData, options: ChartOptions): Chart {
  const { width } = options
  const bars = data.bars.filter((bar) => bar.interval !== null)
  const narrow = width < 480
  const row = narrow ? NARROW_ROW : ROW
  const height = bars.length === 0 ? EMPTY_HEIGHT : 8 + bars.length * row + BOTTOM
  const ns = [...new Set(bars.map((bar) => bar.n))]
  const unknown = Math.max(0, ...bars.map((bar) => bar.unknown))
  const summary =
    bars.length === 0
      ? 'No site has been surveyed yet.'
      : `${bars.map((bar) => `${bar.label} ${share(bar.interval?.share ?? 0)}`).join(', ')}.`
  const base = {
    width,
    height,
    summary,
    note: `Share of ${data.of}${ns.length === 1 ? `, n = ${integer(ns[0] ?? 0)}` : ', n beside each bar'}; up to ${integer(unknown)} could not be found out and count as not. Whiskers are 95 % Wilson intervals.`,
    table: {
      columns: ['what', 'kind', 'sites', 'of', 'share', 'low', 'high', 'not found out'],
      rows: data.bars.map((bar) => [
        bar.label,
        bar.kind,
        bar.count,
        bar.n,
        bar.interval?.share ?? null,
        bar.interval?.low ?? null,
        bar.interval?.high ?? null,
        bar.unknown,
      ]),
    },
  }
  if (bars.length === 0) return emptyChart(base, options)

  const said = bars.map((bar) => ({
    share: share(bar.interval?.share ?? 0),
    more: ns.length === 1 ? integer(bar.count) : `${integer(bar.count)} of ${integer(bar.n)}`,
  }))
  const labels = Math.max(...bars.map((bar) => textWidth(bar.label))) + 12
  const values =
    Math.max(...said.map(({ share, more }) => textWidth(narrow ? share : `${share} ${more}`))) + 26
  const box = {
    left: narrow ? 1 : Math.min(labels, width * 0.38),
    right: width - values,
    top: 8,
    bottom: 8 + bars.length * row,
  }
  const x = scaleLinear([0, 1], [box.left, box.right])
  const y = (i: number) => box.top + (i + (narrow ? 0.72 : 0.5)) * row
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      bottomAxis(
        [0, 0.25, 0.5, 0.75, 1].map((tick) => ({ at: x(tick), label: `${100 * tick} %` })),
        `share of ${data.of} →`,
        box,
        true,
      ),
      bars.map((bar, i) => {
        if (bar.interval === null) return null
        const { share: value, low, high } = bar.interval
        const whisker = `M${px(x(low))},${y(i) - 4}v8M${px(x(low))},${y(i)}H${px(x(high))}M${px(x(high))},${y(i) - 4}v8`
        const words = `bar bar-${bar.kind} ${bar.className ?? ''}`.trim()
        return h(
          'g',
          {},
          narrow
            ? h('text', { class: 'row-label', x: 0, y: y(i) - 13 }, fitText(bar.label, width))
            : h(
                'text',
                { class: 'row-label', x: box.left - 8, y: y(i) + 4, 'text-anchor': 'end' },
                fitText(bar.label, box.left - 8),
              ),
          h('rect', { class: words, x: box.left, y: y(i) - 8, width: x(value) - box.left, height: 16 }),
          bar.kind === 'claimed' ? hatch(box.left, x(value), y(i) - 8, 16, bar.className) : null,
          ['whisker-halo', 'whisker'].map((className) => h('path', { class: className, d: whisker })),
          h(
            'text',
            {
              class: 'row-value',
              x: narrow ? width : box.right + 12,
              y: y(i) + 4,
              'text-anchor': narrow ? 'end' : 'start',
            },
            h('tspan', { class: 'strong' }, said[i]?.share ?? ''),
            narrow ? null : h('tspan', { class: 'quiet', dx: 8 }, said[i]?.more ?? ''),
          ),
        )
      }),
    ),
    readOut: {
      nearest: 'y',
      line: null,
      stops: bars.map((bar, i) => ({
        x: x(bar.interval?.share ?? 0),
        y: y(i),
        box: { x: 0, y: box.top + i * row, width, height: row },
        text: `${bar.label} (${bar.kind}): ${share(bar.interval?.share ?? 0)} (${integer(bar.count)} of ${integer(bar.n)}), 95 % interval ${share(bar.interval?.low ?? 0)} to ${share(bar.interval?.high ?? 0)}, ${integer(bar.unknown)} not found out`,
      })),
    },
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
