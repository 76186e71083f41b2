import type { AdoptionTrend } from '../../../server/contract/contract.ts'
import type { TrendLine, TrendPoint } from '../../charts/adoption-trend.ts'
import { armStyle } from '../../charts/arm.ts'
import type { Denominator } from './adoption-data.ts'

/** Whether list churn is in the shares: sites of each survey's own list, or those that every survey of a line has. */
export type TrendSites = 'list' | 'common'

type Series = AdoptionTrend['series'][number]
type Point = AdoptionTrend['points'][number]

const TREND_ROWS = [
  { row: 'h1', arm: 'h1', label: 'HTTP/1.1' },
  { row: 'h2', arm: 'h2', label: 'HTTP/2' },
  { row: 'h3', arm: 'h3', label: 'HTTP/3' },
  { row: 'h3Claimed', arm: 'h3-altsvc', label: 'HTTP/3 claimed' },
] as const

/** A line for each protocol, list and vantage point: shares of different ones are no trend. */
export function trendLines(
  { points, series }: AdoptionTrend,
  denominator: Denominator,
  sites: TrendSites,
): readonly TrendLine[] {
  return series.flatMap((one) =>
    TREND_ROWS.map(({ row, arm, label }) => ({
      label: [label, ...seriesWords(one, series)].join(', '),
      className: `arm-${arm}`,
      dash: armStyle(arm).dash,
      shape: armStyle(arm).shape,
      points: pointsOf(one, points).flatMap((point) =>
        sites === 'common' ? commonPoint(one, point, row) : listPoint(point, row, denominator),
      ),
    })),
  )
}

/** Words that distinguish a series from the others; nothing where it is the only one. */
export function seriesWords(one: Series, all: readonly Series[]): readonly string[] {
  const differ = (key: 'list' | 'vantage'): boolean => new Set(all.map((other) => other[key])).size > 1
  return [...(differ('list') ? [one.list] : []), ...(differ('vantage') ? [vantageName(one.vantage)] : [])]
}

export function vantageName(vantage: string | null): string {
  return vantage ?? 'vantage point not stated'
}

/** Oldest first. */
export function pointsOf({ list, vantage, sandbox }: Series, points: readonly Point[]): readonly Point[] {
  return points.filter(
    (point) => point.list === list && point.vantage === vantage && point.sandbox === sandbox,
  )
}

/** None where the survey has no share. */
function listPoint(point: Point, row: string, denominator: Denominator): readonly TrendPoint[] {
  const found = point.rows.find((candidate) => candidate.row === row)
  const interval = denominator === 'all' ? found?.ofAll : found?.ofReachable
  if (interval === null || interval === undefined) return []
  return [{ ...placeOf(point), n: denominator === 'all' ? point.n : point.reachable, ...interval }]
}

function commonPoint({ common, points }: Series, point: Point, row: string): readonly TrendPoint[] {
  const rows = points.find(({ surveyId }) => surveyId === point.surveyId)?.rows
  const interval = rows?.find((candidate) => candidate.row === row)?.ofCommon
  return interval === null || interval === undefined ? [] : [{ ...placeOf(point), n: common, ...interval }]
}

function placeOf({ createdAt, surveyId }: Point): Pick<TrendPoint, 'timeMs' | 'survey'> {
  return { timeMs: Date.parse(createdAt), survey: `#${surveyId}` }
}
