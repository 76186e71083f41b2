import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { type SelectOptions, selectionOf } from '../survey/select.ts'
import { showCampaign } from './campaign-report.ts'
import { campaignSiteOf } from './campaign-sites.ts'
import { exitOfTaken } from './nothing-valid.ts'
import type { ProbeOptions } from './probe-options.ts'
import { withMeaning } from './reason-text.ts'

/**
 * Probes sites of a survey: all of them, or those that are selected from it. Then shows the results, of a
 * campaign that was stopped those so far.
 *
 * @param show resolves to the exit code of a campaign that was not stopped
 */
export async function probeSurvey(
  surveyId: number,
  options: RunOptions & SelectOptions & ProbeOptions,
  signal: AbortSignal,
  all: boolean,
  show: (db: Database, campaign: CampaignRow) => Promise<ExitCode> = async (db, campaign) => {
    await showCampaign(db, campaign, 'table')
    return await exitOfTaken(db, [campaign.id])
  },
): Promise<ExitCode> {
  // The browser's driver takes more memory than everything else: a survey runs without it.
  const [{ campaignFor }, { probe }] = await Promise.all([
    import('./campaign-for.ts'),
    import('./probe-campaign.ts'),
  ])
  await using db = await openDatabase({ url: options.database })
  const surveyed: SurveyedSite[] = await Array.fromAsync(surveyedSites(db, surveyId))
  const chosen = all
    ? surveyed
    : selectionOf(surveyed, surveyId, options).selected.flatMap(
        ({ rank }) => surveyed.find((site) => site.rank === rank) ?? [],
      )
  const sites = chosen.map((site) => campaignSiteOf(site, options.arms, options.page))
  if (!sites.some(({ arms: { applied } }) => applied.length > 0)) {
    const why = sites.map(
      ({ domain, arms: { leftOut } }) =>
        `${domain} cannot be measured: ${withMeaning(Object.values(leftOut)[0] ?? '')}`,
    )
    throw new CliError(EXIT.data, why.length === 0 ? 'no site can be measured' : why.join('; '))
  }
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const campaign = await campaignFor(db, options, surveyId, sites, say)
  const exitCode = await probe(db, campaign, options, signal)
  const taken = await show(db, (await campaignById(db, campaign.id)) ?? campaign)
  return exitCode === EXIT.ok ? taken : exitCode
}
