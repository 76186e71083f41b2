import type { SurveyedSite } from '../../model/site-facts.ts'
import { ADOPTION_ROW_NAMES, adopts } from './adoption-rows.ts'

export type Sites = Iterable<SurveyedSite> | AsyncIterable<SurveyedSite>

/** What has to be remembered of a site: a character for each adoption row, in their order; y, n, or ? for unknown. */
export type SiteAnswers = string

export type SurveyAnswers = ReadonlyMap<string, SiteAnswers>

export function siteAnswers(site: SurveyedSite): SiteAnswers {
  return ADOPTION_ROW_NAMES.map((row) => {
    const answer = adopts(row, site)
    return answer === null ? '?' : answer ? 'y' : 'n'
  }).join('')
}

/**
 * Memory grows with the domains, some 100 bytes each.
 *
 * @param name of the survey in an error: `earlier survey`
 * @throws RangeError where it holds a domain twice: counts would be wrong without a sign
 */
export async function readAnswers(sites: Sites, name: string): Promise<SurveyAnswers> {
  const answers = new Map<string, SiteAnswers>()
  // A survey has a few hundred different ones, each held once.
  const distinct = new Map<SiteAnswers, SiteAnswers>()
  for await (const site of sites) {
    if (answers.has(site.domain)) throw new RangeError(`the ${name} holds ${site.domain} twice`)
    const found = siteAnswers(site)
    if (!distinct.has(found)) distinct.set(found, found)
    answers.set(site.domain, distinct.get(found) ?? found)
  }
  return answers
}
