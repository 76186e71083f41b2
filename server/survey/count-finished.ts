import type { Database } from '../../db/connection/database.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { seriesTrend } from './series-trend.ts'
import { surveySeries } from './survey-series.ts'
import { surveySummary } from './survey-summary.ts'

/** Counts a survey that has just finished, and compares it with those before it, so that nobody waits for it later. */
export async function countFinished(db: Database, survey: Pick<SurveyRow, 'id' | 'sites'>): Promise<void> {
  await surveySummary(db, { ...survey, state: 'finished' }, { writer: db })
  for (const series of await surveySeries(db)) {
    if (series.surveys.some(({ id }) => id === survey.id)) await seriesTrend(db, series, { writer: db })
  }
}
