import type { CheckReport } from '../../../cli/check/check-report.ts'
import type { ArmResult } from '../../../cli/probe/campaign-results.ts'
import { unknownFacts } from '../../../crawler/survey/facts/unknown-facts.ts'
import type { CampaignRow } from '../../../db/campaign/campaigns.ts'
import type { Arm } from '../../../model/arm.ts'
import type { SurveyedSite } from '../../../model/site-facts.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { median } from '../../../stats/median.ts'

/** What a survey knows of a site, with these facts. */
export function factsOf(changes: Partial<SurveyedSite> = {}): SurveyedSite {
  return {
    ...unknownFacts('not_reached'),
    rank: 1,
    rankMagnitude: null,
    domain: 'a.test',
    reachable: true,
    failure: null,
    ...changes,
  }
}

/** Results of arms from their page load times by round, milliseconds; the first is the baseline. */
export function armsOf(pltMs: Partial<Record<Arm, readonly number[]>>): ArmResult[] {
  const entries = Object.entries(pltMs) as [Arm, readonly number[]][]
  const base = entries[0]?.[1] ?? []
  return entries.map(([arm, values], index) => ({
    site: 'a.test',
    arm,
    valid: values.length,
    invalid: 0,
    failed: 0,
    pending: 0,
    repeated: 0,
    leftOut: [],
    pltMs: median(values) ?? null,
    towMs: null,
    comparison:
      index === 0
        ? null
        : compareArms({
            pairs: values.flatMap((value, round) => {
              const baseline = base[round]
              return baseline === undefined ? [] : [{ round, baseline, arm: value }]
            }),
            seed: 1,
          }),
  }))
}

/** A campaign as a check makes it. */
export function campaignOf(changes: Partial<CampaignRow> = {}): CampaignRow {
  return {
    id: 3,
    surveyId: 2,
    arms: ['h1', 'h2', 'h3'],
    rounds: 6,
    pauseMs: 1_000,
    source: 'browser',
    browserKind: 'warm',
    browserVersion: 'Chrome 156',
    createdAt: '2026-11-22T19:26:00.000Z',
    state: 'finished',
    vantage: null,
    vantageFacts: null,
    capture: null,
    sandbox: false,
    link: null,
    seed: 7,
    options: {},
    ...changes,
  } as CampaignRow
}

/** A check of a site that speaks all three, with these changes. */
export function reportOf(changes: Partial<CheckReport> = {}): CheckReport {
  const arms = armsOf({
    h1: [1_000, 1_010, 990, 1_005, 995, 1_000],
    h2: [800, 805, 795, 802, 798, 800],
    h3: [1_000, 1_012, 985, 1_007, 993, 1_001],
  })
  return {
    domain: 'a.test',
    url: 'https://a.test/',
    facts: factsOf({ h1: true, h2: true, h3: true, h3ClaimedAltSvc: true }),
    campaign: campaignOf(),
    lackingLoads: 0,
    arms,
    leftOut: [],
    points: arms.map(({ arm }, round) => ({ arm, round, value: 100 * (round + 1) })),
    ...{ lost: [], failures: [] },
    loads: [],
    earlier: [],
    ...changes,
  }
}
