import type { Database } from '../../db/connection/database.ts'
import { finishedListSurveys, type SurveyRow } from '../../db/survey/surveys.ts'
import { requireFound } from '../http/problem.ts'
import { populationName } from './survey-answer.ts'

/** Surveys whose difference is time alone: of one list, from one vantage point. They are one line of a trend. */
export interface SurveySeries {
  readonly list: string
  /** Is null where not stated. */
  readonly vantage: string | null
  readonly sandbox: boolean
  /** Finished, oldest first. */
  readonly surveys: readonly SurveyRow[]
}

/** The surveys of a series that are followed: two years of months. */
const MOST_SURVEYS = 24

/**
 * The finished surveys of lists, oldest first. `until` is the last one that counts (default: the newest), so that what is
 * cited stays the same when another survey finishes.
 *
 * @throws Problem `not_found` where `until` is no such survey
 */
export async function surveysUntil(db: Database, until?: number): Promise<readonly SurveyRow[]> {
  const surveys = (await finishedListSurveys(db)).reverse()
  if (until === undefined) return surveys
  const last = surveys.findIndex(({ id }) => id === until)
  requireFound(surveys[last], 'finished survey of a list')
  return surveys.slice(0, last + 1)
}

/** The series of a database, of surveys as {@link surveysUntil} has them; the one that began first stands first. */
export async function surveySeries(db: Database, until?: number): Promise<SurveySeries[]> {
  const series = Map.groupBy(await surveysUntil(db, until), (survey) =>
    JSON.stringify([populationName(survey), survey.vantage, survey.sandbox]),
  )
  return [...series.values()].flatMap((surveys) => {
    const [first] = surveys
    if (first === undefined) return []
    const { vantage, sandbox } = first
    return [{ list: populationName(first), vantage, sandbox, surveys: surveys.slice(-MOST_SURVEYS) }]
  })
}
