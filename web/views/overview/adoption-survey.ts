import type { Survey } from '../../../server/contract/contract.ts'
import { numberOf } from '../../client/address.ts'

/**
 * The finished survey that adoption is from: the one in the address, else the newest of a list that is not much smaller
 * than the largest, so that a look at one site does not stand for a whole list. `latestId`: the newest of a list.
 */
export function adoptionSurvey(
  query: URLSearchParams,
  surveys: readonly Survey[],
  latestId: number | null,
): Survey | null {
  const finished = finishedSurveys(surveys)
  const wanted = numberOf(query, 'survey', 0)
  const ofLists = finished.slice(
    Math.max(
      0,
      finished.findIndex(({ id }) => id === latestId),
    ),
  )
  const largest = Math.max(0, ...ofLists.map(({ sites }) => sites))
  return finished.find(({ id }) => id === wanted) ?? ofLists.find(({ sites }) => 2 * sites >= largest) ?? null
}

/** Newest first. */
export function finishedSurveys(surveys: readonly Survey[]): readonly Survey[] {
  return surveys.filter(({ state }) => state === 'finished')
}
