import { type GainOutcome, gainOutcome } from '../../stats/comparison/gain-outcome.ts'
import { gainSummary } from '../../stats/lab/gain-summary.ts'
import { meanGain } from '../../stats/lab/mean-gain.ts'
import { medianEstimate } from '../../stats/median-estimate.ts'
import type { Compared } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import { ARM_NAMES, type Arm, DEFAULT_METRIC, type LabReplay, type ReplayRow } from '../contract/contract.ts'
import type { MeasuredCell } from '../lab/lab-gains.ts'
import { gainSentence } from './gain-sentence.ts'
import { armAgainstLive } from './page-fidelities.ts'
import { pageFidelity } from './page-fidelity.ts'
import type { ReplayedArm, ReplayedCell, ReplayedRun } from './replayed-cells.ts'

/** An arm of a cell against the baseline; undefined where one of them has no load. */
export type ComparisonOf = (cell: MeasuredCell, arm: Arm) => Compared | undefined

/** The arm that others are compared with: the one that is wanted, where it has loads; else h1, else the first. */
export function replayBaseline({ cells }: ReplayedRun, wanted: Arm | null): Arm {
  const arms = ARM_NAMES.filter((name) => cells.some((cell) => cell.arms.some(({ arm }) => arm === name)))
  return [wanted, 'h1' as const].find((name) => name !== null && arms.includes(name)) ?? arms[0] ?? 'h1'
}

/** Gains page by page, and how faithful the replay of recorded pages was. Pure. */
export function replayReport(run: ReplayedRun, baseline: Arm, comparisonOf: ComparisonOf): LabReplay {
  const rows = run.cells.flatMap((replayed) => {
    const own = replayed.arms.map((measured) =>
      rowOf(replayed, measured, comparisonOf(replayed.cell, measured.arm)),
    )
    const page = replayed.recording === null ? null : pageFidelity(own, replayed.recording)
    return own.map((row): ReplayRow => ({ ...row, page }))
  })
  const arms = ARM_NAMES.filter((name) => rows.some(({ arm }) => arm === name))
  return {
    labRunId: run.labRunId,
    metric: DEFAULT_METRIC,
    baseline,
    recordings: [...run.recordings],
    unmeasured: run.unmeasured,
    arms: arms.filter((arm) => arm !== baseline).map((arm) => summaryOf(arm, rows, baseline)),
    rows: arms.flatMap((arm) => rows.filter((row) => row.arm === arm).toSorted(largestGainFirst)),
  }
}

function rowOf(
  replayed: ReplayedCell,
  { arm, pltMs, valid, leftOut, missedLoads, fidelity }: ReplayedArm,
  compared: Compared | undefined,
): Omit<ReplayRow, 'page'> {
  const { cell, recording } = replayed
  const result = compared === 'pending' || compared === undefined ? null : compared
  const comparison = result?.comparison ?? null
  const estimate = medianEstimate(pltMs)
  return {
    cell: cell.cell,
    factors: { ...cell.factors },
    pageUrl: recording?.pageUrl ?? null,
    campaignId: cell.campaignId,
    site: cell.site,
    arm,
    pending: compared === 'pending',
    ...{ valid, leftOut, missedLoads },
    medianMs: estimate?.value ?? null,
    medianInterval: toInterval(estimate?.interval),
    n: result?.n ?? 0,
    gain: comparison?.gain ?? null,
    gainInterval: toInterval(comparison?.gainInterval),
    verdict: comparison === null || comparison.n === 0 ? null : comparison.verdict,
    detectablePercent: comparison?.couldHaveShownPercent ?? null,
    fidelity,
    live: armAgainstLive(replayed, { arm, pltMs }),
  }
}

function largestGainFirst(a: ReplayRow, b: ReplayRow): number {
  return (b.gain ?? Number.NEGATIVE_INFINITY) - (a.gain ?? Number.NEGATIVE_INFINITY) || a.cell - b.cell
}

/** Returns null where nothing was compared. */
function outcomeOf({ verdict, gainInterval }: ReplayRow): GainOutcome | null {
  if (verdict === null) return null
  const limits = gainInterval === null ? null : ([gainInterval.low, gainInterval.high] as const)
  return gainOutcome({ verdict, gainInterval: limits })
}

function summaryOf(arm: Arm, rows: readonly ReplayRow[], baseline: Arm): LabReplay['arms'][number] {
  const ofArm = rows.filter((row) => row.arm === arm)
  const known = ofArm.flatMap((row) => (row.gain === null ? [] : [{ ...row, gain: row.gain }]))
  const mean = meanGain(
    known.map(({ gain, gainInterval: limits }) => ({
      gain,
      interval: limits === null ? null : [limits.low, limits.high],
    })),
  )
  const ends = gainSummary(known.map(({ cell, gain }) => ({ condition: cell, gain })))
  const outcomes = ofArm.map(outcomeOf)
  const count = (wanted: GainOutcome) => outcomes.filter((each) => each === wanted).length
  const summary = {
    arm,
    conditions: known.length,
    pending: ofArm.filter(({ pending }) => pending).length,
    rounds: known.reduce((sum, { n }) => sum + n, 0),
    meanGain: mean?.value ?? null,
    meanGainInterval: toInterval(mean?.interval),
    meanReductionPercent: meanOf(known.map(({ gain }) => 100 * (1 - 1 / gain))),
    best: ends === undefined ? null : { cell: ends.best.condition, gain: ends.best.gain },
    worst: ends === undefined ? null : { cell: ends.worst.condition, gain: ends.worst.gain },
    faster: count('faster'),
    slower: count('slower'),
    noDifference: count('no difference'),
    notDecided: count('not decided'),
    tooFewRounds: count('too few rounds'),
    notFaithful: known.filter(({ page }) => page?.verdict === 'not faithful').length,
    notJudged: known.filter(({ page }) => page !== null && page.verdict === null).length,
  }
  // Pages over one link are pages.
  const isByPage =
    new Set(rows.map(({ factors }) => factors.page)).size === new Set(rows.map(({ cell }) => cell)).size
  return { ...summary, sentence: gainSentence(summary, baseline, isByPage ? 'page' : 'condition') }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
