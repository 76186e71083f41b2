import type { Campaign } from './campaigns.ts'
import type { Survey } from './surveys.ts'

/**
 * The live campaign that pages open with: the newest that is not much smaller than the largest, so that a look at one site
 * does not stand for a whole list.
 */
export function openingCampaign(campaigns: readonly Campaign[]): Campaign | null {
  return newestWhole(liveCampaigns(campaigns))
}

/** Newest first, those of lab runs left out. */
export function liveCampaigns(campaigns: readonly Campaign[]): readonly Campaign[] {
  return campaigns.filter(({ labRunId }) => labRunId === null)
}

/** The finished survey that pages open with, by the same rule. `latestId`: the newest of a list. */
export function openingSurvey(surveys: readonly Survey[], latestId: number | null): Survey | null {
  const finished = finishedSurveys(surveys)
  const latest = finished.findIndex(({ id }) => id === latestId)
  return newestWhole(finished.slice(Math.max(0, latest)))
}

/** Newest first. */
export function finishedSurveys(surveys: readonly Survey[]): readonly Survey[] {
  return surveys.filter(({ state }) => state === 'finished')
}

function newestWhole<Run extends { readonly sites: number }>(newestFirst: readonly Run[]): Run | null {
  const largest = Math.max(0, ...newestFirst.map(({ sites }) => sites))
  return newestFirst.find(({ sites }) => 2 * sites >= largest) ?? null
}
