import type { SurveyedSite } from '../../model/site-facts.ts'
import type { Database } from '../connection/database.ts'
import { readSurveyedSite } from './survey-sites.ts'

/** A visited site with what is recorded of the visit beside its facts. */
export interface Visit {
  readonly surveyId: number
  readonly site: SurveyedSite
  /** ISO 8601. */
  readonly visitedAt: string
  /** Null where there was none: the site was not attempted. */
  readonly durationMs: number | null
  readonly h3Void: boolean
}

/** The visit to a domain in the newest finished survey that has it; null where none does. */
export async function latestVisit(db: Database, domain: string): Promise<Visit | null> {
  const [row] = await db.query(
    `SELECT survey_sites.* FROM surveys JOIN survey_sites ON survey_sites.survey_id = surveys.id
     WHERE surveys.state = 'finished' AND survey_sites.domain = ? ORDER BY surveys.id DESC LIMIT 1`,
    [domain],
  )
  if (row === undefined) return null
  return {
    surveyId: Number(row.survey_id),
    site: readSurveyedSite(row),
    visitedAt: String(row.visited_at),
    durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
    h3Void: Boolean(row.h3_void),
  }
}
