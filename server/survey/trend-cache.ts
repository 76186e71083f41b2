import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connection/database.ts'
import { answeringSites } from '../../db/survey/answering-sites.ts'
import { type AdoptionTrend, adoptionTrend } from '../../stats/survey/adoption-trend.ts'
import type { SurveySeries } from './survey-series.ts'

const MOST_TRENDS = 20

/** The trends that were asked for last. Finished surveys never change, so a trend is that of its surveys. */
export class TrendCache {
  readonly #db: Database
  readonly #trends = new LRUCache<string, Promise<AdoptionTrend>>({ max: MOST_TRENDS })

  constructor(db: Database) {
    this.#db = db
  }

  async read({ surveys }: Pick<SurveySeries, 'surveys'>): Promise<AdoptionTrend> {
    const key = surveys.map(({ id }) => id).join()
    const trend =
      this.#trends.get(key) ?? adoptionTrend(surveys.map(({ id }) => answeringSites(this.#db, id)))
    this.#trends.set(key, trend)
    try {
      return await trend
    } catch (error) {
      this.#trends.delete(key)
      throw error
    }
  }
}
