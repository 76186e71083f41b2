import { scaleLinear, scaleLog } from 'd3-scale'
import { count, integer, quantity } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable } from './chart.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { lineKey } from './line-key.ts'
import { logTicks } from './log-ticks.ts'
import { crossingMarks, limitLine, lineMarks } from './user-line-marks.ts'
import type { UserLine, UserLinesData, UserLinesLayout, UserPoint } from './user-lines-data.ts'
import { userStops } from './user-stops.ts'

const PLOT_HEIGHT = 220
/** Space below the plot, px. */
const FOOT = 40
/** Height of an arm's crosses above the plot. */
const CUT_ROW = 9

/** A measure over users, a line an arm: the median of its repetitions, with their range as a band. */
export function userLinesChart(data: UserLinesData, options: ChartOptions): Chart {
  const points = data.lines.flatMap((each) => each.points)
  const key = lineKey(
    data.lines.filter(({ isSecond }) => !isSecond).map((each) => keyEntry(data, each.arm)),
    options.width,
  )
  const layout = points.length === 0 ? null : layOut(data, points, options.width, key.height)
  const words = { summary: summarize(data), note: noteOf(data), table: tableOf(data) }
  if (layout === null) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.box.bottom + FOOT,
    marks: [
      key.marks,
      axes(data, layout),
      limitLine(data, layout),
      data.lines.map((each) => lineMarks(each, layout)),
      data.crossings.map((crossing) => crossingMarks(crossing, data, layout)),
    ],
    readOut: alongPlot(layout.box, userStops(data, layout)),
  })
}

function keyEntry({ crossings, limit }: UserLinesData, arm: string) {
  const { dash, shape } = armStyle(arm)
  const crossing = crossings.find((each) => each.arm === arm)
  const words =
    crossing === undefined || limit === null
      ? ''
      : `: ${crossing.isLowerBound ? '≥ ' : ''}${count(Math.round(crossing.users), 'user')} below ${limit.text}`
  return {
    label: armLabel(arm) + words,
    className: `line ${armClass(arm)}`,
    dash,
    mark: { shape, className: `dot ${armClass(arm)}` },
  }
}

function summarize({ lines, measure, unit, above }: UserLinesData): string {
  const words = lines
    .filter(({ isSecond, points }) => !isSecond && points.length > 0)
    .map(({ arm, points }) => {
      const last = points.at(-1) as UserPoint
      const value = last.median === null ? above : quantity(last.median, unit)
      return `${armLabel(arm)} ${value} at ${count(Math.round(last.users), 'user')}`
    })
  return words.length === 0
    ? 'No intervals of a load of this server are stored.'
    : `${measure}: ${words.join(', ')}.`
}

function noteOf({ lines, above }: UserLinesData): string {
  const most = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ n }) => n)))
  const what = [
    ...new Set(
      lines.flatMap(({ what: name, isSecond }) =>
        name === null ? [] : [`${isSecond ? 'thin' : 'thick'}: ${name}`],
      ),
    ),
  ]
  const cut = lines.some(({ points }) => points.some(({ median }) => median === null))
  return [
    `n = ${count(most, 'repetition')} of each protocol.`,
    most > 1 ? 'Lines are medians over repetitions, bands reach from the lowest to the highest of them.' : '',
    what.length === 0 ? '' : `Lines ${what.join(', ')}.`,
    cut ? `Crosses above: ${above}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function tableOf({ lines, measure, unit }: UserLinesData): DataTable {
  return {
    columns: ['users', 'protocol', `${measure} (${unit})`, 'lowest', 'highest', 'n'],
    rows: lines
      .flatMap(({ arm, what, points }) =>
        points.map(
          ({ users, median, lowest, highest, n }) =>
            [
              users,
              what === null ? armLabel(arm) : `${armLabel(arm)}, ${what}`,
              median,
              lowest,
              highest,
              n,
            ] as const,
        ),
      )
      .sort(([a], [b]) => a - b),
  }
}

function layOut(
  { lines, limit, scale, crossings }: UserLinesData,
  points: readonly UserPoint[],
  width: number,
  keyHeight: number,
): UserLinesLayout {
  const cut = [...new Set(lines.filter(hasCut).map(({ arm }) => arm))]
  const labelY = keyHeight + 22
  const top = labelY + 12 + cut.length * CUT_ROW
  const box = { left: 58, right: width - 22, top, bottom: top + PLOT_HEIGHT }
  const users = [...new Set(points.map((point) => point.users))].sort((a, b) => a - b)
  const most = Math.max(...users, ...crossings.flatMap(({ users: at, between }) => [at, ...(between ?? [])]))
  const x = scaleLinear([0, most], [box.left, box.right])
  const ends = [
    ...points.flatMap(({ median, lowest, highest }) => [median, lowest, highest]),
    limit?.value ?? null,
  ].filter((value) => value !== null)
  const [y, valueTicks] = valueScale(scale, ends, box)
  return {
    ...{ box, x, y, users, valueTicks, labelY },
    userTicks: x.ticks(Math.max(2, Math.floor((box.right - box.left) / 90))).filter(Number.isInteger),
    aboveY: (arm) => labelY + 12 + cut.indexOf(arm) * CUT_ROW,
  }
}

function hasCut({ isSecond, points }: UserLine): boolean {
  return !isSecond && points.some(({ median }) => median === null)
}

function valueScale(
  scale: UserLinesData['scale'],
  values: readonly number[],
  { top, bottom }: PlotBox,
): [Scale, readonly number[]] {
  const positive = values.filter((value) => value > 0)
  if (scale === 'logarithmic' && positive.length > 0) {
    const ends: [number, number] = [Math.min(...positive) / 1.3, Math.max(...positive) * 1.3]
    return [scaleLog(ends, [bottom, top]), logTicks(...ends)]
  }
  const y = scaleLinear([0, Math.max(0, ...values) || 1], [bottom, top]).nice(4)
  return [y, y.ticks(5)]
}

function axes({ measure, unit, scale }: UserLinesData, layout: UserLinesLayout): Child {
  const { box, x, y, userTicks, valueTicks, labelY } = layout
  // A unit of several words stands with the name of the axis.
  const isUnitNamed = !['ms', 'fraction'].includes(unit)
  const ticks = placedTicks(valueTicks, isUnitNamed ? 'count' : unit, y)
  const words = [measure, ...(isUnitNamed ? [unit] : []), ...(scale === 'logarithmic' ? [scale] : [])]
  return [
    h('text', { class: 'axis-label', x: 0, y: labelY }, words.join(', ')),
    leftAxis(ticks, '', box),
    bottomAxis(
      userTicks.map((tick) => ({ position: x(tick), label: integer(tick) })),
      'users →',
      box,
    ),
  ]
}
