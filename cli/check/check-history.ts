import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { campaignsOfPage } from '../../db/campaign/campaigns-of-page.ts'
import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { ARMS } from '../../model/arm.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { baselineOf } from '../probe/baseline.ts'
import { type ArmResult, campaignResults } from '../probe/campaign-results.ts'
import { linkText } from './link-text.ts'

/** A check of a page, this one or an earlier one, with what it found. */
export interface CheckFound {
  readonly campaign: CampaignRow
  readonly facts: SurveyedSite
  readonly arms: readonly ArmResult[]
}

/** Rows of a small chart. */
const MOST = 12

export async function earlierChecks(db: Database, url: string, beforeId: number): Promise<CheckFound[]> {
  const found: CheckFound[] = []
  for (const campaign of await campaignsOfPage(db, { url, beforeId, most: MOST - 1 })) {
    const [facts] =
      campaign.surveyId === null ? [] : await Array.fromAsync(surveyedSites(db, campaign.surveyId))
    if (facts !== undefined) found.push({ campaign, facts, arms: await campaignResults(db, campaign) })
  }
  return found
}

const PROTOCOLS = [
  ['h1', 'HTTP/1.1'],
  ['h2', 'HTTP/2'],
  ['h3', 'HTTP/3'],
] as const

/** Says what changed since an earlier check, a sentence each. Times are told, not judged: two moments are no experiment. */
export function changesSince(before: CheckFound, now: CheckFound): string[] {
  return [
    ...PROTOCOLS.flatMap(([protocol, name]) =>
      answerChange(name, before.facts[protocol], now.facts[protocol]),
    ),
    ...settingChange('the browser', before.campaign.browserVersion, now.campaign.browserVersion),
    ...settingChange('the vantage point', before.campaign.vantage, now.campaign.vantage),
    ...settingChange('the link', linkOf(before.campaign), linkOf(now.campaign)),
    ...settingChange('the baseline', baselineName(before), baselineName(now)),
    ...now.arms.flatMap((arm) => {
      const earlier = before.arms.find((each) => each.arm === arm.arm)
      return earlier === undefined ? [] : armChange(earlier, arm)
    }),
  ]
}

const linkOf = ({ link }: CheckFound['campaign']): string =>
  link === null ? 'that of the network' : `emulated, ${linkText(link)}`

const baselineName = ({ arms }: CheckFound): string | null => {
  const baseline = baselineOf(arms.map(({ arm }) => arm))
  return baseline === null ? null : ARMS[baseline].label
}

function answerChange(name: string, before: boolean | null, now: boolean | null): string[] {
  if (before === now) return []
  const word = (answer: boolean | null): string =>
    answer === null ? 'unknown' : answer ? 'answered' : 'not answered'
  return [`${name}: ${word(before)} then, ${word(now)} now.`]
}

function settingChange(name: string, before: string | null, now: string | null): string[] {
  return before === now
    ? []
    : [`Not the same conditions: ${name} was ${before ?? 'unknown'}, and is ${now ?? 'unknown'}.`]
}

function armChange(before: ArmResult, now: ArmResult): string[] {
  const name = ARMS[now.arm].label
  const verdicts = [before.comparison?.verdict ?? null, now.comparison?.verdict ?? null]
  const times =
    before.pltMs === null || now.pltMs === null
      ? []
      : [`${name}: median ${before.pltMs.toFixed(0)} ms then, ${now.pltMs.toFixed(0)} ms now.`]
  const [then, today] = verdicts
  return then === today || then == null || today == null
    ? times
    : [...times, `${name}: the verdict was “${then}”, and is “${today}”.`]
}
