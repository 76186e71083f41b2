import { LRUCache } from 'lru-cache'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { AdoptionSummary } from '../../stats/survey/adoption.ts'
import { remembered } from '../database/remembered.ts'
import { surveySummary } from './survey-summary.ts'

const MOST_SUMMARIES = 100

/** The adoption summaries of the surveys that were asked for last. A finished survey never changes. */
export class AdoptionCache {
  readonly #db: Database
  readonly #writer: Promise<Database | null>
  readonly #summaries = new LRUCache<string, Promise<AdoptionSummary>>({ max: MOST_SUMMARIES })

  /** @param writer stores what takes long to count; default: nothing does */
  constructor(db: Database, writer: Promise<Database | null> = Promise.resolve(null)) {
    this.#db = db
    this.#writer = writer
  }

  async summarise(survey: Pick<SurveyRow, 'id' | 'state' | 'sites'>): Promise<AdoptionSummary> {
    const { id, state } = survey
    const key = state === 'finished' ? `${id}` : `${id} ${await dataVersion(this.#db)}`
    return remembered(this.#summaries, key, async () =>
      surveySummary(this.#db, survey, { writer: await this.#writer }),
    )
  }
}
