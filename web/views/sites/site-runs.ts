import type { Arm, Campaign, Survey } from '../../../server/contract/contract.ts'
import { campaignSource, type Source, sourceWords, surveySource } from '../../citation/source.ts'
import type { Choices } from '../../client/address.ts'
import { h, type VNode } from '../../dom/h.ts'
import { armOptions, baselineSelect } from '../controls/comparison-selects.ts'
import { controls } from '../controls/controls.ts'
import { campaignSelect, surveySelect } from '../controls/run-selects.ts'
import { type Shown, shownCampaign, shownSurvey } from '../shown-data.ts'
import type { ViewContext } from '../view.ts'
import { NO_FILTERS, NO_ORDER } from './site-filters.ts'

/** Runs that the table of sites is from; null for what there is none of. */
interface SiteRuns {
  readonly survey: Shown<Survey> | null
  readonly campaign: Shown<Campaign> | null
}

/** The survey and the campaign that the overview shows, too. */
export async function loadRuns(context: ViewContext): Promise<SiteRuns> {
  const [survey, campaign] = await Promise.all([shownSurvey(context), shownCampaign(context)])
  return { survey, campaign }
}

function sourcesOf({ survey, campaign }: SiteRuns): readonly Source[] {
  return [
    ...(survey === null ? [] : [surveySource(survey.run)]),
    ...(campaign === null ? [] : [campaignSource(campaign.run)]),
  ]
}

/** Words in names of files. */
export function runFileWords(runs: SiteRuns): readonly string[] {
  return sourcesOf(runs).map(({ fileWords }) => fileWords)
}

/** Selectors of both, and of what gains compare with, by what the campaign has; null where there is nothing to choose from. */
export function runControls(
  { go, query }: ViewContext,
  { survey, campaign }: SiteRuns,
  baseline: Arm,
): VNode | null {
  const inAddress = { survey: query.get('survey'), campaign: query.get('campaign') }
  const choose = (choices: Choices) => go({ ...NO_FILTERS, ...NO_ORDER, ...inAddress, ...choices })
  const selects = [
    survey === null ? null : surveySelect(choose, survey.run, survey.runs),
    campaign === null ? null : campaignSelect(choose, campaign.run, campaign.runs),
    campaign === null || campaign.run.arms.length < 2
      ? null
      : baselineSelect(
          (choices) => go({ ...NO_FILTERS, ...NO_ORDER, ...choices, page: null }),
          'gain over',
          baseline,
          armOptions(campaign.run.arms),
        ),
  ]
  return selects.every((each) => each === null) ? null : controls('Which data', ...selects)
}

/** Says what both are: when, how many sites, under which conditions. */
export function runNote(runs: SiteRuns): VNode | null {
  const sources = sourcesOf(runs)
  return sources.length === 0 ? null : h('p.note', sources.map(sourceWords).join(' '))
}
