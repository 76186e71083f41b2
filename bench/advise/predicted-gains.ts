import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeGraph } from '../../cli/advise/advice-plan.ts'
import { takeLabRun } from '../../cli/lab/take-lab-run.ts'
import { listCampaigns } from '../../db/campaign/campaigns.ts'
import { readSeries } from '../../db/campaign/series.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listLabRuns } from '../../db/lab/lab-runs.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'
import { planOfFiles } from '../../lab/plan/plan-of-files.ts'
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
  /** Of replays. */
  readonly rounds: number
  /** Of live loads, which take a browser and so most of the time. */
  readonly liveRounds: number
  readonly signal: AbortSignal
}

/** What a replay said beforehand of a site over a link, and what came of it. Null: it was not recorded, or too few loads count. */
export interface PredictedGain {
  readonly page: string
  readonly link: string
  readonly predicted: ArmComparison | null
  /** Of the sandbox's own servers behind the same link, in the browser. */
  readonly live: ArmComparison | null
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
  for (const link of links) live.push(...(await loadedLive(recorded, link, options)))
  return links.flatMap((link, index) =>
    pages.map((page): PredictedGain => {
      const place = recorded.indexOf(page)
      const own = index * recorded.length + place
      const isThere = place !== -1
      const [said, found] = isThere ? [predicted[own] ?? null, live[own] ?? null] : [null, null]
      return { page, link, predicted: said, live: found }
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
  const plan = planOfFiles(loader, files, run)
  const database = join(folder, databaseName('predicted', plan))
  const blocks = Math.max(1, Math.floor(rounds / 5))
  if ((await finishedLabRun(database)) === null)
    await takeLabRun(
      plan,
      {
        ...{ resume: true, blocks, lanes: null, capture: false, loadTimeout: null },
        ...{ busyLimit: 1, database, cache: cacheDir },
      },
      { asked: {}, resultsCommand: 'lab results', signal },
    )
  signal.throwIfAborted()
  const labRunId = await finishedLabRun(database)
  if (labRunId === null) throw new Error(`no finished lab run in ${database}`)
  await using db = await openDatabase({ url: database, readOnly: true })
  return (await measuredLabCells(db, labRunId, DEFAULT_METRIC)).map(({ arms }) => gainOf(arms))
}

/** A graph that is there already is not made again: a run is only resumed with the same. */
async function loadedPath(
  recording: string,
  page: string,
  loader: PredictOptions['loader'],
  folder: string,
): Promise<string> {
  if (loader === 'browser') return recording
  const file = join(resolve(folder), 'graphs', `${page}.json`)
  if (existsSync(file)) return file
  await writeGraph(recording, file)
  return file
}

/** Of the campaign that has come to its end; one that was interrupted is resumed before. */
async function loadedLive(
  pages: readonly string[],
  link: string,
  { folder, cacheDir, liveRounds: rounds, signal }: PredictOptions,
): Promise<(ArmComparison | null)[]> {
  const database = databaseName('live', { pages, link, rounds })
  const url = join(folder, database)
  if ((await finishedCampaign(url)) === null) {
    const options = { arms: `${BASELINE},${ARM}`, link, rounds }
    await probeInto({ path: folder, cacheDir }, database, pages, options, signal)
  }
  const campaignId = await finishedCampaign(url)
  if (campaignId === null) throw new Error(`no finished campaign in ${url}`)
  await using db = await openDatabase({ url, readOnly: true })
  const found: (ArmComparison | null)[] = []
  for (const page of pages) {
    const asked = [campaignId, page]
    const [row] = await db.query(
      'SELECT site FROM campaign_sites WHERE campaign_id = ? AND domain = ?',
      asked,
    )
    const series =
      row === undefined
        ? []
        : await readSeries(db, { campaignId, site: Number(row.site), metric: DEFAULT_METRIC })
    found.push(gainOf(series))
  }
  return found
}

/** Whoever asks for something else in the same folder gets a database of its own. */
function databaseName(what: 'predicted' | 'live', asked: object): string {
  return `${what}-${createHash('sha256').update(canonicalJson(asked)).digest('hex').slice(0, 12)}.sqlite`
}

async function finishedLabRun(url: string): Promise<number | null> {
  if (!existsSync(url)) return null
  await using db = await openDatabase({ url, readOnly: true })
  return (await listLabRuns(db)).find(({ state }) => state === 'finished')?.id ?? null
}

async function finishedCampaign(url: string): Promise<number | null> {
  if (!existsSync(url)) return null
  await using db = await openDatabase({ url, readOnly: true })
  return (await listCampaigns(db)).find(({ state }) => state === 'finished')?.id ?? null
}

function gainOf(series: readonly (RoundSeries & { readonly arm: string })[]): ArmComparison | null {
  const [base, other] = [BASELINE, ARM].map((name) => series.find(({ arm }) => arm === name))
  if (base === undefined || other === undefined) return null
  return compareSeries(base, other, { seed: 1, sequentialRounds: null }).comparison
}
