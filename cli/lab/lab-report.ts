import { isMadePage, labPage } from '../../lab/pages/page.ts'
import type { MeasuredArm, MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { type ComparedSeries, compareSeries } from '../../server/comparisons/compared-series.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import { type CablelabsConditions, cablelabsConditions } from '../../stats/lab/cablelabs-conditions.ts'
import {
  type CablelabsCondition,
  type CablelabsTables,
  cablelabsTables,
} from '../../stats/lab/cablelabs-tables.ts'
import { type FactorEffects, factorEffects } from '../../stats/lab/factor-effects.ts'
import { type GainSummary, gainSummary } from '../../stats/lab/gain-summary.ts'
import { type StreamsFit, streamsFit } from '../../stats/lab/streams-fit.ts'
import { median } from '../../stats/median.ts'
import { MIN_TREE_CASES } from '../../stats/tree/decision-tree.ts'
import { type VerdictTree, verdictTree } from '../../stats/tree/verdict-tree.ts'
import { type Agreement, agreement } from './lab-agreement.ts'

/** One arm of one cell, against the baseline; `arm` is null for a cell of which nothing is measured. */
export interface CellResult extends Pick<MeasuredLabCell, 'cell' | 'factors' | 'state' | 'reason'> {
  readonly arm: Arm | null
  readonly valid: number
  readonly invalid: number
  readonly failed: number
  /** Median of the valid samples that have a value; null without one. */
  readonly median: number | null
  /** Is null for the baseline itself, and where one of the two was not measured. */
  readonly compared: ComparedSeries | null
  /** The smallest page time that the link allows. */
  readonly limitMs: number | null
  /** limit / median, of page load times; null for other metrics. */
  readonly efficiency: number | null
}

/** Result of one arm over all cells. */
export interface ArmReport {
  readonly arm: Arm
  /** Is null for the baseline, and without a cell in which it can be compared. The conditions are cells. */
  readonly gains: GainSummary<number> | null
  /** Geometric mean over cells. */
  readonly efficiency: number | null
  readonly effects: FactorEffects | null
  /** Tables 5 to 11, where cells have the factors of CableLabs' conditions. */
  readonly cablelabs: (CablelabsConditions & { readonly tables: CablelabsTables }) | null
  /** Set where the limit of streams was varied on pages of the catalogue. */
  readonly streams: StreamsFit | null
  /** Says when it is faster or slower; null for the baseline, and for a run of so few cells that there is no need. */
  readonly tree: VerdictTree | null
  /** Agreement with the report that it is compared with, by case; empty without one. */
  readonly agreement: readonly Agreement[]
}

export interface LabReport {
  readonly metric: string
  readonly baseline: Arm
  readonly cells: readonly CellResult[]
  readonly arms: readonly ArmReport[]
}

interface LabReportOptions {
  readonly metric: string
  readonly baseline: Arm
  /** Seed of the run: intervals of effects are drawn by it. */
  readonly seed: number
  /** Printed medians to compare with. */
  readonly printed?: readonly CablelabsCondition[]
}

/** The results of a lab run. Pure. */
export function labReport(cells: readonly MeasuredLabCell[], options: LabReportOptions): LabReport {
  const { metric, baseline } = options
  const results = cells.flatMap((cell) => resultsOf(cell, options))
  const arms = [...new Set(cells.flatMap((cell) => cell.arms.map(({ arm }) => arm)))]
  return {
    metric,
    baseline,
    cells: results,
    arms: arms.map((arm) => armReport(arm, cells, results, options)),
  }
}

function resultsOf(cell: MeasuredLabCell, { metric, baseline }: LabReportOptions): CellResult[] {
  const { cell: number, factors, state, reason, wireLimitMs } = cell
  const known = { cell: number, factors, state, reason }
  const base = cell.arms.find(({ arm }) => arm === baseline)
  if (cell.arms.length === 0) {
    const nothing = { arm: null, valid: 0, invalid: 0, failed: 0, median: null, compared: null }
    return [{ ...known, ...nothing, limitMs: null, efficiency: null }]
  }
  return cell.arms.map((measured): CellResult => {
    const { arm, valid, invalid, failed, values } = measured
    const middle = median(values) ?? null
    const limitMs = wireLimitMs?.[arm] ?? null
    const isPageTime = metric === 'plt_ms' && middle !== null && middle > 0
    return {
      ...known,
      arm,
      valid,
      invalid,
      failed,
      median: middle,
      limitMs,
      compared:
        base === undefined || arm === baseline
          ? null
          : compareSeries(base, measured, {
              seed: cell.seed ?? 0,
              sequentialRounds: cell.sequentialRounds,
            }),
      efficiency: limitMs !== null && isPageTime ? limitMs / middle : null,
    }
  })
}

function armReport(
  arm: Arm,
  cells: readonly MeasuredLabCell[],
  results: readonly CellResult[],
  options: LabReportOptions,
): ArmReport {
  const { baseline, seed, printed } = options
  const armResults = results.filter((result) => result.arm === arm)
  const efficiencies = armResults.flatMap(({ efficiency }) => efficiency ?? [])
  const efficiency = geometricMean(efficiencies) ?? null
  if (arm === baseline)
    return {
      arm,
      gains: null,
      efficiency,
      effects: null,
      cablelabs: null,
      streams: null,
      tree: null,
      agreement: [],
    }
  const gains = armResults.flatMap(({ cell, factors, compared }) => {
    const gain = compared?.comparison?.gain ?? null
    return gain === null ? [] : [{ condition: cell, gain, factors }]
  })
  const measured = new Map(cells.map((cell) => [cell.cell, cell]))
  const pairs = gains.map(({ condition, factors }) => ({
    factors,
    pairs: pairsOf(measured.get(condition) as MeasuredLabCell, baseline, arm),
  }))
  const cablelabs = cablelabsConditions(
    cells.map(({ factors, arms }) => ({
      factors,
      baselineMs: medianOf(arms, baseline),
      armMs: medianOf(arms, arm),
    })),
  )
  const tables = cablelabsTables(cablelabs.conditions)
  return {
    arm,
    efficiency,
    gains: gainSummary(gains.map(({ condition, gain }) => ({ condition, gain }))) ?? null,
    effects: factorEffects({ cells: pairs, seed }) ?? null,
    cablelabs: tables === undefined ? null : { ...cablelabs, tables },
    streams: streamsOf(gains),
    tree: treeOf(armResults, seed),
    agreement: printed === undefined ? [] : agreement(cablelabs.conditions, printed),
  }
}

function pairsOf({ arms }: MeasuredLabCell, baseline: Arm, arm: Arm) {
  const roundsOf = (name: Arm) => {
    const { rounds = [], values = [] } = arms.find((one) => one.arm === name) ?? {}
    return Array.from(values, (value, index) => ({ round: rounds[index] as number, value }))
  }
  return pairRounds(roundsOf(baseline), roundsOf(arm)).pairs
}

function medianOf(arms: readonly MeasuredArm[], name: Arm): number | null {
  return median(arms.find(({ arm }) => arm === name)?.values ?? []) ?? null
}

/** A run of fewer cells than a tree needs is read cell by cell. */
function treeOf(results: readonly CellResult[], seed: number): VerdictTree | null {
  if (results.length < MIN_TREE_CASES) return null
  const cells = results.map(({ factors, compared }) => ({
    factors,
    verdict: compared?.comparison?.verdict ?? null,
  }))
  return verdictTree(cells, seed)
}

/** Gains by page and streams, over all other factors by the geometric mean; null where streams never change. */
function streamsOf(
  gains: readonly { readonly gain: number; readonly factors: MeasuredLabCell['factors'] }[],
): StreamsFit | null {
  const points = gains.flatMap(({ gain, factors: { page, streams } }) =>
    typeof page === 'string' && typeof streams === 'number' && isMadePage(page)
      ? [{ page, streams, gain }]
      : [],
  )
  if (new Set(points.map(({ streams }) => streams)).size < 2) return null
  const together = Map.groupBy(points, ({ page, streams }) => `${page} ${streams}`)
  const means = [...together.values()].map((same) => {
    const { page, streams } = same[0] as (typeof points)[number]
    // The seed does not change how many resources a made page has.
    const resources = labPage(page, { seed: 0 }).resources.length
    return { page, resources, streams, gain: geometricMean(same.map(({ gain }) => gain)) as number }
  })
  return streamsFit(means) ?? null
}
