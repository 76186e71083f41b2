import type { Database } from '../connection/database.ts'
import { plainObject, readJson } from '../rows/json.ts'

/** The stored summary of a finished survey; null where there is none by this method. What it looks like is its maker's business. */
export async function readSummary(db: Database, surveyId: number, method: number): Promise<object | null> {
  const [row] = await db.query('SELECT summary FROM survey_summaries WHERE survey_id = ? AND method = ?', [
    surveyId,
    method,
  ])
  return row === undefined ? null : readJson(plainObject, row.summary)
}

/** Stores it, in the place of one by another method. */
export async function storeSummary(
  db: Database,
  surveyId: number,
  method: number,
  summary: object,
): Promise<void> {
  await db.write(
    (query) =>
      query(
        `INSERT INTO survey_summaries (survey_id, method, summary) VALUES (?, ?, ?)
         ON CONFLICT (survey_id) DO UPDATE SET method = excluded.method, summary = excluded.summary`,
        [surveyId, method, JSON.stringify(summary)],
      ),
    // It shows nothing that the survey does not.
    { shown: false },
  )
}
