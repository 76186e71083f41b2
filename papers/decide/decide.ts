import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import type { StatementVerdict } from '../../model/statement-verdict.ts'
import type { CellValue, Clause, Rule } from '../rule.ts'
import { besideOthers, type CellFigure, cellFigures, contrasts, isAt } from './cell-figures.ts'
import { comparableCells, type MeasuredCell } from './measured-cell.ts'
import { summarise } from './summarise.ts'
import { type Decided, type Estimate, enoughOf, verdictOf, verdictOfClauses } from './verdict.ts'

interface ClauseResult {
  readonly clause: Clause
  /** The level that it is of, where a clause has a figure for each. */
  readonly level: string | null
  readonly estimate: Estimate
  readonly verdict: Decided
  /** Cells, of a contrast pairs of them. */
  readonly cells: number
  /** Rounds of all these cells. */
  readonly rounds: number
}

export interface StatementResult {
  readonly verdict: StatementVerdict
  /** Clauses that were measured. */
  readonly clauses: readonly ClauseResult[]
  /** Clause whose verdict is the statement's; null where nothing was measured. */
  readonly deciding: ClauseResult | null
}

const NOT_MEASURED: StatementResult = { verdict: 'not measured', clauses: [], deciding: null }

/** Measurements of a plan: values of cells, each kind computed once however many statements it decides. */
export interface MeasuredPlan {
  figures(value: CellValue, metric: MetricName, spdy: Arm): readonly CellFigure[]
  readonly seed: number
}

export function measuredPlan(measured: readonly MeasuredCell[], seed: number): MeasuredPlan {
  const cells = comparableCells(measured)
  const known = new Map<string, readonly CellFigure[]>()
  return {
    seed,
    figures: (value, metric, spdy) => {
      const key = JSON.stringify([value, metric, spdy])
      const found = known.get(key) ?? cellFigures(cells, value, { metric, spdy, seed })
      known.set(key, found)
      return found
    },
  }
}

/** Decides a statement of today's protocol in place of SPDY. Pure: the same samples and seed, the same verdict. */
export function decide(rule: Rule, plan: MeasuredPlan, spdy: Arm): StatementResult {
  const found = rule.clauses.map((clause) => clauseResults(clause, rule, plan, spdy))
  if (found.some((results) => results.length === 0)) return NOT_MEASURED
  const verdicts = found.map((results, index): Decided => {
    const each = rule.clauses[index]?.each
    // A level that was not measured does not hold.
    const own = results.map(({ verdict }) => verdict)
    const missing = (each?.levels.length ?? own.length) - own.length
    return enoughOf([...own, ...Array<Decided>(missing).fill('not decided')], each?.enough ?? own.length)
  })
  const verdict = verdictOfClauses(verdicts as [Decided, ...Decided[]])
  return { verdict, clauses: found.flat(), deciding: decidingOf(found, verdicts, verdict) }
}

/** The first clause that says what the statement's verdict is, and of its levels the first that does. */
function decidingOf(
  found: readonly (readonly ClauseResult[])[],
  verdicts: readonly Decided[],
  verdict: Decided,
): ClauseResult | null {
  const isTurned = (one: Decided): boolean =>
    one === verdict || (verdict === 'not found' && one === 'turned round')
  const clause = found[Math.max(0, verdicts.findIndex(isTurned))] ?? []
  return clause.find((one) => isTurned(one.verdict)) ?? clause[0] ?? null
}

function clauseResults(
  clause: Clause,
  { metric, cells }: Rule,
  plan: MeasuredPlan,
  spdy: Arm,
): ClauseResult[] {
  const { value, beside, where, contrast, summary, each, expects } = clause
  const figuresOf = (one: CellValue): CellFigure[] =>
    plan
      .figures(one, clause.metric ?? metric, spdy)
      .filter(({ factors }) => isAt(factors, cells) && isAt(factors, where))
  const isRatio = value.as === 'gain'
  let figures = figuresOf(value)
  if (beside !== undefined) figures = besideOthers(figures, figuresOf(beside), isRatio)
  if (contrast !== undefined) figures = contrasts(figures, contrast, isRatio)
  const groups = each === undefined ? [{ level: null, figures }] : groupsOf(each, figures)
  return groups.flatMap(({ level, figures: some }): ClauseResult[] => {
    const estimate = summarise(some, summary, plan)
    if (estimate === null) return []
    const rounds = some.reduce((sum, figure) => sum + figure.rounds, 0)
    const verdict = verdictOf(estimate, expects, sameOf(clause))
    return [{ clause, level, estimate, verdict, cells: some.length, rounds }]
  })
}

function groupsOf(
  { factor, levels }: NonNullable<Clause['each']>,
  figures: readonly CellFigure[],
): { readonly level: string | null; readonly figures: readonly CellFigure[] }[] {
  return levels.map((level) => ({
    level: String(level),
    figures: figures.filter(({ factors }) => factors[factor] === level),
  }))
}

/** The value of no difference: of a ratio 1, of a share a half, else 0. */
function sameOf({ value, summary }: Pick<Clause, 'value' | 'summary'>): number {
  if (summary.is === 'share') return 0.5
  if (summary.is === 'rank correlation' || summary.is === 'slope') return 0
  return value.as === 'gain' ? 1 : 0
}
