import type { Survey } from '../../../server/contract/contract.ts'
import { finishedSurveys, openingSurvey } from '../../../server/contract/opening-runs.ts'
import { numberOf } from '../../client/address.ts'

/** The finished survey that is looked at: the one in the address, else the one that pages open with. */
export function adoptionSurvey(
  query: URLSearchParams,
  surveys: readonly Survey[],
  latestId: number | null,
): Survey | null {
  const wanted = numberOf(query, 'survey', 0)
  return finishedSurveys(surveys).find(({ id }) => id === wanted) ?? openingSurvey(surveys, latestId)
}
