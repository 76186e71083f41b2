import type { CampaignSite as CampaignSiteRow } from '../../db/campaign/campaign-sites.ts'
import type { CampaignSize } from '../../db/campaign/campaign-sizes.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import type { RepeatedLoads } from '../../db/campaign/repeated-loads.ts'
import type { SampleTally } from '../../db/campaign/sample-tallies.ts'
import type { SampleRow } from '../../db/campaign/samples.ts'
import { withoutPaths } from '../../model/without-paths.ts'
import type { Arm, Campaign, CampaignDetail, CampaignSite, Sample } from '../contract/contract.ts'
import { orderArms } from './place.ts'

export function campaignAnswer(campaign: CampaignRow, size: CampaignSize | undefined): Campaign {
  return {
    id: campaign.id,
    createdAt: campaign.createdAt,
    finishedAt: campaign.finishedAt,
    state: campaign.state,
    surveyId: campaign.surveyId,
    labRunId: size?.labRunId ?? null,
    sites: size?.sites ?? 0,
    samples: size?.samples ?? 0,
    lackingLoads: size?.lackingLoads ?? 0,
    arms: [...campaign.arms],
    rounds: campaign.rounds,
    pauseMs: campaign.pauseMs,
    source: campaign.source,
    browserKind: campaign.browserKind,
    device: campaign.device,
    vantage: campaign.vantage,
    browserVersion: campaign.browserVersion,
    configuredLink: configuredLink(campaign),
    toolVersion: campaign.toolVersion,
    sandbox: campaign.sandbox,
    filmstrips: takesFilmstrips(campaign),
  }
}

/** JSON columns are handed on as they were stored. */
type Json = CampaignDetail['link']

/** Leaves out what was measured of it, which is long. */
export function configuredLink({ link }: Pick<CampaignRow, 'link'>): Json {
  return link !== null && 'condition' in link ? (link.condition as Json) : null
}

export function campaignDetail(
  campaign: CampaignRow,
  size: CampaignSize | undefined,
  sites: readonly CampaignSiteRow[],
  {
    tallies,
    repeats,
  }: { readonly tallies: readonly SampleTally[]; readonly repeats: readonly RepeatedLoads[] },
): CampaignDetail {
  const repeatsBySite = Map.groupBy(repeats, ({ site }) => site)
  const bySite = Map.groupBy(tallies, ({ site }) => site)
  return {
    ...campaignAnswer(campaign, size),
    seed: campaign.seed,
    options: { ...campaign.options } as CampaignDetail['options'],
    vantageFacts: campaign.vantageFacts as Json,
    browserSwitches: publicSwitches(campaign.browserSwitches),
    userAgent: campaign.userAgent,
    link: campaign.link as Json,
    congestionControl: campaign.congestionControl,
    versions: { ...campaign.versions },
    capture: published(campaign.capture),
    sitesList: sites.map((site) =>
      campaignSiteAnswer(site, bySite.get(site.site) ?? [], repeatsBySite.get(site.site) ?? []),
    ),
  }
}

/** Files of the machine that the browser ran on say nothing about what was measured. */
function publicSwitches(switches: CampaignRow['browserSwitches']): CampaignDetail['browserSwitches'] {
  const arms = Object.entries(switches) as [Arm, readonly string[]][]
  return Object.fromEntries(
    arms.map(([arm, armSwitches]) => [
      arm,
      armSwitches.map((armSwitch) => armSwitch.replace(/^(--[^=]+=)\/.*$/s, '$1…')),
    ]),
  )
}

function campaignSiteAnswer(
  { site, domain, url, rank, state, stateDetail, arms, strikes }: CampaignSiteRow,
  tallies: readonly SampleTally[],
  repeats: readonly RepeatedLoads[],
): CampaignSite {
  return {
    ...{ site, domain, url, rank, state, stateDetail, strikes },
    arms: orderArms(arms.applied),
    armsLeftOut: { ...arms.leftOut },
    counts: armCounts(tallies, repeats),
  }
}

export function armCounts(
  tallies: readonly SampleTally[],
  repeats: readonly RepeatedLoads[],
): CampaignSite['counts'] {
  const count = (arm: Arm, state: string): number =>
    tallies.reduce((sum, each) => sum + (each.arm === arm && each.state === state ? each.samples : 0), 0)
  return orderArms(tallies.map(({ arm }) => arm)).map((arm) => ({
    arm,
    valid: count(arm, 'valid'),
    invalid: count(arm, 'invalid'),
    failed: count(arm, 'failed'),
    repeated: repeats.find((each) => each.arm === arm)?.samples ?? 0,
  }))
}

/** Leaves out where anything lies on the machine, and its place in the schedule of the whole campaign. */
export function sampleAnswer({ pcapFile: _file, place: _place, site: _site, ...sample }: SampleRow): Sample {
  return { ...sample, detail: published(sample.detail) }
}

const published = (words: string | null): string | null => (words === null ? null : withoutPaths(words))
