import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { readSummary, storeSummary } from '../../db/survey/survey-summaries.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { type AdoptionSummary, adoption } from '../../stats/survey/adoption.ts'

/** Names of CDNs and of server software that are kept of a survey. */
const MAX_GROUPS = 200

/** Another one where a summary is counted otherwise, or has other rows. */
const METHOD = 3

/** A survey of fewer sites is counted faster than anybody would notice: in a tenth of a second. */
export const STORED_FROM_SITES = 20_000

interface SummaryOptions {
  /** Stores what had to be counted; null: it may only be read. */
  readonly writer: Database | null
  readonly storedFromSites?: number
}

/** Adoption in a survey: stored where that is worth while, as a finished survey never changes. */
export async function surveySummary(
  db: Database,
  { id, state, sites }: Pick<SurveyRow, 'id' | 'state' | 'sites'>,
  { writer, storedFromSites = STORED_FROM_SITES }: SummaryOptions,
): Promise<AdoptionSummary> {
  const isStored = state === 'finished' && sites >= storedFromSites
  const stored = isStored ? await readSummary(db, id, METHOD) : null
  // A summary of this method is as this function made it.
  if (stored !== null) return stored as AdoptionSummary
  const summary = await adoption(surveyedSites(db, id), { maxGroups: MAX_GROUPS })
  if (isStored && writer !== null) await storeSummary(writer, id, METHOD, summary)
  return summary
}
