import { surveySitePage } from '../../db/survey/survey-site-pages.ts'
import { listSurveys, type SurveyRow, surveyById } from '../../db/survey/surveys.ts'
import { withRank } from '../../model/site-rank.ts'
import type { Request } from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'
import { surveyAnswer } from '../survey/survey-answer.ts'

export async function surveys({ db }: Context): Promise<Reply<'surveys'>> {
  return { answer: { surveys: (await listSurveys(db)).map(surveyAnswer) } }
}

/** @throws Problem `not_found` */
export async function findSurvey({ db }: Context, id: number): Promise<SurveyRow> {
  return requireFound(await surveyById(db, id), 'survey')
}

export async function survey(context: Context, { params }: Request<'survey'>): Promise<Reply<'survey'>> {
  return { answer: surveyAnswer(await findSurvey(context, params.id)) }
}

export async function surveySites(
  context: Context,
  { params, query }: Request<'surveySites'>,
): Promise<Reply<'surveySites'>> {
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
