import { finishedSurveys } from '../../../server/contract/chosen-runs.ts'
import type { Defaults, Survey } from '../../../server/contract/contract.ts'
import { numberOf } from '../../client/address.ts'

/** The finished survey that is looked at: the one in the address, else the one that pages open with. */
export function adoptionSurvey(
  query: URLSearchParams,
  surveys: readonly Survey[],
  { survey }: Pick<Defaults, 'survey'>,
): Survey | null {
  const wanted = numberOf(query, 'survey', 0)
  const finished = finishedSurveys(surveys)
  return finished.find(({ id }) => id === wanted) ?? finished.find(({ id }) => id === survey.id) ?? null
}
