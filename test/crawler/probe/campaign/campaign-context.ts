import { test } from 'node:test'
import type { CampaignContext, SampleReport } from '../../../../crawler/probe/campaign/campaign-context.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { BrowserSandbox } from '../../../../crawler/process/browser-sandbox.ts'
import { createCampaign, type NewCampaign } from '../../../../db/campaign/campaigns.ts'
import { readSamples, type SampleRow } from '../../../../db/campaign/samples.ts'
import type { Database } from '../../../../db/connection/database.ts'
import { ARMS, type Arm } from '../../../../model/arm.ts'
import { newCampaign, newSite } from '../../../db/campaign/probing.ts'
import { temporarySqlite } from '../../../db/databases.ts'
import { surveyContext } from '../../../servers/survey-context.ts'
import { load } from '../load/load-sample.ts'

/** What a load of this page comes to, the n-th of all (from 1). */
export type Answer = (request: LoadRequest, arm: Arm, n: number) => Partial<Load> | Promise<Partial<Load>>

/** A campaign's run whose browsers answer as a test says: for what no real browser does on demand. */
export interface ScriptedRun {
  readonly context: CampaignContext
  readonly reports: SampleReport[]
  /** `arm url` of each load, in order. */
  readonly loads: string[]
  /** Browsers that were opened. */
  readonly opened: () => number
}

/** A campaign without its HTTP/3, and pauses of nothing. */
export async function scriptedCampaign(db: Database, changes: Partial<NewCampaign> = {}): Promise<number> {
  return (await createCampaign(db, newCampaign({ pauseMs: 0, ...changes }))).id
}

export function scriptedRun(
  db: Database,
  campaignId: number,
  answer: Answer = () => ({}),
  changes: Partial<CampaignContext> & {
    readonly version?: string
    /** Of the n-th browser that is opened, from 1. */
    readonly sandbox?: (n: number) => BrowserSandbox | null
  } = {},
): ScriptedRun {
  const { version = 'Chromium 1', sandbox = () => null, ...rest } = changes
  const [reports, loads]: [SampleReport[], string[]] = [[], []]
  let opened = 0
  const openBrowser = async (arm: Arm): Promise<ProbeBrowser> => {
    opened += 1
    const browser = {
      ...{
        arm,
        version,
        userAgent: 'test',
        switches: [],
        keyLogFile: null,
        processGroup: null,
        sandbox: sandbox(opened),
      },
      loads: 0,
      isAlive: true,
      async load(request: LoadRequest): Promise<Load> {
        browser.loads += 1
        loads.push(`${arm} ${request.url}`)
        const come = load({
          url: request.url,
          protocol: ARMS[arm].protocol,
          ...(await answer(request, arm, loads.length)),
        })
        if (come.failure?.code === 'browser_died') browser.isAlive = false
        return come
      },
      async prepare() {},
      async [Symbol.asyncDispose]() {
        browser.isAlive = false
      },
    }
    return browser
  }
  const never = new AbortController().signal
  return {
    reports,
    loads,
    opened: () => opened,
    context: {
      db,
      lease: { campaignId, owner: `run ${Math.random()}`, leaseMs: 60_000 },
      openBrowser,
      cold: false,
      connected: false,
      capture: null,
      tshark: null,
      keepPcap: null,
      pauseMs: 0,
      siteGapMs: 0,
      loadLimitMs: 1_000,
      memoryLimitBytes: 1_000_000_000,
      filmstrip: false,
      busyLimit: 1,
      refused: () => false,
      privateRoot: false,
      surveyContext,
      isSettled: async () => false,
      onSample: (report) => void reports.push(report),
      warn: () => {},
      clock: () => performance.now(),
      wallClock: Date.now,
      signal: never,
      killSignal: never,
      ...rest,
    },
  }
}

/** Runs a test with a database of its own. */
export function onDatabase(title: string, run: (db: Database) => Promise<void>): void {
  test(title, async () => {
    await using file = await temporarySqlite()
    await using db = await file.open()
    await run(db)
  })
}

export const samples = (db: Database, id: number): Promise<SampleRow[]> =>
  Array.fromAsync(readSamples(db, id))

/** Leaves out the loads that warm a browser up; the rest is in the order of the schedule. */
export const scheduled = async (db: Database, id: number): Promise<SampleRow[]> =>
  (await samples(db, id)).filter(({ role }) => role === 'sample')

/** Three rounds of one site under one arm. */
export const one = {
  sites: [newSite('a.test', { arms: { applied: ['h2'], leftOut: {} } })],
  rounds: 3,
}

export const died = { failure: { code: 'browser_died', detail: null } } as const
