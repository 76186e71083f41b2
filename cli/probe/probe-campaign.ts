import { resolve } from 'node:path'
import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import { BrowserChanged, CampaignHeld, runCampaign } from '../../crawler/probe/campaign/run-campaign.ts'
import { schedule } from '../../crawler/probe/campaign/schedule.ts'
import { NothingReachable } from '../../crawler/probe/campaign/site-conduct.ts'
import { vantageFacts } from '../../crawler/probe/campaign/vantage.ts'
import { runOwner } from '../../crawler/process/run-owner.ts'
import { dns } from '../../crawler/survey/dns/dns.ts'
import type { SurveyContext } from '../../crawler/survey/operation/context.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import { campaignSites, type NewCampaignSite } from '../../db/campaign/campaign-sites.ts'
import {
  type CampaignRow,
  type CampaignSettings,
  campaignById,
  createCampaign,
  describeCampaign,
  findResumableCampaign,
  UNKNOWN_FACTS,
} from '../../db/campaign/campaigns.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import type { Database } from '../../db/connection/database.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive, userAgentSuffix, visitSettings } from '../options/run-settings.ts'
import { VERSION } from '../options/version.ts'
import { terminalOf } from '../output/guard-output.ts'
import { LINK } from '../prepare/in-sandbox.ts'
import { machineCongestionControl, machineVersions } from '../prepare/machine-facts.ts'
import { sandboxDemand } from './browser-sandbox.ts'
import { openPackets } from './campaign-packets.ts'
import { isSettled } from './campaign-settled.ts'
import { egressFilterFor, sayRefused } from './egress.ts'
import type { ProbeOptions } from './probe-options.ts'
import { probeProgress } from './probe-progress.ts'

export type CampaignOptions = ProbeOptions &
  Pick<
    RunOptions,
    | 'allowAddress'
    | 'ca'
    | 'cache'
    | 'contact'
    | 'optOut'
    | 'resume'
    | 'robots'
    | 'seed'
    | 'userAgent'
    | 'vantage'
    | 'resolver'
    | 'operations'
    | 'timeout'
  >

const LEASE_MS = 60_000

/** The campaign to resume, or a new one of these sites. */
export async function campaignFor(
  db: Database,
  options: CampaignOptions,
  surveyId: number | null,
  sites: readonly NewCampaignSite[],
  say: (line: string) => void,
): Promise<CampaignRow> {
  const settings = settingsOf(options, surveyId)
  const urls = sites.map(({ url }) => url)
  if (options.resume === true) {
    const found = await findResumableCampaign(db, settings, urls)
    if (found !== null) {
      say(`resuming campaign ${found.id}`)
      return found
    }
  }
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 32)
  const { arms, rounds } = options
  const { id, samples } = await createCampaign(db, {
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
    ...UNKNOWN_FACTS,
    link: linkHere(),
    congestionControl: machineCongestionControl(),
    versions: machineVersions(),
  })
  say(`campaign ${id}: ${sites.length} sites, ${rounds} rounds of ${arms.join(', ')}: ${samples} samples`)
  const campaign = await campaignById(db, id)
  if (campaign === null) throw new Error(`campaign ${id} was written and cannot be read back`)
  return campaign
}

function settingsOf(options: CampaignOptions, surveyId: number | null): CampaignSettings {
  return {
    surveyId,
    arms: options.arms,
    rounds: options.rounds,
    pauseMs: options.pause,
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
    },
  }
}

/** Takes the samples that the campaign still lacks. */
export async function probe(
  db: Database,
  campaign: CampaignRow,
  options: CampaignOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const clock = (): number => performance.now()
  using loop = watchLoop(clock)
  const settings = await visitSettings(options, clock, loop)
  await using _resolver = settings.resolver
  const never = new AbortController().signal
  const progress = probeProgress(
    terminalOf(process.stderr),
    async () => countSamples(db, campaign.id),
    clock,
    sequentialRounds(campaign),
  )
  await using packets = await openPackets(options, progress.warn, signal)
  await describeCampaign(db, campaign.id, { capture: packets.description })
  const surveyContext = (): SurveyContext => ({
    ...settings,
    originMs: clock(),
    signal: AbortSignal.timeout(options.timeout),
  })
  const reference = await referenceOf(db, campaign.id, surveyContext())
  await using egress = await egressFilterFor(options, progress.warn)
  await describeCampaign(db, campaign.id, {
    vantageFacts: {
      // What an earlier run of it found of its browsers stays true.
      ...campaign.vantageFacts,
      ...(await vantageFacts(reference, clock, signal)),
      egressFilter: egress?.version ?? null,
    },
  })
  using owner = runOwner()
  await progress.start()
  try {
    const state = await runCampaign({
      db,
      lease: { campaignId: campaign.id, owner: owner.name, leaseMs: LEASE_MS },
      openBrowser: (arm, origins) =>
        openBrowser({
          arm,
          origins,
          keyLog: packets.capture !== null,
          signal: never,
          userAgentSuffix: userAgentSuffix(options),
          sandbox: sandboxDemand(options),
          guarded: isLive(options),
          ...(egress === null ? {} : { gid: egress.gid }),
          ...(options.ca === undefined ? {} : { caFile: options.ca }),
          ...(options.device === undefined ? {} : { device: options.device }),
          ...(options.connect === undefined ? {} : { connect: options.connect }),
        }).catch((error: Error) => {
          throw new CliError(EXIT.unavailable, `no browser could be opened: ${error.message}`, {
            cause: error,
          })
        }),
      cold: campaign.browserKind === 'cold',
      connected: campaign.connect !== null,
      capture: packets.capture,
      tshark: packets.tshark,
      keepPcap: options.keepPcap === undefined ? null : resolve(options.keepPcap),
      pauseMs: campaign.pauseMs,
      siteGapMs: options.siteGap,
      loadLimitMs: options.loadTimeout,
      memoryLimitBytes: options.maxMemory,
      busyLimit: options.busyLimit,
      refused: (address) => !settings.allows(address),
      privateRoot: options.ca !== undefined,
      surveyContext,
      isSettled: (site) => isSettled(db, campaign, options.untilCi ?? null, site),
      onSample: progress.show,
      warn: progress.warn,
      clock,
      wallClock: Date.now,
      signal,
      killSignal: never,
    })
    progress.end()
    await sayRefused(egress)
    if (state === 'finished') return EXIT.ok
    process.stderr.write(`stopped: campaign ${campaign.id}; --resume continues it\n`)
    return signal.aborted ? EXIT.interrupted : EXIT.software
  } catch (error) {
    progress.end()
    if (error instanceof BrowserChanged)
      throw new CliError(EXIT.config, `${error.message}: start a new campaign (without --resume)`, {
        cause: error,
      })
    if (error instanceof CampaignHeld) throw new CliError(EXIT.tempFail, error.message, { cause: error })
    if (error instanceof NothingReachable)
      throw new CliError(
        EXIT.unavailable,
        `${error.message}: is this machine’s network down? --resume continues`,
        {
          cause: error,
        },
      )
    throw error
  }
}

/** The server to which the vantage point's RTT is measured: that of the first site; null where it has no address. */
async function referenceOf(
  db: Database,
  campaignId: number,
  context: SurveyContext,
): Promise<{ readonly address: string; readonly port: number } | null> {
  const [first] = await campaignSites(db, campaignId)
  if (first === undefined) return null
  const { hostname, protocol } = new URL(first.url)
  const { result } = await dns(hostname, 0, context)
  const address = result?.a[0] ?? result?.aaaa[0]
  return address === undefined ? null : { address, port: protocol === 'http:' ? 80 : 443 }
}

/** Samples of the campaign that have no result yet. */
async function countSamples(db: Database, campaignId: number): Promise<number> {
  const counts = await sampleCounts(db, campaignId)
  return counts.filter(({ state }) => state === 'pending').reduce((sum, { samples }) => sum + samples, 0)
}

/** The emulated link that this command was put behind; null on a real network. */
function linkHere(): object | null {
  const text = process.env[LINK]
  return text === undefined ? null : (JSON.parse(text) as object)
}
