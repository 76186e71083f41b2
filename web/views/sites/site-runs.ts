import { finishedSurveys, liveCampaigns } from '../../../server/contract/chosen-runs.ts'
import type { Campaign, Defaults, Survey } from '../../../server/contract/contract.ts'
import { campaignSource, type Source, sourceWords, surveySource } from '../../citation/source.ts'
import type { Choices } from '../../client/address.ts'
import { h, type VNode } from '../../dom/h.ts'
import { controls } from '../controls/controls.ts'
import { loadDefaults } from '../controls/passed-over.ts'
import { campaignSelect, surveySelect } from '../controls/run-selects.ts'
import { adoptionSurvey } from '../overview/adoption-survey.ts'
import { gainCampaign } from '../overview/gain-campaign.ts'
import type { ViewContext } from '../view.ts'
import { NO_FILTERS, NO_ORDER } from './site-filters.ts'

/** What the table of sites is from; null for what there is none of. */
export interface SiteRuns {
  readonly survey: Survey | null
  readonly surveys: readonly Survey[]
  readonly campaign: Campaign | null
  readonly campaigns: readonly Campaign[]
  readonly defaults: Defaults
}

/** The survey and the campaign that the overview shows, too. */
export async function loadRuns(context: ViewContext): Promise<SiteRuns> {
  const { api, query, cite } = context
  const [{ surveys }, { campaigns }, defaults] = await Promise.all([
    api.get('surveys', '/surveys'),
    api.get('campaigns', '/campaigns'),
    loadDefaults(context),
  ])
  const survey = adoptionSurvey(query, surveys, defaults)
  const campaign = gainCampaign(query, campaigns, defaults)
  const runs = {
    ...{ survey, surveys: finishedSurveys(surveys), defaults },
    ...{ campaign, campaigns: liveCampaigns(campaigns) },
  }
  for (const source of sourcesOf(runs)) cite(source)
  return runs
}

function sourcesOf({ survey, campaign }: Pick<SiteRuns, 'survey' | 'campaign'>): readonly Source[] {
  return [
    ...(survey === null ? [] : [surveySource(survey)]),
    ...(campaign === null ? [] : [campaignSource(campaign)]),
  ]
}

/** In names of files. */
export function runFileWords(runs: SiteRuns): readonly string[] {
  return sourcesOf(runs).map(({ fileWords }) => fileWords)
}

/** Selectors of both; null where there is nothing to choose from. */
export function runControls({ go, query }: ViewContext, runs: SiteRuns): VNode | null {
  const { survey, surveys, campaign, campaigns } = runs
  const inAddress = { survey: query.get('survey'), campaign: query.get('campaign') }
  const choose = (choices: Choices) => go({ ...NO_FILTERS, ...NO_ORDER, ...inAddress, ...choices })
  const selects = [
    survey === null ? null : surveySelect(choose, survey, surveys),
    campaign === null ? null : campaignSelect(choose, campaign, campaigns),
  ]
  return selects.every((each) => each === null) ? null : controls('Which data', ...selects)
}

/** What both are: when, how many sites, under which conditions. */
export function runNote(runs: SiteRuns): VNode | null {
  const sources = sourcesOf(runs)
  return sources.length === 0 ? null : h('p', { class: 'note' }, sources.map(sourceWords).join(' '))
}
