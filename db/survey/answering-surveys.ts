import type { Database } from '../connection/database.ts'
import { COMMAND_LINE } from './lists.ts'
import { type SurveyRow, surveyById } from './surveys.ts'

const LISTED = `surveys.list_id IN (SELECT id FROM lists WHERE source <> '${COMMAND_LINE}')`

/** Counted up to as many as are asked for, so that of a long list only its first sites are read. */
const ANSWERED = `(SELECT count(*) FROM (
  SELECT 1 FROM survey_sites WHERE survey_id = surveys.id AND reachable LIMIT ?) AS answered)`

/** The newest finished survey of a list of which so many sites could be reached; null: there is none. */
export async function newestAnsweringSurvey(db: Database, sites: number): Promise<number | null> {
  const [row] = await db.query(
    `SELECT id FROM surveys WHERE state = 'finished' AND ${LISTED} AND ? <= ${ANSWERED} ORDER BY id DESC LIMIT 1`,
    [sites, sites],
  )
  return row === undefined ? null : Number(row.id)
}

/** The newest finished survey: of a list where there is one, else of sites that were named. */
export async function newestFinishedSurvey(db: Database): Promise<number | null> {
  const [row] = await db.query(
    `SELECT id FROM surveys WHERE state = 'finished' ORDER BY ${LISTED} DESC, id DESC LIMIT 1`,
  )
  return row === undefined ? null : Number(row.id)
}

interface SurveyAnswers {
  readonly survey: SurveyRow
  /** Sites that could be reached, counted up to the number that is needed; null: the survey is not finished. */
  readonly answered: number | null
}

/** Surveys of lists with a larger number, newest first, of which the first `limit`; and how many there are. */
export async function newerSurveys(
  db: Database,
  id: number,
  { sites, limit }: { readonly sites: number; readonly limit: number },
): Promise<{ readonly count: number; readonly first: readonly SurveyAnswers[] }> {
  const [counted] = await db.query(`SELECT count(*) AS count FROM surveys WHERE id > ? AND ${LISTED}`, [id])
  const rows = await db.query(
    `SELECT id, CASE WHEN state = 'finished' THEN ${ANSWERED} END AS answered
     FROM surveys WHERE id > ? AND ${LISTED} ORDER BY id DESC LIMIT ?`,
    [sites, id, limit],
  )
  const first: SurveyAnswers[] = []
  for (const row of rows) {
    const survey = await surveyById(db, Number(row.id))
    if (survey !== null) first.push({ survey, answered: row.answered === null ? null : Number(row.answered) })
  }
  return { count: Number(counted?.count), first }
}
