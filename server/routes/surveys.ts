import { surveySitePage } from '../../db/survey/survey-site-pages.ts'
import { listSurveys, type SurveyRow, surveyById } from '../../db/survey/surveys.ts'
import { withRank } from '../../model/site-rank.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'
import { surveyAnswer } from '../survey/survey-answer.ts'

export const surveys: Handler<'surveys'> = async ({ db }) => {
  return { answer: { surveys: (await listSurveys(db)).map(surveyAnswer) } }
}

/** @throws Problem `not_found` */
export async function findSurvey({ db }: Context, id: number): Promise<SurveyRow> {
  return requireFound(await surveyById(db, id), 'survey')
}

export const survey: Handler<'survey'> = async (context, { params }) => {
  return { answer: surveyAnswer(await findSurvey(context, params.id)) }
}

export const surveySites: Handler<'surveySites'> = async (context, { params, query }) => {
  const { id, vantage } = await findSurvey(context, params.id)
  const { q, sort, order, protocol, cdn, page = 1, pageSize } = query
  const { total, rows } = await surveySitePage(context.db, id, {
    q: q?.toLowerCase(),
    speaks: protocol,
    cdn: cdn?.toLowerCase() === 'none' ? null : cdn?.toLowerCase(),
    sort,
    descending: order === 'desc',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { answer: { surveyId: id, vantage, total, page, pageSize, rows: rows.map(withRank) } }
}
