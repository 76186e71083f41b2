import type { Limits } from '../../stats/limits.ts'
import type { GraphAccuracy } from './graph-accuracy.ts'
import type { PairedCells } from './paired-cells.ts'

/** What is demanded of replayed graphs. */
const MEDIAN_ERROR = 0.1
const WORST_ERROR = 0.25
const RHO = 0.95
const SAME_VERDICTS = 0.95
const VARIATION_RATIO = 0.5
const RATE_RATIO = 10

/** A line for each page, link and arm, and what is demanded with what was found. */
export function accuracyLines(accuracy: GraphAccuracy): string[] {
  const { times, verdicts, medianAbsoluteError, worstAbsoluteError, rho, sameVerdicts, variationRatio } =
    accuracy
  const width = Math.max(4, ...times.map(({ page }) => page.length))
  const linkWidth = Math.max(4, ...times.map(({ link }) => link.length))
  return [
    `${'page'.padEnd(width)}  ${'link'.padEnd(linkWidth)}  RTT ms  arm  browser ms   n  graph ms   n   error  95 % interval`,
    ...times.map(
      ({ page, link, rttMs, arm, browserMs, browserLoads, graphMs, graphLoads, error, errorInterval }) =>
        [
          page.padEnd(width),
          link.padEnd(linkWidth),
          String(rttMs).padStart(6),
          arm.padEnd(3),
          browserMs.toFixed(1).padStart(10),
          String(browserLoads).padStart(2),
          graphMs.toFixed(1).padStart(8),
          String(graphLoads).padStart(2),
          percent(error).padStart(7),
          errorInterval?.map(percent).join(' to ') ?? 'unknown',
        ].join('  '),
    ),
    '',
    demand(`median absolute error, n = ${times.length}`, medianAbsoluteError, MEDIAN_ERROR, 'most'),
    demand('worst absolute error', worstAbsoluteError, WORST_ERROR, 'most'),
    `errors whose whole interval is beyond ${percent(WORST_ERROR)}: ${beyond(times, WORST_ERROR)}`,
    ...verdictLines(verdicts),
    demand(
      `same verdict where the browser has one, n = ${verdicts.filter(({ isSame }) => isSame !== null).length}`,
      sameVerdicts,
      SAME_VERDICTS,
      'least',
    ),
    demand('variation of loads beside the browser’s', variationRatio, VARIATION_RATIO, 'most'),
    `Spearman’s rho: ${rho === null ? 'unknown' : rho.toFixed(3)} (demanded: at least ${RHO})`,
  ]
}

/** Samples a minute, and how many times the browser's. */
export function rateLine({
  browser,
  graph,
}: {
  readonly browser: number | null
  readonly graph: number | null
}): string {
  const [ofBrowser, ofGraph] = [browser, graph].map((rate) => rate?.toFixed(1) ?? 'unknown')
  const times = browser === null || graph === null ? 'unknown' : (graph / browser).toFixed(1)
  return `valid samples a minute: browser ${ofBrowser}, graphs ${ofGraph}, ratio ${times} (demanded: at least ${RATE_RATIO})`
}

/** How many cells of the browser's run could be compared, and which could not. */
export function pairedLines({ cells, unpaired }: PairedCells): string[] {
  return [
    `${cells.length} of ${cells.length + unpaired.length} cells have a counterpart`,
    ...unpaired.map((cell) => `without: ${cell}`),
  ]
}

/** What graphs show, by what the browser shows. */
function verdictLines(verdicts: GraphAccuracy['verdicts']): string[] {
  return [...Map.groupBy(verdicts, ({ browser }) => browser)].map(([browser, ofBrowser]) => {
    const counts = [...Map.groupBy(ofBrowser, ({ graph }) => graph)].map(
      ([graph, { length }]) => `${length} ${graph}`,
    )
    const same = ofBrowser.filter(({ isSame }) => isSame).length
    const shared = ofBrowser[0]?.isSame === null ? 'no verdict' : `same ${same}`
    return `browser ${browser}, n = ${ofBrowser.length}: ${shared}; graphs ${counts.join(', ')}`
  })
}

function beyond(times: GraphAccuracy['times'], limit: number): number {
  const isBeyond = ([low, high]: Limits): boolean => low > limit || high < -limit
  return times.filter(({ errorInterval }) => errorInterval !== null && isBeyond(errorInterval)).length
}

const percent = (fraction: number): string => `${(100 * fraction).toFixed(1)} %`

function demand(what: string, value: number | null, limit: number, bound: 'most' | 'least'): string {
  return `${what}: ${value === null ? 'unknown' : percent(value)} (demanded: at ${bound} ${percent(limit)})`
}
