import { isAboutOne } from '../../model/about-one.ts'
import type { Arm } from '../../model/arm.ts'
import { compareArms, MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { type GainOutcome, gainOutcome } from '../../stats/comparison/gain-outcome.ts'
import { pairRounds, type RoundValue } from '../../stats/comparison/pair-rounds.ts'
import type { Limits } from '../../stats/limits.ts'
import { median } from '../../stats/median.ts'
import { quantile } from '../../stats/quantile.ts'
import { rng } from '../../stats/rng.ts'
import { spearman } from '../../stats/tests/spearman.ts'
import type { CellTimes, PairedCell } from './paired-cells.ts'

const RESAMPLES = 2_000

/**
 * 95 % interval of median(graph) / median(browser) − 1: percentiles of a bootstrap that draws the loads of either side anew.
 * Null where a side has fewer loads than an interval between arms needs.
 * @param seed whole number, 0 to 2^32 − 1
 */
function errorInterval(browser: readonly number[], graph: readonly number[], seed: number): Limits | null {
  if (Math.min(browser.length, graph.length) < MIN_ROUNDS) return null
  const random = rng(seed)
  const drawnMedian = (values: readonly number[]): number =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? 0)) ?? 0
  const errors = Array.from({ length: RESAMPLES }, () => drawnMedian(graph) / drawnMedian(browser) - 1)
  const [low, high] = [quantile(errors, 0.025), quantile(errors, 0.975)]
  return low === undefined || high === undefined ? null : [low, high]
}

/** One page over one link under one arm. */
export interface ComparedTimes {
  readonly page: string
  readonly link: string
  readonly rttMs: number
  readonly arm: Arm
  readonly browserMs: number
  readonly graphMs: number
  /** Valid loads. */
  readonly browserLoads: number
  readonly graphLoads: number
  /** graph / browser − 1. */
  readonly error: number
  /** 95 %; null of fewer than six loads of either. */
  readonly errorInterval: Limits | null
  /** Standard deviation over the mean; null of fewer than two loads. */
  readonly browserVariation: number | null
  readonly graphVariation: number | null
}

/** Of an arm against the baseline. */
export interface ComparedVerdict {
  readonly page: string
  readonly link: string
  readonly rttMs: number
  readonly arm: Arm
  readonly browser: GainOutcome
  readonly graph: GainOutcome
  /**
   * Null where the browser has no verdict: too few rounds, or not decided. Where the browser shows no difference beyond 5 %,
   * a graph whose whole interval lies within 5 % says the same.
   */
  readonly isSame: boolean | null
}

export interface GraphAccuracy {
  readonly times: readonly ComparedTimes[]
  readonly verdicts: readonly ComparedVerdict[]
  /** Null without cells. */
  readonly medianAbsoluteError: number | null
  readonly worstAbsoluteError: number | null
  readonly rho: number | null
  /** Share of the browser's verdicts that the graph shares; null: the browser has none anywhere. */
  readonly sameVerdicts: number | null
  /** Median of the graph's coefficient of variation over the browser's. */
  readonly variationRatio: number | null
}

const BASELINE: Arm = 'h1'

/** How far the page load times of replayed graphs are from those of the browser that the graphs were made of. */
export function graphAccuracy(cells: readonly PairedCell[]): GraphAccuracy {
  const times = cells.flatMap(comparedTimes)
  const verdicts = cells.flatMap(comparedVerdicts)
  const errors = times.map(({ error }) => Math.abs(error))
  const judged = verdicts.flatMap(({ isSame }) => isSame ?? [])
  const ratios = times.flatMap(({ browserVariation, graphVariation }) =>
    browserVariation === null || graphVariation === null || browserVariation === 0
      ? []
      : graphVariation / browserVariation,
  )
  return {
    times,
    verdicts,
    medianAbsoluteError: median(errors) ?? null,
    worstAbsoluteError: errors.length === 0 ? null : Math.max(...errors),
    rho: spearman(times.map(({ browserMs, graphMs }) => ({ x: browserMs, y: graphMs })))?.rho ?? null,
    sameVerdicts: judged.length === 0 ? null : judged.filter(Boolean).length / judged.length,
    variationRatio: median(ratios) ?? null,
  }
}

function comparedTimes({ page, link, rttMs, browser, graph }: PairedCell): ComparedTimes[] {
  return [...browser].flatMap(([arm, loads]): ComparedTimes[] => {
    const [browserValues, graphValues] = [valuesOf(loads), valuesOf(graph.get(arm) ?? [])]
    const [browserMs, graphMs] = [median(browserValues), median(graphValues)]
    if (browserMs === undefined || graphMs === undefined) return []
    return [
      {
        ...{ page, link, rttMs, arm, browserMs, graphMs },
        browserLoads: browserValues.length,
        graphLoads: graphValues.length,
        error: graphMs / browserMs - 1,
        errorInterval: errorInterval(browserValues, graphValues, 1),
        browserVariation: variation(browserValues),
        graphVariation: variation(graphValues),
      },
    ]
  })
}

function comparedVerdicts({ page, link, rttMs, browser, graph }: PairedCell): ComparedVerdict[] {
  return [...browser.keys()].flatMap((arm): ComparedVerdict[] => {
    if (arm === BASELINE) return []
    const [seen, replayed] = [compared(browser, arm), compared(graph, arm)]
    const outcomes = { browser: gainOutcome(seen), graph: gainOutcome(replayed) }
    const hasVerdict = outcomes.browser !== 'not decided' && outcomes.browser !== 'too few rounds'
    const isNear = replayed.gainInterval !== null && isAboutOne(...replayed.gainInterval)
    const isSame = outcomes.browser === outcomes.graph || (outcomes.browser === 'no difference' && isNear)
    return [{ page, link, rttMs, arm, ...outcomes, isSame: hasVerdict ? isSame : null }]
  })
}

function compared(times: CellTimes, arm: Arm): ReturnType<typeof compareArms> {
  const { pairs } = pairRounds(times.get(BASELINE) ?? [], times.get(arm) ?? [])
  return compareArms({ pairs, seed: 1 })
}

const valuesOf = (loads: readonly RoundValue[]): number[] => loads.flatMap(({ value }) => value ?? [])

function variation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return mean === 0 ? null : Math.sqrt(square / (values.length - 1)) / mean
}
