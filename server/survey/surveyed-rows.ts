import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { finishedListSurveys } from '../../db/survey/surveys.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { adopts } from '../../stats/survey/adoption-rows.ts'

/** What the table of all sites shows of a survey. */
export interface SurveyedRow
  extends Pick<
    SurveyedSite,
    'domain' | 'rank' | 'reachable' | 'http' | 'h1' | 'h2' | 'h3' | 'cdn' | 'server' | 'rttMs'
  > {
  readonly h3Claimed: boolean | null
}

export interface Surveyed {
  /** Null: no survey of a list is finished. */
  readonly surveyId: number | null
  /** By rank. */
  readonly rows: readonly SurveyedRow[]
  /** The last rank that is held; null: all are. */
  readonly cutAtRank: number | null
}

/** Rows of a survey that are held in memory, some 200 bytes each. Lists of a million are for `/surveys/:id/sites`. */
const MOST_ROWS = 100_000

/** The sites of the newest finished survey of a list: it never changes, so it is read once. */
export class SurveyedRows {
  readonly #db: Database
  #held: { readonly surveyId: number; readonly surveyed: Promise<Surveyed> } | null = null

  constructor(db: Database) {
    this.#db = db
  }

  async latest(): Promise<Surveyed> {
    const [survey] = await finishedListSurveys(this.#db)
    if (survey === undefined) return { surveyId: null, rows: [], cutAtRank: null }
    if (this.#held?.surveyId !== survey.id)
      this.#held = { surveyId: survey.id, surveyed: read(this.#db, survey.id) }
    try {
      return await this.#held.surveyed
    } catch (error) {
      this.#held = null
      throw error
    }
  }
}

async function read(db: Database, surveyId: number): Promise<Surveyed> {
  const rows: SurveyedRow[] = []
  for await (const site of surveyedSites(db, surveyId)) {
    if (rows.length === MOST_ROWS) return { surveyId, rows, cutAtRank: rows.at(-1)?.rank ?? null }
    const { domain, rank, reachable, http, h1, h2, h3, cdn, server, rttMs } = site
    const h3Claimed = adopts('h3Claimed', site)
    rows.push({ domain, rank, reachable, http, h1, h2, h3, h3Claimed, cdn, server, rttMs })
  }
  return { surveyId, rows, cutAtRank: null }
}
