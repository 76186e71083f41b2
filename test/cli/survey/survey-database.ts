import { runSurvey } from '../../../crawler/survey/run/run.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import type { NewSurvey } from '../../../db/survey/create-survey.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import { FULL_FACTS, operationRows, surveyOf } from '../../db/campaign/samples.ts'

/** A site as a test wants it in a survey: what is not said is as in FULL_FACTS, but for the failures. */
export type Site = Partial<SiteFacts> & { readonly domain: string }

/** Adds a finished survey of these sites, ranked in their order, to a database file; resolves to its number. */
export async function addSurvey(
  database: string,
  sites: readonly Site[],
  changes: Partial<NewSurvey> = {},
): Promise<number> {
  await using db = await openDatabase({ url: database })
  const listed = sites.map(({ domain }, index) => ({ rank: index + 1, domain }))
  const surveyId = await surveyOf(db, sites.length, { sites: asAsync(listed), ...changes })
  await runSurvey({
    db,
    surveyId,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    visit: async ({ rank, domain }) => {
      const { domain: _, ...facts } = sites[rank - 1] ?? { domain }
      const healthy = {
        ...FULL_FACTS,
        h1Failure: null,
        h2Failure: null,
        h3Failure: null,
        finalOrigin: `https://${domain}`,
      }
      return { rows: operationRows(domain, 3), facts: { ...healthy, ...facts } }
    },
  })
  return surveyId
}

async function* asAsync<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}
