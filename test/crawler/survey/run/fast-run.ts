import type { RunSurveyOptions, VisitSite } from '../../../../crawler/survey/run/run-options.ts'
import { factsOf, operationRows } from '../../../db/campaign/samples.ts'

/** A visit that needs no network and no time. */
export const fastVisit: VisitSite = async ({ rank, domain }) => ({
  rows: operationRows(domain, 3),
  facts: factsOf(rank),
})

/** A run of such visits, with these changes. */
export function runOptions(
  changes: Pick<RunSurveyOptions, 'db' | 'surveyId'> & Partial<RunSurveyOptions>,
): RunSurveyOptions {
  return {
    visit: fastVisit,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    ...changes,
  }
}
