import { scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import { bytes, count, gain, integer, range } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { type LineKeyEntry, lineKey } from './line-key.ts'
import { logTicks } from './log-ticks.ts'
import { shapeMark } from './shape.ts'
import type { WindowCurve, WindowGainData, WindowPoint } from './window-gain-data.ts'

const PLOT_HEIGHT = 260
/** Space below the plot, px. */
const FOOT = 40
/** Distance of the marks of protocols that loaded the same file, px. */
const BESIDE = 7

/** Gain of a larger initial window over the size of a file: expected as curves, measured as marks with intervals. */
export function windowGainChart(data: WindowGainData, options: ChartOptions): Chart {
  const isEmpty = data.points.length === 0 && data.curves.length === 0
  const key = lineKey(keyEntries(data), options.width)
  const layout = isEmpty ? null : layOut(data, options.width, key.height)
  const words = { summary: summarize(data), note: noteOf(data), table: tableOf(data) }
  if (layout === null) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.box.bottom + FOOT,
    marks: [
      key.marks,
      axes(data, layout),
      data.curves.map((curve) => curveMarks(curve, layout)),
      data.points.map((point) => pointMarks(point, layout)),
    ],
    readOut:
      data.points.length === 0
        ? null
        : alongPlot(
            layout.box,
            sizesOf(data).map((fileBytes) => stopAt(fileBytes, data, layout)),
          ),
  })
}

function keyEntries({ curves, points }: WindowGainData): LineKeyEntry[] {
  const expected = curves.map((curve) => ({
    label: `expected, ${curve.arms.map(armLabel).join(' and ')}`,
    className: `line ${curveClass(curve)}`,
    dash: curveDash(curve),
  }))
  const measured = armsOf(points).map((arm) => ({
    label: armLabel(arm),
    className: `interval ${armClass(arm)}`,
    dash: null,
    mark: { shape: armStyle(arm).shape, className: `dot ${armClass(arm)}` },
  }))
  return [...expected, ...measured]
}

/** A curve that protocols share has the colour of none of them. */
function curveClass({ arms }: WindowCurve): string {
  return arms.length === 1 ? armClass(arms[0] ?? '') : 'arm-other'
}

function curveDash({ arms }: WindowCurve): string | null {
  return armStyle(arms[0] ?? '').dash
}

function armsOf(points: readonly WindowPoint[]): string[] {
  return [...new Set(points.map(({ arm }) => arm))]
}

function sizesOf({ points }: WindowGainData): number[] {
  return [...new Set(points.map(({ fileBytes }) => fileBytes))].sort((a, b) => a - b)
}

function summarize({ points, smallWindow, largeWindow }: WindowGainData): string {
  if (points.length === 0)
    return `No file has been measured with initial windows of ${smallWindow} and ${largeWindow} yet.`
  const words = armsOf(points).map((arm) => {
    const best = points.filter((point) => point.arm === arm).reduce((a, b) => (b.gain > a.gain ? b : a))
    return `${armLabel(arm)} ${gain(best.gain)} at ${bytes(best.fileBytes)}`
  })
  return `Largest gain of an initial window of ${largeWindow} over ${smallWindow}: ${words.join(', ')}.`
}

function noteOf({ points, curves, missing, needed }: WindowGainData): string {
  const ns = points.map(({ n }) => n)
  const [fewest, most] = [Math.min(...ns), Math.max(...ns)]
  const few = points.filter(({ interval }) => interval === null).length
  return [
    points.length === 0
      ? 'n = 0.'
      : `n = ${fewest === most ? count(most, 'round') : `${integer(fewest)} to ${count(most, 'round')}`} each, with 95 % intervals.`,
    few === 0 ? '' : `${count(few, 'mark')} without an interval: fewer than ${needed} rounds.`,
    missing === 0 ? '' : `${count(missing, 'mark')} left out: no gain.`,
    curves.length === 0 ? '' : 'Curves: what handshake, round trips, rate and slow start alone would take.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function tableOf({ points }: WindowGainData): DataTable {
  return {
    columns: ['file (bytes)', 'protocol', 'gain', 'low', 'high', 'expected', 'rounds'],
    rows: points.map(({ fileBytes, arm, gain: value, interval, expected, n }) => [
      fileBytes,
      armLabel(arm),
      value,
      interval?.[0] ?? null,
      interval?.[1] ?? null,
      expected,
      n,
    ]),
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: Scale
  readonly y: Scale
  /** Ends of the axes. */
  readonly sizes: readonly [number, number]
  readonly gains: readonly [number, number]
  /** Offset of a protocol's mark from its size, px. */
  readonly aside: ReadonlyMap<string, number>
}

function layOut(data: WindowGainData, width: number, keyHeight: number): Layout {
  const top = keyHeight + 30
  const box = { left: 52, right: width - 16, top, bottom: top + PLOT_HEIGHT }
  const drawn = [...data.points, ...data.curves.flatMap(({ points }) => points)]
  const bytesOf = drawn.map(({ fileBytes }) => fileBytes)
  const sizes = [Math.min(...bytesOf), Math.max(...bytesOf)] as const
  const ends = [
    ...drawn.map((each) => each.gain),
    ...data.points.flatMap(({ interval }) => [...(interval ?? [])]),
  ]
  const gains = [Math.min(0.95, ...ends) / 1.03, Math.max(1.06, ...ends) * 1.03] as const
  const arms = armsOf(data.points)
  return {
    ...{ box, sizes, gains },
    x: sizes[0] === sizes[1] ? () => (box.left + box.right) / 2 : scaleLog(sizes, [box.left, box.right]),
    y: scaleLog(gains, [box.bottom, box.top]),
    aside: new Map(arms.map((arm, i) => [arm, (i - (arms.length - 1) / 2) * BESIDE])),
  }
}

function axes({ smallWindow, largeWindow }: WindowGainData, { box, x, y, sizes, gains }: Layout): Child {
  return [
    leftAxis(
      logTicks(...gains).map((tick) => ({ position: y(tick), label: `${tick}×` })),
      `time with ${smallWindow} / time with ${largeWindow}, logarithmic`,
      box,
    ),
    bottomAxis(placedTicks(logTicks(...sizes), 'bytes', x), 'size of the file, logarithmic →', box),
    h('line', { class: 'one', x1: box.left, x2: box.right, y1: y(1), y2: y(1) }),
  ]
}

function curveMarks(curve: WindowCurve, { x, y }: Layout): Child {
  const path = line<WindowCurve['points'][number]>(
    (point) => x(point.fileBytes),
    (point) => y(point.gain),
  ).digits(2)
  return h('path', {
    class: `line ${curveClass(curve)}`,
    'stroke-dasharray': curveDash(curve),
    d: path([...curve.points]),
  })
}

function pointMarks({ arm, fileBytes, gain: value, interval }: WindowPoint, layout: Layout): Child {
  const [left, { y }] = [placeOf(arm, fileBytes, layout), layout]
  return [
    interval === null
      ? null
      : h('line', {
          class: `interval ${armClass(arm)}`,
          x1: left,
          x2: left,
          y1: y(interval[0]),
          y2: y(interval[1]),
        }),
    shapeMark(armStyle(arm).shape, left, y(value), 4, `dot ${armClass(arm)}`),
  ]
}

function placeOf(arm: string, fileBytes: number, { x, aside }: Layout): number {
  return x(fileBytes) + (aside.get(arm) ?? 0)
}

function stopAt(fileBytes: number, { points }: WindowGainData, layout: Layout): Stop {
  const found = points.filter((point) => point.fileBytes === fileBytes)
  const words = found.map(({ arm, gain: value, interval, expected, n }) => {
    const limits = interval === null ? '' : ` (${range(interval)})`
    const model = expected === null ? '' : `, expected ${gain(expected)}`
    return `${armLabel(arm)} ${gain(value)}${limits}${model}, n = ${integer(n)}`
  })
  return {
    x: layout.x(fileBytes),
    y: layout.box.top,
    text: `${bytes(fileBytes)}: ${words.join(' · ')}`,
    dots: found.map(({ arm, gain: value }) => ({
      x: placeOf(arm, fileBytes, layout),
      y: layout.y(value),
      className: armClass(arm),
    })),
  }
}
