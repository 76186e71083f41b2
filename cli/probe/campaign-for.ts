import { schedule } from '../../crawler/probe/campaign/schedule.ts'
import type { NewCampaignSite } from '../../db/campaign/campaign-sites.ts'
import {
  type CampaignRow,
  type CampaignSettings,
  campaignById,
  createCampaign,
  findResumableCampaign,
  type NewCampaign,
  UNKNOWN_FACTS,
} from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import type { Database, Query } from '../../db/connection/database.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive, userAgentSuffix } from '../options/run-settings.ts'
import { VERSION } from '../options/version.ts'
import { countText } from '../output/text.ts'
import { LINK } from '../prepare/in-sandbox.ts'
import type { ProbeOptions } from './probe-options.ts'

export type CampaignOptions = ProbeOptions &
  Pick<
    RunOptions,
    | 'allowAddress'
    | 'ca'
    | 'cache'
    | 'contact'
    | 'optOut'
    | 'page'
    | 'resume'
    | 'robots'
    | 'seed'
    | 'userAgent'
    | 'vantage'
    | 'resolver'
    | 'operations'
    | 'timeout'
  > & {
    /** Valid rounds of all arms after which a site ends; its `rounds` beyond are for loads that are lost. Default: all are taken. */
    readonly enoughRounds?: number
    /** Bound of a campaign that is made (`NewCampaign`). */
    readonly repeatBound?: number
  }

/** The campaign to resume, or a new one of these sites; `alongside` is done in the transaction that makes it. */
export async function campaignFor(
  db: Database,
  options: CampaignOptions,
  surveyId: number | null,
  sites: readonly NewCampaignSite[],
  say: (line: string) => void,
  alongside?: (query: Query, campaignId: number) => Promise<void>,
): Promise<CampaignRow> {
  const settings = settingsOf(options, surveyId)
  const urls = sites.map(({ url }) => url)
  if (options.resume === true) {
    const found = await findResumableCampaign(db, settings, urls)
    if (found !== null) {
      say(`resuming campaign ${found.id}`)
      return found
    }
    await demandSameFilmstrip(db, options, surveyId, urls)
  }
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 32)
  const { arms, rounds, enoughRounds: enough = rounds } = options
  const campaign: NewCampaign = {
    ...settings,
    toolVersion: VERSION,
    seed,
    createdAt: new Date().toISOString(),
    sites,
    schedule: schedule({
      sites: sites.map(({ arms: { applied } }, site) => ({ site, arms: applied })),
      arms,
      rounds,
      seed,
    }),
    // Facts of the machines that take its loads are stored with them: it may be another one that makes the campaign.
    ...UNKNOWN_FACTS,
    ...(options.repeatBound !== undefined && { repeatBound: options.repeatBound }),
    link: linkHere(),
  }
  const { id, samples } = await createCampaign(db, campaign, alongside)
  say(
    `campaign ${id}: ${countText(sites.length, 'site')}, ${countText(enough, 'round')} of ${arms.join(', ')}: ` +
      `${countText((samples * enough) / rounds, 'sample')}${enough === rounds ? '' : `; up to ${countText(rounds - enough, 'more round')} where loads are lost`}`,
  )
  const created = await campaignById(db, id)
  if (created === null) throw new Error(`campaign ${id} was written and cannot be read back`)
  return created
}

/**
 * Screenshots slow a load, so a campaign has them of all its loads or of none.
 * @throws CliError where the campaign to resume was started with the other setting
 */
async function demandSameFilmstrip(
  db: Database,
  options: CampaignOptions,
  surveyId: number | null,
  urls: readonly string[],
): Promise<void> {
  const other = { ...options, filmstrip: options.filmstrip !== true }
  const found = await findResumableCampaign(db, settingsOf(other, surveyId), urls)
  if (found === null) return
  const setting = takesFilmstrips(found) ? 'with' : 'without'
  throw new CliError(
    EXIT.usage,
    `campaign ${found.id} was started ${setting} --filmstrip, which changes load times: resume it ${setting} it, or ` +
      'start another campaign without --resume',
  )
}

function settingsOf(options: CampaignOptions, surveyId: number | null): CampaignSettings {
  return {
    surveyId,
    arms: options.arms,
    rounds: options.rounds,
    pauseMs: options.pause,
    source: 'browser',
    browserKind: options.coldBrowser === true ? 'cold' : 'warm',
    device: options.device ?? null,
    connect: options.connect ?? null,
    vantage: options.vantage ?? null,
    sandbox: !isLive(options),
    options: {
      siteGapMs: options.siteGap,
      loadLimitMs: options.loadTimeout,
      busyLimit: options.busyLimit,
      untilCi: options.untilCi ?? null,
      capture: options.capture,
      userAgentSuffix: userAgentSuffix(options),
      ...(options.enoughRounds !== undefined && { enoughRounds: options.enoughRounds }),
      // Absent where none are taken, as in campaigns from before there were any: those can still be resumed.
      ...(options.filmstrip === true ? { filmstrip: true } : {}),
    },
  }
}

/** The emulated link that this command was put behind; null on a real network. */
function linkHere(): object | null {
  const text = process.env[LINK]
  return text === undefined ? null : (JSON.parse(text) as object)
}
