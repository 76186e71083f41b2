import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import { BrowserPool } from '../../crawler/probe/browser/browser-pool.ts'
import type { CampaignContext, SampleReport } from '../../crawler/probe/campaign/campaign-context.ts'
import { takePendingSamples } from '../../crawler/probe/campaign/run-campaign.ts'
import type { ProbeBrowser } from '../../crawler/probe/load/load.ts'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { readUdpCounters } from '../../crawler/probe/packets/udp-counters.ts'
import { type CampaignRow, campaignById, describeCampaign } from '../../db/campaign/campaigns.ts'
import { BUSY_TIMEOUT_OF_LANES_MS, openDatabase } from '../../db/connection/open.ts'
import { readConnections } from '../../lab/origin/read-connections.ts'
import { beginTurn } from '../../lab/replay/replay-round.ts'
import { hostOptions } from '../../lab/run/host-options.ts'
import type { ReplayNames, RunnerOrder, RunnerReply, RunnerRequest } from '../../lab/run/runner-messages.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { explain } from '../exit/errors.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { campaignError } from '../probe/campaign-error.ts'
import { openPackets } from '../probe/campaign-packets.ts'
import { isSettled } from '../probe/campaign-settled.ts'
import { graphPool } from './graph-pool.ts'
import { MAX_MISS_SHARE } from './taking-options.ts'

/** A lab campaign's options on its loads. */
export interface LabLoadOptions {
  readonly loadLimitMs: number
  readonly busyLimit: number
  /** A cell ends when every gain is known within this share of itself; null: after all its rounds. */
  readonly untilCi: number | null
  /** Share of a replay's requests that may be misses; a load with more is invalid. Only where a page is a recording. */
  readonly maxMissShare?: number
  /** 0 to 1: how much of the page's own time a graph's replay takes. Only where a page is a graph. */
  readonly compute?: number
  /** Replayer and servers run before all other programs of the machine. Only where all pages are graphs. */
  readonly inRealTime?: boolean
}

/**
 * Loads the pages of a lab, at the client's end of its network: takes a RunnerRequest a line from standard input and
 * answers by RunnerReplies, until the input ends. Its browsers stay open from one campaign to the next.
 */
export async function labRunner(order: RunnerOrder): Promise<void> {
  await using interrupt = untilInterrupted()
  const say = (reply: RunnerReply): void => void process.stdout.write(`${JSON.stringify(reply)}\n`)
  try {
    await serve(order, interrupt.signal, say)
  } catch (error) {
    const { exitCode, message } = explain(campaignError(error))
    say({ kind: 'failed', message, exitCode })
    process.exitCode = exitCode
  }
}

/** Chromium sends no early data over TCP by itself (net/base/features.cc); over QUIC it does. */
const EARLY_DATA = '--enable-features=EnableTLS13EarlyData'

/** A lab's pages are our own, on hosts that nothing else is reached from. */
const IN_LAB = {
  connected: false,
  keepPcap: null,
  filmstrip: false,
  siteGapMs: 0,
  memoryLimitBytes: LOAD_LIMITS.memoryBytes,
  refused: () => false,
  privateRoot: true,
  surveyContext: () => {
    throw new Error('pages of a lab say themselves which of their hosts speak HTTP/3')
  },
} satisfies Partial<CampaignContext>

async function serve(
  order: RunnerOrder,
  signal: AbortSignal,
  say: (reply: RunnerReply) => void,
): Promise<void> {
  const warn = (line: string): void => say({ kind: 'warning', line })
  const never = new AbortController().signal
  await using db = await openDatabase({
    url: order.database,
    busyTimeoutMs: BUSY_TIMEOUT_OF_LANES_MS,
  })
  await using packets = await openPackets(
    // Nothing but the lab's traffic passes here, and recorded hosts have any port.
    { capture: order.capture, cache: order.cacheDir, ports: 'every' },
    warn,
    signal,
  )
  let names: ReplayNames | null = null
  const open = (arm: Arm): Promise<ProbeBrowser> => {
    const { origins, switches = [] } = hostOptions(arm, names, order.forced)
    return openBrowser({
      arm,
      origins,
      switches: order.earlyData ? [...switches, EARLY_DATA] : switches,
      caFile: order.caFile,
      userAgentSuffix: '',
      keyLog: packets.capture !== null,
      // The client reaches nothing but the lab, whose pages are our own.
      sandbox: 'preferred',
      signal: never,
    })
  }
  await using browsers = new BrowserPool({ cold: false, open })
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as RunnerRequest
    const { lease, part, replay, udpCounters } = request
    const { campaignId } = lease
    // The names that a browser knows hold for its whole life.
    if (!isDeepStrictEqual(names, request.names)) for (const arm of ARM_NAMES) await browsers.discard(arm)
    names = request.names
    const campaign = await campaignById(db, campaignId)
    if (campaign === null) throw new Error(`campaign ${campaignId} is not there`)
    await describeCampaign(db, campaignId, { capture: packets.description })
    const options = campaign.options as LabLoadOptions
    const { compute = 1, inRealTime = false } = options
    const replayed = { compute, inRealTime, keyLog: packets.capture !== null }
    await using graphs = await graphPool(request.graph, replayed, order)
    const pool = graphs?.pool ?? browsers
    await takePendingSamples({
      ...IN_LAB,
      db,
      browsers: pool,
      // A replayer's first load is as good as any: nothing is warmed up.
      cold: graphs !== null,
      part,
      warn,
      signal,
      lease,
      openBrowser: open,
      capture: packets.capture,
      tshark: packets.tshark,
      recordedProtocols: recordedProtocols(names),
      expects: request.expects,
      ...(udpCounters && { readUdpCounts: () => readUdpCounters(udpCounters, never) }),
      readServed: () => readConnections(order.serverFolder),
      pauseMs: campaign.pauseMs,
      loadLimitMs: options.loadLimitMs,
      busyLimit: options.busyLimit,
      ...(replay && {
        replay: {
          begin: (turn) => beginTurn(replay, turn, order.serverFolder),
          draws: replay.draws,
          maxMissShare: options.maxMissShare ?? MAX_MISS_SHARE,
        },
      }),
      isSettled: (site) => isSettled(db, campaign, options.untilCi, site),
      onSample: (report) => say({ kind: 'sample', sample: runnerSample(campaign, report) }),
      clock: () => performance.now(),
      wallClock: Date.now,
      killSignal: never,
    })
    say({ kind: 'done' })
    if (signal.aborted) return
  }
}

/** Maps the host of a URL, with its port where it has one. */
function recordedProtocols(names: ReplayNames | null): Map<string, string> {
  const secure = names?.recorded.flatMap((host) => host.secure) ?? []
  return new Map(secure.flatMap(({ host, protocol }) => (protocol === null ? [] : [[host, protocol]])))
}

function runnerSample(
  { id }: CampaignRow,
  report: SampleReport,
): Extract<RunnerReply, { kind: 'sample' }>['sample'] {
  const { site: _site, wallMs: _wallMs, ...sample } = report
  return { campaignId: id, ...sample }
}
