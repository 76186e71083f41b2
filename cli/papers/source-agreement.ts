import { ARM_NAMES } from '../../model/arm.ts'
import { type CellFactors, comparableCells, type MeasuredCell } from '../../papers/decide/measured-cell.ts'
import { type ComparisonVerdict, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { median } from '../../stats/median.ts'
import type { KeptRun } from './kept-run.ts'

/** Says how near loads without a browser come to those of one, in the cells of a plan that were taken by both. */
export interface SourceAgreement {
  readonly plan: string
  /** Day of the browser's last load. */
  readonly browserDay: string
  readonly cells: number
  /** Cells and arms. */
  readonly n: number
  /** |median of graphs / median of browser − 1| of page load times. */
  readonly medianError: number
  readonly worstError: number
  /** Counts, where both have a verdict against HTTP/1.1, those with the same one, of so many. */
  readonly sameVerdicts: number
  readonly verdicts: number
}

/** One for each plan that was kept of both. */
export function sourceAgreements(runs: readonly KeptRun[]): SourceAgreement[] {
  const byPlan = Map.groupBy(runs, ({ facts }) => facts.plan)
  return [...byPlan].flatMap(([plan, own]) => {
    const cellsOf = (source: string) =>
      comparableCells(own.find(({ facts }) => facts.source === source)?.cells ?? [])
    const browser = new Map(cellsOf('browser').map((cell) => [keyOf(cell.factors), cell]))
    const both = cellsOf('graph').flatMap((graph) => {
      const same = browser.get(keyOf(graph.factors))
      return same === undefined ? [] : [[graph, same] as const]
    })
    const errors = both.flatMap(([graph, same]) => errorsOf(graph, same))
    const middle = median(errors)
    if (middle === undefined) return []
    const verdicts = both.flatMap(([graph, same]) => verdictPairs(graph, same))
    return [
      {
        browserDay:
          own.find(({ facts }) => facts.source === 'browser')?.facts.lastLoadAt?.slice(0, 10) ?? 'unknown',
        ...{ plan, cells: both.length, n: errors.length, medianError: middle },
        worstError: Math.max(...errors),
        sameVerdicts: verdicts.filter(([a, b]) => a === b).length,
        verdicts: verdicts.length,
      },
    ]
  })
}

const keyOf = (factors: CellFactors): string =>
  JSON.stringify(Object.entries(factors).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function errorsOf(graph: MeasuredCell, browser: MeasuredCell): number[] {
  return ARM_NAMES.flatMap((arm) => {
    const [a, b] = [graph, browser].map((cell) =>
      median(cell.valuesOf(arm, 'plt_ms').flatMap(({ value }) => value ?? [])),
    )
    return a === undefined || b === undefined || b === 0 ? [] : [Math.abs(a / b - 1)]
  })
}

function verdictPairs(
  graph: MeasuredCell,
  browser: MeasuredCell,
): (readonly [ComparisonVerdict, ComparisonVerdict])[] {
  return (['h2', 'h3'] as const).flatMap((arm) => {
    const [a, b] = [graph, browser].map((cell) => {
      const { pairs } = pairRounds(cell.valuesOf('h1', 'plt_ms'), cell.valuesOf(arm, 'plt_ms'))
      return compareArms({ pairs, seed: 0 }).verdict
    }) as [ComparisonVerdict, ComparisonVerdict]
    const isVerdict = (one: ComparisonVerdict): boolean => one === 'faster' || one === 'slower'
    return isVerdict(a) && isVerdict(b) ? [[a, b] as const] : []
  })
}
