import { scaleLog } from 'd3-scale'
import { h } from '../dom/h.ts'
import { bottomAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { logTicks } from './log-ticks.ts'
import { count, gain, integer, range } from './quantity.ts'
import { shapeMark } from './shape.ts'
import { fitText } from './text-width.ts'
import { VERDICTS, type Verdict, verdictStyle } from './verdict.ts'

export interface GainRow {
  readonly name: string
  /** Null: no valid rounds. */
  readonly gain: number | null
  /** Null: too few rounds for an interval. */
  readonly interval: readonly [number, number] | null
  readonly verdict: Verdict
  /** Rounds. */
  readonly n: number
  /** Samples; null where the source does not say. */
  readonly leftOut: number | null
  /** Page of the site, which its row opens. */
  readonly href?: string
}

export interface GainDotsData {
  /** As the axis says it: `gain of HTTP/3 over HTTP/1.1 in page load time`. */
  readonly measure: string
  readonly rows: readonly GainRow[]
}

const ROW = 22
/** Where it is narrow a name stands above its dot. */
const NARROW_ROW = 36
const TOP = 34
const BOTTOM = 44

/** Gains with their intervals on a log scale, one row a site, and a line where there is no difference. */
export function gainDotsChart(data: GainDotsData, options: ChartOptions): Chart {
  const { width } = options
  const rows = data.rows.filter((row) => row.gain !== null)
  const missing = data.rows.length - rows.length
  const wide = width >= 560
  const rowHeight = wide ? ROW : NARROW_ROW
  const height = rows.length === 0 ? EMPTY_HEIGHT : TOP + rows.length * rowHeight + BOTTOM
  const shown = VERDICTS.flatMap((verdict) => {
    const found = rows.filter((row) => row.verdict === verdict).length
    return found === 0 && verdict === 'too few rounds'
      ? []
      : `${integer(found)} ${verdictStyle(verdict).words}`
  })
  const summary =
    rows.length === 0
      ? `No site has rounds of both arms yet, so there is no ${data.measure}.`
      : `${shown.join(', ')}.`
  const counted = data.rows.some((row) => row.leftOut !== null)
  const leftOut = data.rows.reduce((sum, row) => sum + (row.leftOut ?? 0), 0)
  const base = {
    width,
    height,
    summary,
    note: `n = ${count(rows.length, 'site')}, ${count(
      rows.reduce((sum, row) => sum + row.n, 0),
      'round',
    )}${counted ? `; ${count(leftOut, 'sample')} left out` : ''}${missing > 0 ? `; ${count(missing, 'site')} without a gain` : ''}. Bars are 95 % intervals.`,
    table: {
      columns: ['site', 'gain', 'low', 'high', 'verdict', 'rounds', 'samples left out'],
      rows: data.rows.map((row) => [
        row.name,
        row.gain,
        row.interval?.[0] ?? null,
        row.interval?.[1] ?? null,
        verdictStyle(row.verdict).words,
        row.n,
        row.leftOut,
      ]),
    },
  }
  if (rows.length === 0) return emptyChart(base, options)

  const box = {
    left: wide ? Math.min(220, Math.round(width * 0.36)) : 8,
    right: width - (wide ? 150 : 52),
    top: TOP,
    bottom: TOP + rows.length * rowHeight,
  }
  const ends = rows.flatMap((row) => [row.gain ?? 1, ...(row.interval ?? [])])
  const x = scaleLog([Math.min(0.9, ...ends) / 1.04, Math.max(1.12, ...ends) * 1.04], [box.left, box.right])
  const [low = 1, high = 1] = x.domain()
  const y = (i: number) => box.top + (i + (wide ? 0.5 : 0.72)) * rowHeight
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      bottomAxis(
        logTicks(low, high).map((tick) => ({ at: x(tick), label: `${tick}×` })),
        wide ? `${data.measure}, logarithmic →` : 'gain, logarithmic →',
        box,
        true,
      ),
      h('line', { class: 'one', x1: x(1), x2: x(1), y1: box.top - 6, y2: box.bottom }),
      h('text', { class: 'side', x: x(1) - 8, y: box.top - 12, 'text-anchor': 'end' }, '← slower'),
      h('text', { class: 'side', x: x(1) + 8, y: box.top - 12 }, 'faster →'),
      rows.map((row, i) => {
        const style = verdictStyle(row.verdict)
        const value = row.gain ?? 1
        const said = wide && row.interval ? `${gain(value)} (${range(row.interval)})` : gain(value)
        return h(
          'g',
          { class: `gain-row ${style.className}` },
          h(
            'text',
            { class: 'row-label', x: 0, y: y(i) + (wide ? 4 : -9) },
            fitText(row.name, wide ? box.left - 12 : box.right),
          ),
          row.interval
            ? h('line', {
                class: 'interval',
                x1: x(row.interval[0]),
                x2: x(row.interval[1]),
                y1: y(i),
                y2: y(i),
              })
            : null,
          shapeMark(style.shape, x(value), y(i), 4.5, 'dot'),
          h('text', { class: 'row-value', x: width, y: y(i) + 4, 'text-anchor': 'end' }, said),
        )
      }),
    ),
    readOut: {
      nearest: 'y',
      line: null,
      stops: rows.map((row, i) => ({
        x: x(row.gain ?? 1),
        y: y(i),
        box: { x: 0, y: box.top + i * rowHeight, width, height: rowHeight },
        href: row.href ?? null,
        text: `${row.name}: gain ${gain(row.gain ?? 1)}${row.interval ? `, 95 % interval ${range(row.interval)}` : ''}, ${verdictStyle(row.verdict).words}, ${integer(row.n)} rounds${row.leftOut === null ? '' : `, ${integer(row.leftOut)} samples left out`}`,
      })),
    },
  }
}
