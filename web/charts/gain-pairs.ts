import { scaleLog } from 'd3-scale'
import { count, gain, milliseconds, range } from '../../figures/quantity.ts'
import type { Verdict } from '../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import type { Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { type GainAxis, gainAxis } from './gain-axis.ts'
import { shapeMark } from './shape.ts'
import { fitText, textWidth } from './text-width.ts'

export interface ArmGain {
  readonly arm: string
  readonly gain: number
  /** Is null for too few rounds. */
  readonly interval: readonly [number, number] | null
  readonly verdict: Verdict
  readonly baselineMs: number
  readonly armMs: number
  /** Rounds. */
  readonly n: number
}

export interface GainPair {
  readonly name: string
  /** Page of the site, which its row opens. */
  readonly href?: string
  /** Gains of the arms that have one. */
  readonly gains: readonly ArmGain[]
}

export interface GainPairsData {
  /** Worded as on the axis: `gain over HTTP/1.1 in page load time`. */
  readonly measure: string
  /** Sorted as they are named. */
  readonly arms: readonly string[]
  readonly rows: readonly GainPair[]
}

const ROW = 24
/** A name stands above its marks on a narrow page. */
const NARROW_ROW = 42
const TOP = 46
const BOTTOM = 44
/** Width of a gain at the end of a row, px. */
const VALUE_WIDTH = 74

/** Gains of several arms over one baseline: a row a site, a mark an arm. What is certain is filled. */
export function gainPairsChart(data: GainPairsData, options: ChartOptions): Chart {
  const rows = data.rows.filter(({ gains }) => gains.length > 0)
  const layout = layOut(data, rows, options.width)
  const words = {
    summary: summarize(data, rows),
    note: `n = ${count(rows.length, 'site')}. Lines are 95 % intervals; a filled mark has an interval without 1.`,
    table: tableOf(rows),
  }
  if (rows.length === 0) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.box.bottom + BOTTOM,
    marks: [
      armKey(data, layout),
      gainAxis(data.measure, layout),
      rows.map((row, i) => drawRow(row, data.arms, layout, i)),
    ],
    readOut: { nearest: 'y', line: null, stops: rows.map((row, i) => stopAt(row, layout, i)) },
  })
}

function summarize({ measure, arms }: GainPairsData, rows: readonly GainPair[]): string {
  if (rows.length === 0) return `No site has rounds of both arms, so there is no ${measure}.`
  const words = arms.map((arm) => {
    const gains = rows.flatMap((row) => row.gains.filter((found) => found.arm === arm))
    const faster = gains.filter(({ verdict }) => verdict === 'faster').length
    return `${armLabel(arm)} faster at ${faster} of ${count(gains.length, 'site')}`
  })
  return `${words.join(', ')}.`
}

function tableOf(rows: readonly GainPair[]): DataTable {
  return {
    columns: ['site', 'arm', 'gain', 'low', 'high', 'verdict', 'baseline (ms)', 'arm (ms)', 'rounds'],
    rows: rows.flatMap(({ name, gains }) =>
      gains.map((found) => [
        name,
        armLabel(found.arm),
        found.gain,
        found.interval?.[0] ?? null,
        found.interval?.[1] ?? null,
        found.verdict,
        found.baselineMs,
        found.armMs,
        found.n,
      ]),
    ),
  }
}

interface Layout extends GainAxis {
  readonly width: number
  readonly rowHeight: number
  readonly y: (row: number) => number
}

function layOut({ arms }: GainPairsData, rows: readonly GainPair[], width: number): Layout {
  const wide = width >= 560
  const rowHeight = wide ? ROW : NARROW_ROW
  const box = {
    left: wide ? Math.min(220, Math.round(width * 0.3)) : 8,
    right: width - (wide ? arms.length * VALUE_WIDTH + 8 : 14),
    top: TOP,
    bottom: TOP + rows.length * rowHeight,
  }
  const ends = rows.flatMap(({ gains }) => gains.flatMap((found) => [found.gain, ...(found.interval ?? [])]))
  const x = scaleLog([Math.min(0.9, ...ends) / 1.04, Math.max(1.12, ...ends) * 1.04], [box.left, box.right])
  const [low = 1, high = 1] = x.domain()
  const y = (row: number) => box.top + (row + (wide ? 0.5 : 0.72)) * rowHeight
  return { width, wide, rowHeight, box, x, y, gains: [low, high] }
}

function armKey({ arms }: GainPairsData, { width, wide }: Layout): Child {
  let left = 0
  return [
    arms.map((arm) => {
      const entry = h(
        'g',
        shapeMark(armStyle(arm).shape, left + 6, 9, 4.5, `dot ${armClass(arm)}`),
        h('text', { class: `curve-label ${armClass(arm)}`, x: left + 16, y: 13 }, armLabel(arm)),
      )
      left += 34 + textWidth(armLabel(arm))
      return entry
    }),
    wide
      ? arms.map((arm, i) =>
          h(
            'text',
            { class: `curve-label ${armClass(arm)}`, x: valueX(width, arms, i), y: 34, 'text-anchor': 'end' },
            armLabel(arm),
          ),
        )
      : null,
  ]
}

function valueX(width: number, arms: readonly string[], i: number): number {
  return width - (arms.length - 1 - i) * VALUE_WIDTH
}

function drawRow({ name, gains }: GainPair, arms: readonly string[], layout: Layout, i: number): VNode {
  const { width, wide, box, x } = layout
  const y = layout.y(i)
  // Arms stand a little above one another, so that intervals do not cover each other.
  const armY = (arm: string) => y + (arms.indexOf(arm) - (arms.length - 1) / 2) * 8
  return h(
    'g.pair-row',
    h(
      'text',
      { class: 'row-label', x: 0, y: y + (wide ? 4 : -14) },
      fitText(name, wide ? box.left - 12 : width),
    ),
    gains.map((found) => drawGain(found, x, armY(found.arm))),
    wide
      ? gains.map((found) =>
          h(
            'text',
            {
              class: 'row-value',
              x: valueX(width, arms, arms.indexOf(found.arm)),
              y: y + 4,
              'text-anchor': 'end',
            },
            gain(found.gain),
          ),
        )
      : null,
  )
}

function drawGain({ arm, gain: value, interval, verdict }: ArmGain, x: Scale, y: number): Child {
  const certain = verdict === 'faster' || verdict === 'slower'
  return [
    interval === null
      ? null
      : h('line', {
          class: `interval ${armClass(arm)}`,
          x1: x(interval[0]),
          x2: x(interval[1]),
          y1: y,
          y2: y,
        }),
    shapeMark(armStyle(arm).shape, x(value), y, 4.5, `dot ${certain ? '' : 'open '}${armClass(arm)}`),
  ]
}

function stopAt({ name, gains, href }: GainPair, { width, rowHeight, box, x, y }: Layout, i: number): Stop {
  const words = gains.map(
    ({ arm, gain: value, interval, verdict, baselineMs, armMs, n }) =>
      `${armLabel(arm)} ${gain(value)}${interval === null ? '' : ` (${range(interval)})`}, ${milliseconds(baselineMs)} to ${milliseconds(armMs)}, ${verdict}, ${count(n, 'round')}`,
  )
  return {
    x: x(gains[0]?.gain ?? 1),
    y: y(i),
    box: { x: 0, y: box.top + i * rowHeight, width, height: rowHeight },
    href: href ?? null,
    text: `${name}: ${words.join(' · ')}`,
  }
}
