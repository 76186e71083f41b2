import type { SurveyedSite } from '../../model/site-facts.ts'
import type { Database, Row } from '../connection/database.ts'
import { readSurveyedSite } from './survey-sites.ts'

/** A visited site with what is recorded of the visit beside its facts. */
export interface Visit {
  readonly surveyId: number
  /** Vantage of the survey; null: not stated. */
  readonly vantage: string | null
  readonly site: SurveyedSite
  readonly visitedAt: string
  /** Is null where there was none: the site was not attempted. */
  readonly durationMs: number | null
  readonly h3Void: boolean
}

/** The visits to a domain in finished surveys, newest first. */
export async function visitsOf(db: Database, domain: string): Promise<Visit[]> {
  const rows = await db.query(
    `SELECT survey_sites.*, surveys.vantage FROM surveys JOIN survey_sites ON survey_sites.survey_id = surveys.id
     WHERE surveys.state = 'finished' AND survey_sites.domain = ? ORDER BY surveys.id DESC`,
    [domain],
  )
  return rows.map(readVisit)
}

function readVisit(row: Row): Visit {
  return {
    surveyId: Number(row.survey_id),
    vantage: row.vantage === null ? null : String(row.vantage),
    site: readSurveyedSite(row),
    visitedAt: String(row.visited_at),
    durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
    h3Void: Boolean(row.h3_void),
  }
}
