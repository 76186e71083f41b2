import type { SurveyRow } from '../../db/survey/surveys.ts'
import { ADOPTION_ROWS } from '../../stats/survey/adoption-rows.ts'
import type { TrendChange } from '../../stats/survey/adoption-trend.ts'
import type { AdoptionRow, AdoptionTrend } from '../contract/contract.ts'
import { type CsvValue, csvTable } from '../http/csv.ts'
import type { Context } from '../request/context.ts'
import type { Handler, ToCsv } from '../request/handler.ts'
import type { SeriesTrend } from '../survey/series-trend.ts'
import { populationName } from '../survey/survey-answer.ts'
import { type SurveySeries, surveySeries, surveysUntil } from '../survey/survey-series.ts'
import { ADOPTION_COLUMNS, adoptionGroup } from './adoption.ts'

type Series = AdoptionTrend['series'][number]
type Point = AdoptionTrend['points'][number]
interface PointRow {
  readonly point: Point
  readonly row: AdoptionRow
}
type AdoptionContext = Pick<Context, 'db' | 'adoption'>

export const adoptionTrend: Handler<'adoptionTrend'> = async (context, { query: { until } }) => {
  const points: Point[] = []
  for (const survey of await surveysUntil(context.db, until)) points.push(await pointAnswer(context, survey))
  const series: Series[] = []
  for (const one of await surveySeries(context.db, until))
    series.push(seriesAnswer(one, await context.trends.read(one)))
  return { answer: { series, points } }
}

/** The newest point of each series; series of a list by the name of their vantage point. */
export async function newestPoints(context: AdoptionContext): Promise<readonly Point[]> {
  const series = await surveySeries(context.db)
  const newest = series.flatMap(({ surveys }) => surveys.at(-1) ?? [])
  const points: Point[] = []
  for (const survey of newest) points.push(await pointAnswer(context, survey))
  const name = ({ vantage }: Point): string => vantage ?? ''
  return points.sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

async function pointAnswer({ adoption }: AdoptionContext, survey: SurveyRow): Promise<Point> {
  const { id, createdAt, finishedAt, list, vantage, sandbox } = survey
  return {
    surveyId: id,
    createdAt,
    finishedAt: finishedAt ?? createdAt,
    listId: list.id,
    trancoId: list.trancoId,
    list: populationName(survey),
    vantage,
    sandbox,
    ...adoptionGroup(await adoption.summarise(survey)),
  }
}

function seriesAnswer(
  { list, vantage, sandbox, surveys }: SurveySeries,
  { common, points, steps, flapping }: SeriesTrend,
): Series {
  const idOf = (index: number): number => surveys[index]?.id ?? 0
  return {
    ...{ list, vantage, sandbox, common },
    surveyIds: surveys.map(({ id }) => id),
    points: points.map((rows, index) => ({ surveyId: idOf(index), rows: [...rows] })),
    steps: steps.map(({ both, onlyBefore, onlyAfter, rows }, index) => ({
      ...{ beforeId: idOf(index), afterId: idOf(index + 1), both, onlyBefore, onlyAfter },
      rows: rows.map(changeAnswer),
    })),
    flapping: [...flapping],
  }
}

/** Leaves out what names sites: they are at `/changes`. */
function changeAnswer(row: TrendChange): Series['steps'][number]['rows'][number] {
  const { before: _before, after: _after, gainedExamples: _gained, lostExamples: _lost, ...counts } = row
  return { ...counts, label: ADOPTION_ROWS[row.row] }
}

/** A row of a survey with the same row over common sites, and what changed since the survey before. */
/** Columns of a row of one survey, before it is compared with others. */
export const POINT_COLUMNS = {
  survey_id: ({ point }) => point.surveyId,
  finished_at: ({ point }) => point.finishedAt,
  vantage: ({ point }) => point.vantage,
  list: ({ point }) => point.list,
  sites: ({ point }) => point.n,
  reachable: ({ point }) => point.reachable,
  ...ADOPTION_COLUMNS,
} satisfies Record<string, (of: PointRow) => CsvValue>

export const adoptionTrendCsv: ToCsv<'adoptionTrend'> = ({ points, series }) => {
  const rows = points.flatMap((point) => {
    const own = series.find(({ surveyIds }) => surveyIds.includes(point.surveyId))
    const common = own?.points.find(({ surveyId }) => surveyId === point.surveyId)
    const step = own?.steps.find(({ afterId }) => afterId === point.surveyId)
    return point.rows.map((row) => ({
      ...{ point, row, own, step },
      common: common?.rows.find((other) => other.row === row.row),
      change: step?.rows.find((other) => other.row === row.row),
    }))
  })
  return csvTable<(typeof rows)[number]>(rows, {
    ...POINT_COLUMNS,
    common_sites: ({ common, own }) => (common === undefined ? null : (own?.common ?? null)),
    common_count: ({ common }) => common?.count ?? null,
    common_unknown: ({ common }) => common?.unknown ?? null,
    common_share: ({ common }) => common?.ofCommon?.share ?? null,
    common_low: ({ common }) => common?.ofCommon?.low ?? null,
    common_high: ({ common }) => common?.ofCommon?.high ?? null,
    before_survey_id: ({ step }) => step?.beforeId ?? null,
    gained: ({ change }) => change?.gained ?? null,
    gained_flapping: ({ change }) => change?.gainedFlapping ?? null,
    lost: ({ change }) => change?.lost ?? null,
    lost_flapping: ({ change }) => change?.lostFlapping ?? null,
    kept: ({ change }) => change?.kept ?? null,
    never: ({ change }) => change?.never ?? null,
    not_known: ({ change }) => change?.unknown ?? null,
    appeared: ({ change }) => change?.appeared ?? null,
    disappeared: ({ change }) => change?.disappeared ?? null,
    difference: ({ change }) => change?.change?.difference ?? null,
    difference_low: ({ change }) => change?.change?.low ?? null,
    difference_high: ({ change }) => change?.change?.high ?? null,
    difference_p: ({ change }) => change?.change?.p ?? null,
  })
}
