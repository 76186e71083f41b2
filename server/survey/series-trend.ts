import type { Database } from '../../db/connection/database.ts'
import { answeringSites } from '../../db/survey/answering-sites.ts'
import { readTrend, storeTrend } from '../../db/survey/survey-trends.ts'
import { type AdoptionTrend, adoptionTrend } from '../../stats/survey/adoption-trend.ts'
import type { SurveySeries } from './survey-series.ts'
import { STORED_FROM_SITES } from './survey-summary.ts'

type Surveys = Pick<SurveySeries, 'surveys'>

/** A trend without the sites that changed, which are as many as the list. */
export type SeriesTrend = Omit<AdoptionTrend, 'changes'>

/** Another one where a trend is compared otherwise, or has other rows. */
const METHOD = 2

interface TrendOptions {
  /** Stores what had to be compared; null: it may only be read. */
  readonly writer: Database | null
  readonly storedFromSites?: number
}

/** The trend of a series with all that changed: its surveys are read from beginning to end. */
export const wholeTrend = (db: Database, { surveys }: Surveys): Promise<AdoptionTrend> =>
  adoptionTrend(surveys.map(({ id }) => answeringSites(db, id)))

/** The trend of a series: stored where that is worth while, as finished surveys never change. */
export async function seriesTrend(
  db: Database,
  series: Surveys,
  { writer, storedFromSites = STORED_FROM_SITES }: TrendOptions,
): Promise<SeriesTrend> {
  const key = { surveyIds: series.surveys.map(({ id }) => id), method: METHOD }
  const isStored = series.surveys.some(({ sites }) => sites >= storedFromSites)
  const stored = isStored ? await readTrend(db, key) : null
  // A trend of this method is as this function made it.
  if (stored !== null) return stored as SeriesTrend
  const { changes: _changes, ...trend } = await wholeTrend(db, series)
  if (isStored && writer !== null) await storeTrend(writer, key, trend)
  return trend
}
