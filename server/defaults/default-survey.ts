import type { Database } from '../../db/connection/database.ts'
import {
  newerSurveys,
  newestAnsweringSurvey,
  newestFinishedSurvey,
} from '../../db/survey/answering-surveys.ts'
import type { Defaults } from '../contract/contract.ts'
import { type DefaultRun, MOST_PASSED_OVER, NEEDED } from './default-run.ts'

/**
 * The newest finished survey of a list that can answer: as many of its sites as an interval over sites needs could be
 * reached. Where none has, the newest finished one, of a list before sites that were named.
 */
export async function defaultSurvey(db: Database): Promise<DefaultRun> {
  const id = await newestAnsweringSurvey(db, NEEDED.sites)
  if (id !== null) return { id, canAnswer: true }
  return { id: await newestFinishedSurvey(db), canAnswer: false }
}

export async function passedOverSurveys(
  db: Database,
  { id, canAnswer }: DefaultRun,
): Promise<Pick<Defaults['survey'], 'newer' | 'passedOver'>> {
  if (id === null || !canAnswer) return { newer: 0, passedOver: [] }
  const { count, first } = await newerSurveys(db, id, { sites: NEEDED.sites, limit: MOST_PASSED_OVER })
  return {
    newer: count,
    passedOver: first.map(({ survey, answered }) => {
      const { createdAt, state, vantage, sites } = survey
      return { id: survey.id, createdAt, state, vantage, sites, answered }
    }),
  }
}
