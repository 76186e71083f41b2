import { rng } from '../../stats/rng.ts'
import { type Latencies, latenciesOf } from './latencies.ts'
import { serveProcess } from './serve-process.ts'

export interface LoadOptions {
  /** Filled, see `fill`. */
  readonly database: string
  readonly surveyId: number
  readonly campaignId: number
  /** Domains of the campaign in their order; the first has the most samples. */
  readonly domains: readonly string[]
  readonly seed: number
  readonly clock: () => number
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

export interface LoadResult {
  readonly cases: readonly {
    readonly name: string
    readonly latencies: Latencies
    readonly limitMs: number | null
  }[]
  /** Requests sent at once, and those of them that were not answered. */
  readonly atOnce: number
  readonly lost: number
  readonly peakMiB: number | null
}

/** What the server must keep to (p95, milliseconds; MiB). */
export const LOAD_TARGETS = { coldMs: 1_500, warmMs: 100, peakMiB: 286 } as const

const COLD_RUNS = 5
const WARM_RUNS = 100
const PAGES = 50
const AT_ONCE = 200

/** Asks a real server in a process of its own, one request after the other, then many at once. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { database, surveyId, campaignId, domains, clock, signal, say } = options
  const big = `/campaigns/${campaignId}/sites/0`
  const timed = async (url: string): Promise<number> => {
    const startMs = clock()
    const response = await fetch(url, { signal })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${new URL(url).pathname} was answered ${response.status}`)
    return clock() - startMs
  }

  const cold: number[] = []
  for (let run = 0; run < COLD_RUNS; run += 1) {
    await using server = await serveProcess(database)
    cold.push(await timed(`${server.url}/api/v1${big}/cdf?metric=plt_ms`))
  }
  say(`cold: ${COLD_RUNS} processes`)

  await using server = await serveProcess(database)
  const each = async (times: number, paths: (index: number) => readonly string[]): Promise<Latencies> => {
    const all: number[] = []
    for (let index = 0; index < times; index += 1)
      for (const path of paths(index)) all.push(await timed(`${server.url}/api/v1${path}`))
    return latenciesOf(all)
  }
  // Once before, as a server that has been running has answered before.
  await each(1, () => [...overview(surveyId), `${big}/cdf?metric=plt_ms`])
  const warm = await each(WARM_RUNS, () => [`${big}/cdf?metric=plt_ms`])
  say(`warm: ${WARM_RUNS} requests`)
  const overviews = await each(PAGES, () => overview(surveyId))
  say(`overview: ${PAGES} pages`)
  const random = rng(options.seed)
  const anySite = (): number => Math.floor(random() * domains.length)
  const sites = await each(PAGES, () => {
    const site = anySite()
    return sitePage(campaignId, site, domains[site] ?? '')
  })
  const biggest = await each(PAGES, () => sitePage(campaignId, 0, domains[0] ?? ''))
  say(`site pages: ${2 * PAGES}`)
  const answers = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      timed(`${server.url}/api/v1/campaigns/${campaignId}/sites/${anySite()}/cdf?metric=plt_ms`),
    ),
  )
  const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const { coldMs, warmMs } = LOAD_TARGETS
  return {
    cases: [
      { name: 'CDF of the largest site, new process', latencies: latenciesOf(cold), limitMs: coldMs },
      { name: 'CDF of the largest site, again', latencies: warm, limitMs: warmMs },
      { name: 'requests of the overview', latencies: overviews, limitMs: warmMs },
      { name: 'requests of site pages', latencies: sites, limitMs: warmMs },
      { name: 'requests of the largest site’s page', latencies: biggest, limitMs: warmMs },
      { name: `${AT_ONCE} CDFs at once`, latencies: latenciesOf(answered), limitMs: null },
    ],
    atOnce: AT_ONCE,
    lost: AT_ONCE - answered.length,
    peakMiB: server.peakMiB(),
  }
}

function overview(surveyId: number): string[] {
  return [
    '/meta',
    '/adoption/trend',
    `/surveys/${surveyId}/adoption`,
    '/ranking?metric=plt_ms&arm=h3',
    '/sites?pageSize=50&sort=rank',
  ]
}

function sitePage(campaignId: number, site: number, domain: string): string[] {
  const path = `/campaigns/${campaignId}/sites/${site}`
  return [
    `/sites/${domain}`,
    `${path}/cdf?metric=plt_ms`,
    `${path}/comparisons?metric=plt_ms`,
    `${path}/phases`,
    `${path}/waterfalls`,
    `${path}/protocols`,
    `${path}/series?metric=plt_ms`,
    `${path}/samples?pageSize=50&metrics=plt_ms`,
  ]
}

export function loadReport({ cases, atOnce, lost, peakMiB }: LoadResult): string {
  const lines = cases.map(({ name, latencies: { n, p50Ms, p95Ms, p99Ms }, limitMs }) => {
    const limit = limitMs === null ? '' : `  ${p95Ms < limitMs ? 'kept' : 'MISSED'}: p95 < ${limitMs} ms`
    const times = [p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(1).padStart(8)).join('')
    return `${name.padEnd(40)}${String(n).padStart(5)}${times}${limit}`
  })
  const memory = peakMiB === null ? 'unknown' : `${peakMiB.toFixed(0)} MiB (limit ${LOAD_TARGETS.peakMiB})`
  return [
    `${''.padEnd(40)}${'n'.padStart(5)}${['p50 ms', 'p95 ms', 'p99 ms'].map((text) => text.padStart(8)).join('')}`,
    ...lines,
    `lost of ${atOnce} at once: ${lost}; largest memory of the server: ${memory}`,
  ].join('\n')
}
