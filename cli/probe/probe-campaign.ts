import { resolve } from 'node:path'
import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import type { EgressFilter } from '../../crawler/probe/browser/egress-filter.ts'
import type { CampaignContext, HeldSite } from '../../crawler/probe/campaign/campaign-context.ts'
import { CAMPAIGN_LEASE_MS } from '../../crawler/probe/campaign/held-campaign.ts'
import { runCampaign } from '../../crawler/probe/campaign/run-campaign.ts'
import { vantageFacts } from '../../crawler/probe/campaign/vantage.ts'
import { runOwner } from '../../crawler/process/run-owner.ts'
import { dns, isLoopback } from '../../crawler/survey/dns/dns.ts'
import { DEFAULT_PORT } from '../../crawler/survey/http/redirect.ts'
import type { SurveyContext } from '../../crawler/survey/operation/context.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import type { CampaignEnd } from '../../db/campaign/campaign-leases.ts'
import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import { type CampaignRow, describeCampaign } from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import { waitingRepeats } from '../../db/campaign/repeat-rounds.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import type { Database } from '../../db/connection/database.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { isLive, userAgentSuffix, visitSettings } from '../options/run-settings.ts'
import { terminalOf } from '../output/guard-output.ts'
import { sandboxDemand } from './browser-sandbox.ts'
import { campaignError } from './campaign-error.ts'
import type { CampaignOptions } from './campaign-for.ts'
import { demandSameMachine, machineFacts, thisMachine } from './campaign-machine.ts'
import { openPackets, type Packets } from './campaign-packets.ts'
import { isSettled } from './campaign-settled.ts'
import { egressFilterFor, sayRefused } from './egress.ts'
import { hasEnoughRounds, spareLoads } from './enough-rounds.ts'
import { ProbeProgress } from './probe-progress.ts'

export async function probe(
  db: Database,
  campaign: CampaignRow,
  options: CampaignOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const clock = (): number => performance.now()
  const progress = new ProbeProgress(terminalOf(process.stderr), clock, sequentialRounds(campaign))
  let isShown = false
  const endProgress = (): void => {
    if (isShown) progress.end()
  }
  try {
    const state = await takeSamples(db, campaign, options, {
      clock,
      async onReady() {
        const spare = await spareLoads(db, campaign, options.enoughRounds)
        progress.start(
          Math.max(0, (await countPending(db, campaign.id)) - spare),
          await waitingRepeats(db, campaign.id),
        )
        isShown = true
      },
      onSample: (report) => progress.show(report),
      warn: (line) => progress.warn(line),
      signal,
      killSignal: new AbortController().signal,
    }).finally(endProgress)
    if (state === 'finished') return EXIT.ok
    // The report that follows says what is missing.
    if (state === 'machine_busy') return EXIT.tempFail
    process.stderr.write(`stopped: campaign ${campaign.id}; --resume continues it\n`)
    return signal.aborted ? EXIT.interrupted : EXIT.software
  } catch (error) {
    throw campaignError(error)
  }
}

export interface TakeOptions
  extends Pick<CampaignContext, 'clock' | 'deadly' | 'killSignal' | 'onSample' | 'part' | 'signal' | 'warn'> {
  /**
   * Does as a campaign's `holdSite`, with what makes a look-up of its name: that has a time limit from then on, and whoever
   * holds a site may have waited for longer.
   */
  readonly holdSite?: (site: HeldSite, context: () => SurveyContext) => Promise<AsyncDisposable>
  /** Called when everything is there that the loads need. */
  readonly onReady?: () => Promise<void>
}

/** Takes samples of a campaign: all that are pending, or those of one block. */
export async function takeSamples(
  db: Database,
  campaign: CampaignRow,
  options: CampaignOptions,
  take: TakeOptions,
): Promise<CampaignEnd> {
  const { onReady, holdSite, ...context } = take
  const { clock, signal, warn } = context
  const machine = thisMachine()
  demandSameMachine(campaign, machine)
  using loop = watchLoop(clock)
  const settings = await visitSettings(options, clock, loop)
  await using _resolver = settings.resolver
  const { port = null } = options.page ?? {}
  await using packets = await openPackets({ ...options, ports: port === null ? [] : [port] }, warn, signal)
  await describeCampaign(
    db,
    campaign.id,
    machineFacts(campaign, { ...machine, capture: packets.description }),
  )
  const surveyContext = (): SurveyContext => ({
    ...settings,
    originMs: clock(),
    signal: AbortSignal.timeout(options.timeout),
  })
  const reference = await referenceOf(db, campaign.id, surveyContext())
  await using egress = await egressFilterFor(options)
  await describeCampaign(db, campaign.id, {
    vantageFacts: {
      // Facts that an earlier run of it found of its browsers stay true.
      ...campaign.vantageFacts,
      ...(await vantageFacts(reference, clock, signal)),
      egressFilter: egress?.version ?? null,
      ...(options.unconfined === true && egress === null && isLive(options) && { unconfined: true }),
    },
  })
  using owner = runOwner()
  await onReady?.()
  const state = await runCampaign({
    ...loadSettings(campaign, options, packets),
    ...context,
    db,
    lease: { campaignId: campaign.id, owner: owner.name, leaseMs: CAMPAIGN_LEASE_MS },
    openBrowser: browserOpener(options, packets, egress),
    refused: (address) => !settings.allows(address),
    surveyContext,
    ...(holdSite && { holdSite: (site: HeldSite) => holdSite(site, surveyContext) }),
    isSettled: (site) =>
      options.enoughRounds === undefined
        ? isSettled(db, campaign, options.untilCi ?? null, site)
        : hasEnoughRounds(db, campaign, options.enoughRounds, site),
    wallClock: Date.now,
  })
  await sayRefused(egress)
  return state
}

type LoadSettings = Pick<
  CampaignContext,
  | 'busyLimit'
  | 'capture'
  | 'cold'
  | 'connected'
  | 'filmstrip'
  | 'keepPcap'
  | 'loadLimitMs'
  | 'memoryLimitBytes'
  | 'pauseMs'
  | 'privateRoot'
  | 'siteGapMs'
  | 'tshark'
>

/** Says how pages are loaded, and what is recorded of it. */
function loadSettings(campaign: CampaignRow, options: CampaignOptions, packets: Packets): LoadSettings {
  return {
    cold: campaign.browserKind === 'cold',
    connected: campaign.connect !== null,
    capture: packets.capture,
    tshark: packets.tshark,
    keepPcap: options.keepPcap === undefined ? null : resolve(options.keepPcap),
    pauseMs: campaign.pauseMs,
    siteGapMs: options.siteGap,
    loadLimitMs: options.loadTimeout,
    filmstrip: takesFilmstrips(campaign),
    memoryLimitBytes: options.maxMemory,
    busyLimit: options.busyLimit,
    privateRoot: options.ca !== undefined,
  }
}

/** The survey asks there; Chromium asks ::1 first, and from a forced HTTP/3 it does not fall back. */
const ONE_LOOPBACK = '--host-resolver-rules=MAP localhost 127.0.0.1,MAP *.localhost 127.0.0.1'

function browserOpener(
  options: CampaignOptions,
  packets: Packets,
  egress: EgressFilter | null,
): CampaignContext['openBrowser'] {
  return (arm, origins) =>
    openBrowser({
      arm,
      origins,
      keyLog: packets.capture !== null,
      signal: new AbortController().signal,
      userAgentSuffix: userAgentSuffix(options),
      sandbox: sandboxDemand(options),
      guarded: isLive(options),
      ...(egress === null ? {} : { gid: egress.gid }),
      ...(options.ca === undefined ? {} : { caFile: options.ca }),
      ...(options.page !== undefined && isLoopback(options.page.host) && { switches: [ONE_LOOPBACK] }),
      ...(options.device === undefined ? {} : { device: options.device }),
      ...(options.connect === undefined ? {} : { connect: options.connect }),
    }).catch((error: Error) => {
      throw new CliError(EXIT.unavailable, `no browser could be opened: ${error.message}`, { cause: error })
    })
}

/** The server to which the vantage point's RTT is measured: that of the first site; null where it has no address. */
async function referenceOf(
  db: Database,
  campaignId: number,
  context: SurveyContext,
): Promise<{ readonly address: string; readonly port: number } | null> {
  const [first] = await campaignSites(db, campaignId)
  if (first === undefined) return null
  const { hostname, protocol, port } = new URL(first.url)
  const { result } = await dns(hostname, 0, context)
  const address = result?.a[0] ?? result?.aaaa[0]
  return address === undefined
    ? null
    : { address, port: Number(port) || DEFAULT_PORT[protocol === 'http:' ? 'http' : 'https'] }
}

async function countPending(db: Database, campaignId: number): Promise<number> {
  const counts = await sampleCounts(db, campaignId)
  return counts.filter(({ state }) => state === 'pending').reduce((sum, { samples }) => sum + samples, 0)
}
