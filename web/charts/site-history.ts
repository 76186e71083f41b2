import { scaleLinear, scaleLog } from 'd3-scale'
import { count, gain, quantity, range } from '../../figures/quantity.ts'
import { utcDay } from '../../model/utc-day.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale } from './axis.ts'
import type { Chart, ChartOptions, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { lineKey } from './line-key.ts'
import { logTicks } from './log-ticks.ts'
import { shapeMark } from './shape.ts'
import {
  FACTS,
  factWords,
  type HistoryArm,
  type HistoryPoint,
  type HistorySurvey,
  historyTable,
  type SiteHistoryData,
} from './site-history-data.ts'

const PANEL = 130
/** Space above a panel, for its label. */
const HEAD = 34
const FACT_ROW = 18
const AXIS = 44

/** Gains and times of a site, campaign by campaign, above what surveys found of it, on one axis of days. */
export function siteHistoryChart(data: SiteHistoryData, options: ChartOptions): Chart {
  const arms = data.arms.filter(({ points }) => points.some(({ median }) => median !== null))
  const layout = layOut(data, arms, options.width)
  const isEmpty = arms.length === 0
  const words = {
    summary: summarize(data, arms),
    note: noteOf(data, arms),
    table: historyTable(data, armLabel),
  }
  if (isEmpty) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.axis.bottom + AXIS,
    marks: [
      layout.key,
      axes(data, layout),
      changeMarks(data.surveys, layout),
      arms.map((arm, i) => armMarks(arm, i - (arms.length - 1) / 2, layout)),
      factMarks(data.surveys, layout),
    ],
    readOut: {
      nearest: 'x',
      line: { kind: 'vertical', from: layout.gains.top, to: layout.axis.bottom },
      stops: stopsOf(data, arms, layout),
    },
  })
}

const campaignsOf = (arms: readonly HistoryArm[]): readonly HistoryPoint[] => [
  ...new Map(
    arms.flatMap(({ points }) => points.map((point): [string, HistoryPoint] => [point.campaign, point])),
  ).values(),
]

function summarize({ baseline }: SiteHistoryData, arms: readonly HistoryArm[]): string {
  if (arms.length === 0) return 'No campaign has valid loads of this site yet, so there is no history.'
  const words = arms.flatMap(({ arm, points }) => {
    const gains = points.flatMap((point) => (point.gain === null ? [] : [point.gain]))
    const [first, last] = [gains[0], gains.at(-1)]
    if (first === undefined || last === undefined) return []
    return [`${armLabel(arm)} ${gains.length === 1 ? gain(first) : `${gain(first)}, then ${gain(last)}`}`]
  })
  return `Gain over ${baseline} in the first and the latest of ${count(campaignsOf(arms).length, 'campaign')}: ${words.join('; ') || 'unknown'}.`
}

function noteOf({ surveys, surveysFrom }: SiteHistoryData, arms: readonly HistoryArm[]): string {
  const campaigns = campaignsOf(arms)
  const other = campaigns.filter(({ sameConditions }) => !sameConditions).length
  const changed = surveys.filter(({ changes }) => changes.length > 0)
  return [
    `n = ${count(campaigns.length, 'campaign')}, ${count(surveys.length, 'survey')}${surveysFrom === null ? '' : ` from ${surveysFrom}`}. Bars are 95 % intervals; medians are of the rounds that have both protocols.`,
    other > 0
      ? `${count(other, 'campaign')} under other conditions than the shown one: open marks, joined by no line.`
      : null,
    changed.length > 0
      ? `Dashed lines: ${changed.map(({ timeMs, survey, changes }) => `${utcDay(timeMs)} (survey ${survey}) ${changes.join(', ')}`).join('; ')}.`
      : null,
    surveys.length > 0 ? 'Surveys: full mark yes, open mark no, cross unknown.' : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}

interface Layout {
  readonly key: Child
  readonly gains: PlotBox
  readonly times: PlotBox
  /** Panel whose lower edge has the days. */
  readonly axis: PlotBox
  readonly factY: (fact: number) => number
  readonly x: Scale
  readonly gainY: Scale
  readonly timeY: Scale
  readonly gainTicks: readonly number[]
  readonly timeTicks: readonly number[]
}

function layOut({ surveys }: SiteHistoryData, arms: readonly HistoryArm[], width: number): Layout {
  const key = lineKey(
    arms.map(({ arm }) => {
      const { label, dash, shape } = armStyle(arm)
      return {
        ...{ label, dash, className: `line ${armClass(arm)}` },
        mark: { shape, className: `dot ${armClass(arm)}` },
      }
    }),
    width,
  )
  const sides = { left: 88, right: width - 14 }
  const gains = { ...sides, top: key.height + HEAD, bottom: key.height + HEAD + PANEL }
  const times = { ...sides, top: gains.bottom + HEAD, bottom: gains.bottom + HEAD + PANEL }
  const facts = surveys.length === 0 ? 0 : FACTS.length * FACT_ROW + 14
  const axis = { ...sides, top: times.bottom, bottom: times.bottom + facts + 6 }
  const points = arms.flatMap((arm) => arm.points)
  const atMs = [...points, ...surveys].map(({ timeMs }) => timeMs)
  const [first, last] = [Math.min(...atMs), Math.max(...atMs)]
  const x =
    first === last
      ? () => (sides.left + sides.right) / 2
      : scaleLinear([first, last], [sides.left + 22, sides.right - 22])
  const ends = points.flatMap((point) => [
    ...(point.gain === null ? [] : [point.gain]),
    ...(point.interval ?? []),
  ])
  const gainY = scaleLog(
    [Math.min(0.9, ...ends) / 1.04, Math.max(1.12, ...ends) * 1.04],
    [gains.bottom, gains.top],
  )
  const medians = points.flatMap(({ median }) => (median === null ? [] : [median]))
  const timeY = scaleLinear([0, Math.max(...medians, 0) || 1], [times.bottom, times.top]).nice(4)
  const [low = 1, high = 1] = gainY.domain()
  return {
    ...{ key: key.marks, gains, times, axis, x, gainY, timeY },
    factY: (fact) => times.bottom + 20 + fact * FACT_ROW,
    gainTicks: logTicks(low, high),
    timeTicks: timeY.ticks(4),
  }
}

function axes({ metric, unit, baseline, arms, surveys }: SiteHistoryData, layout: Layout): Child {
  const { gains, times, axis, x, gainY, timeY } = layout
  const atMs = [...new Set([...arms.flatMap(({ points }) => points), ...surveys].map(({ timeMs }) => timeMs))]
  return [
    leftAxis(
      layout.gainTicks.map((tick) => ({ position: gainY(tick), label: `${tick}×` })),
      `gain over ${baseline}`,
      gains,
    ),
    h('line', { class: 'one', x1: gains.left, x2: gains.right, y1: gainY(1), y2: gainY(1) }),
    leftAxis(placedTicks(layout.timeTicks, unit, timeY), `median ${metric}`, times),
    bottomAxis(
      atMs.map((timeMs) => ({ position: x(timeMs), label: utcDay(timeMs) })),
      'day (UTC) →',
      axis,
    ),
  ]
}

/** Marks of one campaign stand side by side. `place`: of the arm among them, 0 in the middle. */
function armMarks({ arm, points }: HistoryArm, place: number, { x, gainY, timeY }: Layout): Child {
  const { dash, shape } = armStyle(arm)
  const name = armClass(arm)
  const at = ({ timeMs }: HistoryPoint) => x(timeMs) + 7 * place
  const joined = Map.groupBy(
    points.filter(({ sameConditions }) => sameConditions),
    ({ vantage }) => vantage,
  )
  const curve = (y: (point: HistoryPoint) => number | null) =>
    [...joined.values()].map((series) => {
      const places = series.flatMap((point) => {
        const value = y(point)
        return value === null ? [] : [`${at(point).toFixed(2)},${value.toFixed(2)}`]
      })
      return places.length < 2
        ? null
        : h('path', { class: `line ${name}`, 'stroke-dasharray': dash, d: `M${places.join('L')}` })
    })
  const mark = (point: HistoryPoint, y: number) =>
    shapeMark(shape, at(point), y, 4, `dot ${name}${point.sameConditions ? '' : ' open'}`)
  return [
    curve(({ gain }) => (gain === null ? null : gainY(gain))),
    curve(({ median }) => (median === null ? null : timeY(median))),
    points.map((point) => [
      point.interval === null
        ? null
        : h('line', {
            ...{ class: `interval ${name}`, x1: at(point), x2: at(point) },
            ...{ y1: gainY(point.interval[0]), y2: gainY(point.interval[1]) },
          }),
      point.gain === null ? null : mark(point, gainY(point.gain)),
      point.median === null ? null : mark(point, timeY(point.median)),
    ]),
  ]
}

function changeMarks(surveys: readonly HistorySurvey[], { gains, axis, x }: Layout): Child {
  return surveys
    .filter(({ changes }) => changes.length > 0)
    .map(({ timeMs }) =>
      h('line', {
        ...{ class: 'change-line', x1: x(timeMs), x2: x(timeMs), y1: gains.top - 4, y2: axis.bottom },
      }),
    )
}

function factMarks(surveys: readonly HistorySurvey[], { x, factY }: Layout): Child {
  if (surveys.length === 0) return null
  return FACTS.map((name, fact) => [
    h('text', { class: 'tick-label', x: 0, y: factY(fact) + 4 }, name),
    surveys.map(({ timeMs, facts }) => {
      const known = facts[fact] ?? null
      return shapeMark(
        known === null ? 'cross' : 'circle',
        x(timeMs),
        factY(fact),
        4,
        known === null ? 'left-out' : `dot survey-fact${known ? '' : ' open'}`,
      )
    }),
  ])
}

function stopsOf({ unit, surveys }: SiteHistoryData, arms: readonly HistoryArm[], layout: Layout): Stop[] {
  const { gains, x } = layout
  const ofCampaigns = campaignsOf(arms).map(({ timeMs, campaign, vantage, sameConditions }) => {
    const words = arms.flatMap(({ arm, points }) => {
      const point = points.find((one) => one.campaign === campaign)
      if (point === undefined || point.median === null) return []
      const gained =
        point.gain === null
          ? ''
          : `, gain ${gain(point.gain)}${point.interval === null ? '' : ` (${range(point.interval)})`}`
      return [`${armLabel(arm)} ${quantity(point.median, unit)}${gained}, ${count(point.n, 'round')}`]
    })
    const where = `${utcDay(timeMs)}, campaign ${campaign}, ${vantage}${sameConditions ? '' : ', other conditions'}`
    return { timeMs, text: `${where}: ${words.join(' · ') || 'no valid loads'}` }
  })
  const ofSurveys = surveys.map((survey) => ({
    timeMs: survey.timeMs,
    text: `${utcDay(survey.timeMs)}, survey ${survey.survey}, ${survey.vantage}: ${[factWords(survey), ...survey.changes].join('; ')}`,
  }))
  return [...ofCampaigns, ...ofSurveys]
    .sort((a, b) => a.timeMs - b.timeMs)
    .map(({ timeMs, text }) => ({ x: x(timeMs), y: gains.top, text }))
}
