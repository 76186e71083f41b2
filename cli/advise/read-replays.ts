import type { ReplayedArmAdvice, ReplayedNetwork, WhatIfAdvice } from '../../advise/advice-document.ts'
import { expectedElsewhere } from '../../advise/expected-elsewhere.ts'
import type { WhatIf } from '../../advise/what-if.ts'
import type { Database } from '../../db/connection/database.ts'
import { conditionText } from '../../lab/link/condition/condition-text.ts'
import { labPages } from '../../lab/pages/page.ts'
import { cellLimits } from '../../lab/plan/cell-limits.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { type MeasuredArm, type MeasuredLabCell, measuredLabCells } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareSeries } from '../../server/comparisons/compared-series.ts'
import { gainOutcome } from '../../stats/comparison/gain-outcome.ts'
import { median } from '../../stats/median.ts'
import type { AdviceRun } from './advise-state.ts'

type WhatIfResult = WhatIfAdvice['results'][number]
type ComparedGain = Pick<WhatIfResult, 'gain' | 'interval' | 'outcome' | 'rounds'> & {
  readonly detectable: number | null
}

/** The cells of a run as they were measured, in the order of its plan. */
export async function readCells(db: Database, labRunId: number): Promise<MeasuredLabCell[]> {
  return await measuredLabCells(db, labRunId, DEFAULT_METRIC)
}

/** Lists what each arm gained over each network, the page as it is. */
export function replayedNetworks(
  run: AdviceRun,
  plan: Plan,
  measured: readonly MeasuredLabCell[],
  baseline: Arm,
): ReplayedNetwork[] {
  return run.cells.flatMap(({ network, whatIf }, index) => {
    const [cell, planned] = [measured[index], plan.cells[index]]
    if (whatIf !== null || cell === undefined || planned === undefined) return []
    const limits = limitsOf(planned, plan.seed)
    const base = armOf(cell, baseline)
    const { rttMs, downMbps, upMbps } = planned.link
    const arms = cell.arms.map((own): ReplayedArmAdvice => {
      const medianMs = medianOf(own)
      const limitMs = limits[own.arm] ?? null
      const { detectable, ...compared } = compare(run, cell, base, own.arm === baseline ? undefined : own)
      return {
        ...{ arm: own.arm, loads: own.valid, leftOut: own.invalid + own.failed, medianMs },
        ...compared,
        smallestDetectablePercent: detectable,
        elsewhere:
          compared.gain === null || compared.interval === null
            ? null
            : expectedElsewhere(compared.gain, compared.interval),
        // A recording holds what comes after the load event, too: then the limit is one of more than was waited for.
        wireLimitMs: limitMs !== null && medianMs !== null && limitMs <= medianMs ? limitMs : null,
      }
    })
    return [{ network, rttMs, downMbps, upMbps, link: conditionText(planned.link), arms }]
  })
}

/** Lists what a what-if gained over each network; none where it is not of the run. */
export function whatIfResults(
  run: AdviceRun,
  measured: readonly MeasuredLabCell[],
  { name }: Pick<WhatIf, 'name'>,
  { before, after }: { readonly before: Arm; readonly after: Arm },
  ownCells: boolean,
): WhatIfResult[] {
  if (!run.whatIfs.includes(name)) return []
  return run.cells.flatMap(({ network, whatIf }, index): WhatIfResult[] => {
    const base = measured[index]
    if (whatIf !== null || base === undefined) return []
    const changed = ownCells
      ? measured[run.cells.findIndex((cell) => cell.whatIf === name && cell.network === network)]
      : base
    const [was, is] = [armOf(base, before), changed === undefined ? undefined : armOf(changed, after)]
    const { detectable: _, ...compared } = compare(run, base, was, is)
    return [{ network, before, after, beforeMs: medianOf(was), afterMs: medianOf(is), ...compared }]
  })
}

/** Whether nothing more can be learnt: all gains and what-ifs are decided. */
export function isAllKnown(networks: readonly ReplayedNetwork[], results: readonly WhatIfResult[]): boolean {
  const outcomes = [
    ...networks.flatMap(({ arms }) => arms.filter(({ gain }) => gain !== null).map(({ outcome }) => outcome)),
    ...results.map(({ outcome }) => outcome),
  ]
  return (
    outcomes.length > 0 &&
    outcomes.every((outcome) => outcome !== 'not decided' && outcome !== 'too few rounds')
  )
}

function compare(
  { rounds, endsEarly }: AdviceRun,
  { seed }: MeasuredLabCell,
  base: MeasuredArm | undefined,
  other: MeasuredArm | undefined,
): ComparedGain {
  const rule = { seed: seed ?? 0, sequentialRounds: endsEarly ? rounds : null }
  const comparison =
    base === undefined || other === undefined ? null : compareSeries(base, other, rule).comparison
  if (comparison === null)
    return { gain: null, interval: null, rounds: 0, outcome: 'too few rounds', detectable: null }
  const { gain, gainInterval, n, couldHaveShownPercent } = comparison
  return {
    gain,
    interval: gainInterval === null ? null : [gainInterval[0], gainInterval[1]],
    rounds: n,
    outcome: gainOutcome(comparison),
    detectable: couldHaveShownPercent,
  }
}

function armOf({ arms }: MeasuredLabCell, arm: Arm): MeasuredArm | undefined {
  return arms.find((each) => each.arm === arm)
}

function medianOf(arm: MeasuredArm | undefined): number | null {
  return median(arm?.values ?? []) ?? null
}

function limitsOf(planned: Plan['cells'][number], seed: number): Partial<Record<Arm, number>> {
  const [page] = labPages(planned.page, { shards: planned.shards, thinkMs: planned.thinkMs, seed })
  return cellLimits(planned, page)
}
