import { join } from 'node:path'
import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import { runCampaign } from '../../crawler/probe/campaign/run-campaign.ts'
import { schedule } from '../../crawler/probe/campaign/schedule.ts'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { runOwner } from '../../crawler/process/run-owner.ts'
import { createCampaign, UNKNOWN_FACTS } from '../../db/campaign/campaigns.ts'
import { metricValues } from '../../db/campaign/sample-metrics.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import type { Arm } from '../../model/arm.ts'
import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds, type RoundPair } from '../../stats/comparison/pair-rounds.ts'
import type { BenchArm } from './contender.ts'
import { writeEnterScript } from './enter-script.ts'

/** One of the two things that a campaign compares. */
export interface Series {
  /** What its browser is set to. */
  readonly arm: BenchArm
  /** Where its browser runs. */
  readonly sandbox: Sandbox
}

export interface SeriesCampaignOptions {
  readonly baseline: Series
  readonly other: Series
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
 * arms are what is to be compared. A campaign tells its arms apart by name: where both series are of one arm, the second
 * goes by the name of the arm that promises no protocol. Each has a browser process of its own either way.
 */
export async function runSeriesCampaign(options: SeriesCampaignOptions): Promise<SeriesCampaign> {
  const { baseline, other, domain, rounds, cold, pauseMs, busyLimit, seed, folder, signal } = options
  const labels: readonly [Arm, Arm] = [baseline.arm, baseline.arm === other.arm ? 'h3-altsvc' : other.arm]
  const programs = new Map<Arm, { readonly series: Series; readonly program: string }>()
  for (const [index, series] of [baseline, other].entries()) {
    const program = join(folder, `browser-${index}`)
    await writeEnterScript(program, series.sandbox.command([options.chromium]))
    programs.set(labels[index] as Arm, { series, program })
  }
  await using db = await openDatabase({ url: join(folder, 'campaign.sqlite') })
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
  using owner = runOwner()
  const never = new AbortController().signal
  await runCampaign({
    db,
    lease: { campaignId: id, owner: owner.name, leaseMs: LEASE_MS },
    async openBrowser(label) {
      const found = programs.get(label)
      if (found === undefined) throw new Error(`no series goes by the name of ${label}`)
      return openBrowser({
        arm: found.series.arm,
        origins: { forced: [domain], privateRoot: [domain] },
        executablePath: found.program,
        caFile: found.series.sandbox.caFile,
        keyLog: false,
        // The program enters a namespace of the lab first, which takes this process's rights; the pages are our own.
        sandbox: 'none',
        signal: never,
      })
    },
    cold,
    connected: false,
    capture: null,
    tshark: null,
    keepPcap: null,
    pauseMs,
    siteGapMs: 0,
    loadLimitMs: LOAD_LIMIT_MS,
    memoryLimitBytes: LOAD_LIMITS.memoryBytes,
    busyLimit,
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
    signal,
    killSignal: never,
  })
  signal.throwIfAborted()
  const points = await metricValues(db, id, 'plt_ms')
  const [first, second] = labels.map((label) => points.filter(({ arm }) => arm === label))
  const { pairs } = pairRounds(first ?? [], second ?? [])
  return { seed, rounds, pairs, comparison: compareArms({ pairs, seed }) }
}
