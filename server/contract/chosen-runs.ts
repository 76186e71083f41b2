import type { Campaign } from './campaigns.ts'
import type { Survey } from './surveys.ts'

/** Lists what can be chosen where pages are about live loads. Newest first, those of lab runs left out. */
export function liveCampaigns(campaigns: readonly Campaign[]): readonly Campaign[] {
  return campaigns.filter(({ labRunId }) => labRunId === null)
}

/** Lists what can be chosen where pages are about a survey. Newest first. */
export function finishedSurveys(surveys: readonly Survey[]): readonly Survey[] {
  return surveys.filter(({ state }) => state === 'finished')
}
