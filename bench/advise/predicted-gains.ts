import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { graphJson } from '../../cli/graph/graph-json.ts'
import { takeLabRun } from '../../cli/lab/take-lab-run.ts'
import { VERSION } from '../../cli/options/version.ts'
import { readSeries } from '../../db/campaign/series.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listLabRuns } from '../../db/lab/lab-runs.ts'
import { graphFromFile } from '../../lab/graph/graph-from.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'
import { graphPlan } from '../../lab/plan/graph-plan.ts'
import { replayPlan } from '../../lab/plan/replay-plan.ts'
import { measuredLabCells } from '../../lab/run/measured-cells.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareSeries, type RoundSeries } from '../../server/comparisons/compared-series.ts'
import type { ArmComparison } from '../../stats/comparison/compare-arms.ts'
import { probeInto } from '../replay/accuracy-steps.ts'
import { recordPlanted } from './record-planted.ts'

/** The gain that an advice names: of HTTP/3 over HTTP/2. */
const [BASELINE, ARM] = ['h2', 'h3'] as const

export interface PredictOptions {
  readonly folder: string
  readonly cacheDir: string
  /** Hosts of the sandbox that speak HTTP/3. */
  readonly pages: readonly string[]
  /** As `--link` takes them. */
  readonly links: readonly string[]
  readonly loader: 'graph' | 'browser'
  /** Of replays, and of live loads. */
  readonly rounds: number
  readonly signal: AbortSignal
}

/** What a replay said beforehand of a site over a link, and what came of it. */
export interface PredictedGain {
  readonly page: string
  readonly link: string
  readonly predicted: number | null
  readonly interval: readonly [number, number] | null
  /** Of the sandbox's own servers behind the same link, in the browser. */
  readonly live: number | null
  readonly liveInterval: readonly [number, number] | null
  readonly rounds: number
  readonly liveRounds: number
  /** Null: there is no interval or no live gain. */
  readonly isHeld: boolean | null
}

/**
 * Records each page without a link, replays it over each link, then loads it live behind the same. What is recorded and loaded
 * already is not again.
 */
export async function predictedGains(options: PredictOptions): Promise<PredictedGain[]> {
  const { folder, pages, links } = options
  const recordings = join(resolve(folder), 'recordings')
  const urls = Object.fromEntries(pages.map((page) => [page, `https://${page}/`]))
  const codes = await recordPlanted(urls, { ...options, folder: recordings, loads: 5 })
  const recorded = pages.filter((page) => codes.get(page) === 0)
  const predicted = await replayed(recorded, recordings, options)
  const live: (ArmComparison | null)[] = []
  for (const [index, link] of links.entries())
    live.push(...(await loadedLive(recorded, link, `live-${index}.sqlite`, options)))
  return links.flatMap((link, index) =>
    recorded.map((page, place): PredictedGain => {
      const own = index * recorded.length + place
      const [said, found] = [predicted[own] ?? null, live[own] ?? null]
      const [interval, gain] = [said?.gainInterval ?? null, found?.gain ?? null]
      return {
        ...{ page, link, predicted: said?.gain ?? null, interval, live: gain },
        liveInterval: found?.gainInterval ?? null,
        ...{ rounds: said?.n ?? 0, liveRounds: found?.n ?? 0 },
        isHeld: interval === null || gain === null ? null : gain >= interval[0] && gain <= interval[1],
      }
    }),
  )
}

/** Link by link, page by page. */
async function replayed(
  pages: readonly string[],
  recordings: string,
  { folder, cacheDir, links, loader, rounds, signal }: PredictOptions,
): Promise<(ArmComparison | null)[]> {
  const paths: string[] = []
  for (const page of pages) paths.push(await loadedPath(join(recordings, page), page, loader, folder))
  const files = links.flatMap((link) => paths.map((path) => ({ path, links: [parseLink(link)] })))
  const run = { arms: [BASELINE, ARM], rounds, pauseMs: 200, seed: 1 }
  const plan =
    loader === 'graph'
      ? graphPlan({ graphs: files, ...run })
      : replayPlan({ recordings: files.map(({ path, ...rest }) => ({ folder: path, ...rest })), ...run })
  const database = join(folder, `predicted-${loader}.sqlite`)
  await takeLabRun(
    plan,
    {
      ...{ resume: true, blocks: Math.max(1, Math.floor(rounds / 5)), lanes: null, capture: false },
      ...{ loadTimeout: null, busyLimit: 1, database, cache: cacheDir },
    },
    { asked: {}, resultsCommand: 'lab results', signal },
  )
  await using db = await openDatabase({ url: database, readOnly: true })
  const newest = Math.max(...(await listLabRuns(db)).map(({ id }) => id))
  return (await measuredLabCells(db, newest, DEFAULT_METRIC)).map(({ arms }) => gainOf(arms))
}

async function loadedPath(
  recording: string,
  page: string,
  loader: PredictOptions['loader'],
  folder: string,
): Promise<string> {
  if (loader === 'browser') return recording
  const file = join(resolve(folder), 'graphs', `${page}.json`)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, graphJson(await graphFromFile(recording, VERSION)))
  return file
}

async function loadedLive(
  pages: readonly string[],
  link: string,
  database: string,
  { folder, cacheDir, rounds, signal }: PredictOptions,
): Promise<(ArmComparison | null)[]> {
  const options = { arms: `${BASELINE},${ARM}`, link, rounds }
  await probeInto({ path: folder, cacheDir }, database, pages, options, signal)
  await using db = await openDatabase({ url: join(folder, database), readOnly: true })
  const found: (ArmComparison | null)[] = []
  for (const page of pages) {
    const [row] = await db.query('SELECT campaign_id, site FROM campaign_sites WHERE domain = ?', [page])
    const { campaign_id: campaignId = 0, site = 0 } = row ?? {}
    const wanted = { campaignId: Number(campaignId), site: Number(site), metric: DEFAULT_METRIC }
    found.push(gainOf(await readSeries(db, wanted)))
  }
  return found
}

function gainOf(series: readonly (RoundSeries & { readonly arm: string })[]): ArmComparison | null {
  const [base, other] = [BASELINE, ARM].map((name) => series.find(({ arm }) => arm === name))
  if (base === undefined || other === undefined) return null
  return compareSeries(base, other, { seed: 1, sequentialRounds: null }).comparison
}
