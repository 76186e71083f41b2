import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { withRank } from '../../model/site-rank.ts'
import { adopts } from '../../stats/survey/adoption-rows.ts'
import { remembered } from '../database/remembered.ts'

export interface SurveyedRow
  extends Pick<
    SurveyedSite,
    'domain' | 'rankMagnitude' | 'reachable' | 'http' | 'h1' | 'h2' | 'h3' | 'cdn' | 'server' | 'rttMs'
  > {
  /** Is null where the list has magnitudes alone. */
  readonly rank: number | null
  readonly h3Claimed: boolean | null
  /** It is listed as it stands, without a copy for each request, where no campaign probes it. */
  readonly surveyed: true
  readonly campaignId: null
  readonly site: null
}

export interface Surveyed {
  /** Sorted as the list. */
  readonly rows: readonly SurveyedRow[]
  /** The last place in the list that is held; null: all are. */
  readonly cutAtRank: number | null
}

/** Rows of a survey that are held in memory, some 200 bytes each. Lists of a million are for `/surveys/:id/sites`. */
const MOST_ROWS = 100_000

/** Surveys that are held: the default, and one that is looked at beside it. */
const MOST_SURVEYS = 2

/** The sites of surveys: those of a finished one never change, so they are read once. */
export class SurveyedRows {
  readonly #db: Database
  readonly #held = new LRUCache<number, Promise<Surveyed>>({ max: MOST_SURVEYS })

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns null where it is of no survey. */
  async read(survey: Pick<SurveyRow, 'id' | 'state'> | null): Promise<Surveyed> {
    if (survey === null) return { rows: [], cutAtRank: null }
    const { id, state } = survey
    if (state !== 'finished') return readRows(this.#db, id)
    return remembered(this.#held, id, () => readRows(this.#db, id))
  }
}

async function readRows(db: Database, surveyId: number): Promise<Surveyed> {
  const rows: SurveyedRow[] = []
  let lastPlace: number | null = null
  for await (const site of surveyedSites(db, surveyId)) {
    if (rows.length === MOST_ROWS) return { rows, cutAtRank: lastPlace }
    lastPlace = site.rank
    const { domain, rank, rankMagnitude, reachable, http, h1, h2, h3, cdn, server, rttMs } = withRank(site)
    const h3Claimed = adopts('h3Claimed', site)
    rows.push({
      ...{ domain, rank, rankMagnitude, reachable, http, h1, h2, h3, h3Claimed, cdn, server, rttMs },
      ...{ surveyed: true, campaignId: null, site: null },
    })
  }
  return { rows, cutAtRank: null }
}
