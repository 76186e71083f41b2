import { LRUCache } from 'lru-cache'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { type AdoptionSummary, adoption } from '../../stats/survey/adoption.ts'

/** Names of CDNs and of server software that are kept of a survey. */
const MAX_GROUPS = 200

const MOST_SUMMARIES = 100

/** The adoption summaries of the surveys that were asked for last. A finished survey never changes. */
export class AdoptionCache {
  readonly #db: Database
  readonly #summaries = new LRUCache<string, Promise<AdoptionSummary>>({ max: MOST_SUMMARIES })

  constructor(db: Database) {
    this.#db = db
  }

  async summarise({ id, state }: Pick<SurveyRow, 'id' | 'state'>): Promise<AdoptionSummary> {
    const key = state === 'finished' ? `${id}` : `${id} ${await dataVersion(this.#db)}`
    const summary =
      this.#summaries.get(key) ?? adoption(surveyedSites(this.#db, id), { maxGroups: MAX_GROUPS })
    this.#summaries.set(key, summary)
    try {
      return await summary
    } catch (error) {
      this.#summaries.delete(key)
      throw error
    }
  }
}
