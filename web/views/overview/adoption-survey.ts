import type { Survey } from '../../../server/contract/contract.ts'
import { numberOf } from '../../client/address.ts'

/**
 * The finished survey that adoption is from: the one in the address, else the newest that is not much smaller than the
 * largest, so that a look at one site does not stand for a whole list.
 */
export function adoptionSurvey(query: URLSearchParams, surveys: readonly Survey[]): Survey | null {
  const finished = finishedSurveys(surveys)
  const wanted = numberOf(query, 'survey', 0)
  const largest = Math.max(0, ...finished.map(({ sites }) => sites))
  return (
    finished.find(({ id }) => id === wanted) ?? finished.find(({ sites }) => 2 * sites >= largest) ?? null
  )
}

/** Newest first. */
export function finishedSurveys(surveys: readonly Survey[]): readonly Survey[] {
  return surveys.filter(({ state }) => state === 'finished')
}
