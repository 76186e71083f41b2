import type { Database } from '../connection/database.ts'
import { plainObject, readJson } from '../rows/json.ts'

/** Surveys of a trend, oldest first, at least one; and the version of the way to compare them. */
interface TrendKey {
  readonly surveyIds: readonly number[]
  readonly method: number
}

/** The stored trend of these finished surveys; null where there is none. What it looks like is its maker's business. */
export async function readTrend(db: Database, { surveyIds, method }: TrendKey): Promise<object | null> {
  const [row] = await db.query(
    'SELECT trend FROM survey_trends WHERE survey_id = ? AND method = ? AND survey_ids = ?',
    [newestOf(surveyIds), method, surveyIds.join()],
  )
  return row === undefined ? null : readJson(plainObject, row.trend)
}

/** Stores it with the newest survey, in the place of one of other surveys or by another method. */
export async function storeTrend(
  db: Database,
  { surveyIds, method }: TrendKey,
  trend: object,
): Promise<void> {
  await db.write(
    (query) =>
      query(
        `INSERT INTO survey_trends (survey_id, method, survey_ids, trend) VALUES (?, ?, ?, ?)
         ON CONFLICT (survey_id) DO UPDATE
         SET method = excluded.method, survey_ids = excluded.survey_ids, trend = excluded.trend`,
        [newestOf(surveyIds), method, surveyIds.join(), JSON.stringify(trend)],
      ),
    // It shows nothing that the surveys do not.
    { shown: false },
  )
}

function newestOf(surveyIds: readonly number[]): number {
  const newest = surveyIds.at(-1)
  if (newest === undefined) throw new RangeError('a trend is of at least one survey')
  return newest
}
