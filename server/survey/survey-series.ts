import type { Database } from '../../db/connection/database.ts'
import { finishedListSurveys, type SurveyRow } from '../../db/survey/surveys.ts'
import { populationName } from './survey-answer.ts'

/** Surveys whose difference is time alone: of one list, from one vantage point. They are one line of a trend. */
export interface SurveySeries {
  readonly list: string
  /** Null: not stated. */
  readonly vantage: string | null
  readonly sandbox: boolean
  /** Finished, oldest first. */
  readonly surveys: readonly SurveyRow[]
}

/** The surveys of a series that are followed: two years of months. */
const MOST_SURVEYS = 24

/** The series of a database; the one that began first stands first. */
export async function surveySeries(db: Database): Promise<SurveySeries[]> {
  const finished = (await finishedListSurveys(db)).reverse()
  const series = Map.groupBy(finished, (survey) =>
    JSON.stringify([populationName(survey), survey.vantage, survey.sandbox]),
  )
  return [...series.values()].flatMap((surveys) => {
    const [first] = surveys
    if (first === undefined) return []
    const { vantage, sandbox } = first
    return [{ list: populationName(first), vantage, sandbox, surveys: surveys.slice(-MOST_SURVEYS) }]
  })
}
