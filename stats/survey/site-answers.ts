import type { AnswerFacts, AnsweringSite } from '../../model/answer-facts.ts'
import { ADOPTION_ROW_NAMES, adopts } from './adoption-rows.ts'

/** The sites of a survey, as far as adoption goes. */
export type Sites = Iterable<AnsweringSite> | AsyncIterable<AnsweringSite>

/** Holds what has to be remembered of a site: a character for each adoption row, in their order; y, n, or ? for unknown. */
export type SiteAnswers = string

export function siteAnswers(facts: AnswerFacts): SiteAnswers {
  return ADOPTION_ROW_NAMES.map((row) => {
    const answer = adopts(row, facts)
    return answer === null ? '?' : answer ? 'y' : 'n'
  }).join('')
}
