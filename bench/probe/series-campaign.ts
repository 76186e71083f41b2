import { join } from 'node:path'
import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import type { CampaignContext } from '../../crawler/probe/campaign/campaign-context.ts'
import { runCampaign } from '../../crawler/probe/campaign/run-campaign.ts'
import { schedule } from '../../crawler/probe/campaign/schedule.ts'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { runOwner } from '../../crawler/process/run-owner.ts'
import { createCampaign, UNKNOWN_FACTS } from '../../db/campaign/campaigns.ts'
import { metricValues } from '../../db/campaign/sample-metrics.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import type { Arm } from '../../model/arm.ts'
import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds, type RoundPair } from '../../stats/comparison/pair-rounds.ts'
import type { BenchArm } from './contender.ts'
import { writeEnterScript } from './enter-script.ts'

/** One of the two things that a campaign compares. */
export interface ComparedSetting {
  /** What its browser is set to. */
  readonly arm: BenchArm
  readonly sandbox: Sandbox
}

export interface SeriesCampaignOptions {
  readonly baseline: ComparedSetting
  readonly other: ComparedSetting
  readonly domain: string
  readonly rounds: number
  /** A new browser process for each load. */
  readonly cold: boolean
  readonly pauseMs: number
  /** Share of busy cores from which on a load does not count. */
  readonly busyLimit: number
  /** Of the order within rounds and of the bootstrap. */
  readonly seed: number
  readonly chromium: string
  /** An existing, empty folder for the campaign's database. */
  readonly folder: string
  readonly onLoad: () => void
  readonly warn: (line: string) => void
  /** Stops after the load under way; the campaign then rejects with its reason. */
  readonly signal: AbortSignal
}

/** What a campaign said of its two series. */
export interface SeriesCampaign {
  readonly seed: number
  readonly rounds: number
  /** PLT in milliseconds, of the rounds in which both loads count. */
  readonly pairs: readonly RoundPair[]
  readonly comparison: ArmComparison
}

const LEASE_MS = 60_000
const LOAD_LIMIT_MS = 60_000

/**
 * A campaign as `towline probe` runs it (its schedule, browsers, warm-up loads, pauses, verdicts and records), whose two
 * arms are what is to be compared.
 */
export async function runSeriesCampaign(options: SeriesCampaignOptions): Promise<SeriesCampaign> {
  const { rounds, seed, folder, signal } = options
  const labels = armLabels(options)
  const openLabelled = await browserOpener(labels, options)
  await using db = await openDatabase({ url: join(folder, 'campaign.sqlite') })
  const id = await storeCampaign(db, labels, options)
  using owner = runOwner()
  await runCampaign({
    ...campaignSettings(options),
    db,
    lease: { campaignId: id, owner: owner.name, leaseMs: LEASE_MS },
    openBrowser: openLabelled,
  })
  signal.throwIfAborted()
  const points = await metricValues(db, id, 'plt_ms')
  const [first, second] = labels.map((label) => points.filter(({ arm }) => arm === label))
  const { pairs } = pairRounds(first ?? [], second ?? [])
  return { seed, rounds, pairs, comparison: compareArms({ pairs, seed }) }
}

type ArmLabels = readonly [Arm, Arm]

/**
 * A campaign tells its arms apart by name: where both are of one arm, the second goes by the name of the arm that
 * promises no protocol. Each has a browser process of its own either way.
 */
function armLabels({ baseline, other }: SeriesCampaignOptions): ArmLabels {
  return [baseline.arm, baseline.arm === other.arm ? 'h3-altsvc' : other.arm]
}

async function browserOpener(
  labels: ArmLabels,
  { baseline, other, domain, chromium, folder }: SeriesCampaignOptions,
): Promise<(label: Arm) => ReturnType<typeof openBrowser>> {
  const openers = new Map<Arm, () => ReturnType<typeof openBrowser>>()
  for (const [index, { arm, sandbox }] of [baseline, other].entries()) {
    const program = join(folder, `browser-${index}`)
    await writeEnterScript(program, sandbox.command([chromium]))
    openers.set(labels[index] as Arm, () =>
      openBrowser({
        arm,
        origins: { forced: [domain], privateRoot: [domain] },
        executablePath: program,
        caFile: sandbox.caFile,
        keyLog: false,
        // The program enters a namespace of the lab first, which takes this process's rights; the pages are our own.
        sandbox: 'none',
        signal: NEVER,
      }),
    )
  }
  return async (label) => {
    const open = openers.get(label)
    if (open === undefined) throw new Error(`nothing to compare goes by the name of ${label}`)
    return open()
  }
}

const NEVER = new AbortController().signal

async function storeCampaign(
  db: Database,
  labels: ArmLabels,
  { domain, rounds, cold, pauseMs, seed }: SeriesCampaignOptions,
): Promise<number> {
  const { id } = await createCampaign(db, {
    ...UNKNOWN_FACTS,
    surveyId: null,
    device: null,
    connect: null,
    vantage: null,
    sandbox: true,
    options: {},
    toolVersion: 'benchmark',
    arms: labels,
    rounds,
    pauseMs,
    source: 'browser',
    browserKind: cold ? 'cold' : 'warm',
    seed,
    createdAt: new Date().toISOString(),
    // Its origins are known: nothing is to be found out.
    sites: [
      {
        domain,
        url: `https://${domain}/`,
        rank: null,
        forcedOrigins: [],
        arms: { applied: labels, leftOut: {} },
      },
    ],
    schedule: schedule({ sites: [{ site: 0, arms: labels }], arms: labels, rounds, seed }),
  })
  return id
}

/** What is alike in all campaigns of a benchmark: no survey, no capture, no limit on whom to connect to. */
function campaignSettings(
  options: SeriesCampaignOptions,
): Omit<CampaignContext, 'db' | 'lease' | 'openBrowser'> {
  return {
    cold: options.cold,
    connected: false,
    capture: null,
    tshark: null,
    keepPcap: null,
    filmstrip: false,
    pauseMs: options.pauseMs,
    siteGapMs: 0,
    loadLimitMs: LOAD_LIMIT_MS,
    memoryLimitBytes: LOAD_LIMITS.memoryBytes,
    busyLimit: options.busyLimit,
    refused: () => false,
    privateRoot: true,
    surveyContext() {
      throw new Error('nothing is surveyed here')
    },
    isSettled: async () => false,
    onSample: options.onLoad,
    warn: options.warn,
    clock: () => performance.now(),
    wallClock: Date.now,
    signal: options.signal,
    killSignal: NEVER,
  }
}
