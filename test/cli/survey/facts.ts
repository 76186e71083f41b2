import { unknownFacts } from '../../../crawler/survey/facts/unknown-facts.ts'
import type { SurveyRow } from '../../../db/survey/surveys.ts'
import type { SurveyedSite } from '../../../model/site-facts.ts'

/** A reachable site of a survey of which nothing else is known, with these changes. */
export function surveyed(rank: number, changes: Partial<SurveyedSite> = {}): SurveyedSite {
  const known = { rank, rankMagnitude: null, domain: `site${rank}.test`, reachable: true, failure: null }
  return { ...unknownFacts('not_reached'), ...known, ...changes }
}

export async function* asAsync<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}

/** A survey as the database has it, as far as reports read it. */
export function surveyRow(changes: Partial<SurveyRow> = {}): SurveyRow {
  const list = { source: 'list.csv', trancoId: null }
  return {
    id: 1,
    createdAt: '2026-11-22T10:00:00.000Z',
    state: 'finished',
    sites: 2,
    list,
    ...changes,
  } as SurveyRow
}
