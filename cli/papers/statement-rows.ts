import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { decide, type MeasuredPlan, measuredPlan, type StatementResult } from '../../papers/decide/decide.ts'
import { decideLoads } from '../../papers/decide/decide-loads.ts'
import {
  clauseText,
  estimateText,
  loadResultText,
  loadRuleText,
  loadUnitOf,
  unitOf,
} from '../../papers/decide/rule-text.ts'
import type { LoadRule } from '../../papers/load-rule.ts'
import { type Entry, isRule, type Paper, type Printed } from '../../papers/paper.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'
import type { Rule } from '../../papers/rule.ts'
import type { KeptLoadRun } from './kept-load-runs.ts'
import type { KeptRun } from './kept-run.ts'

/** Arms in SPDY's place. */
export const TODAY = ['h2', 'h3'] as const

/** Printed numbers of an entry that has many. */
const MOST_PRINTED = 3

/** A kept run that decides statements, its values computed once. */
export interface DecidingRun {
  readonly kept: KeptRun
  readonly plan: MeasuredPlan
}

/** Chooses for each plan the run that decides: of several that of most cells, and of as many the one without a browser. */
export function decidingRuns(runs: readonly KeptRun[]): ReadonlyMap<string, DecidingRun> {
  const found = new Map<string, DecidingRun>()
  for (const kept of runs) {
    const { plan, seed } = kept.facts
    if (kept.cells.length > (found.get(plan)?.kept.cells.length ?? 0))
      found.set(plan, { kept, plan: measuredPlan(kept.cells, seed) })
  }
  return found
}

export function statementRows(
  runs: ReadonlyMap<string, DecidingRun>,
  loads: readonly KeptLoadRun[],
  wanted: string | null = null,
): PaperStatementRow[] {
  return PAPERS.flatMap((paper) =>
    paper.entries.flatMap((entry) => {
      const reference = entryReference(paper, entry)
      if (wanted !== null && wanted !== paper.id && wanted !== reference) return []
      return rowsOf(paper, entry, runs, loads)
    }),
  )
}

function rowsOf(
  paper: Paper,
  entry: Entry,
  runs: ReadonlyMap<string, DecidingRun>,
  loads: readonly KeptLoadRun[],
): PaperStatementRow[] {
  const { place, says, printed, decision } = entry
  const said = {
    ...{ paper: paper.name, statement: entryReference(paper, entry), place, says },
    printed: printed.length === 0 ? null : printedText(printed),
    plan: decision.plan,
  }
  if (decision.plan === null) return [{ ...said, ...NOTHING, verdict: 'nothing decides', why: decision.why }]
  if (!isRule(decision)) return [{ ...said, ...loadResultOf(decision, loads), why: decision.but ?? null }]
  const arms = isOfSpdy(decision) ? TODAY : ([null] as const)
  return arms.map((arm) => {
    const run = runs.get(decision.plan)
    const result = run === undefined ? null : decide(decision, run.plan, arm ?? 'h2')
    return { ...said, ...resultOf(decision, result, run?.kept ?? null), arm, why: decision.but ?? null }
  })
}

const NOTHING = {
  ...{ arm: null, here: null, estimate: null, unit: null, figure: null, expected: null },
  ...{ cells: null, rounds: null, source: null, measured: null },
} as const

/** A rule of the window of HTTP/1.1 has nothing in SPDY's place. */
function isOfSpdy({ clauses }: Rule): boolean {
  return clauses.some(({ value, beside }) =>
    [value, beside].some((one) => one?.of.arm === 'spdy' || one?.over.arm === 'spdy'),
  )
}

type Result = Omit<
  PaperStatementRow,
  'paper' | 'statement' | 'place' | 'says' | 'printed' | 'plan' | 'arm' | 'why'
>

function resultOf(rule: Rule, result: StatementResult | null, kept: KeptRun | null): Result {
  const deciding = result?.deciding ?? null
  const clause = deciding?.clause ?? rule.clauses[0]
  const { figure, expects } = clauseText(clause)
  if (result === null || deciding === null)
    return { ...NOTHING, verdict: 'not measured', figure, expected: expects }
  const level = deciding.level === null ? '' : `, ${deciding.level}`
  return {
    verdict: result.verdict,
    here: estimateText(deciding.estimate, clause),
    estimate: deciding.estimate,
    unit: unitOf(clause),
    figure: `${figure}${level}`,
    expected: expects,
    cells: deciding.cells,
    rounds: deciding.rounds,
    source: kept?.facts.source ?? null,
    measured: kept?.facts.lastLoadAt?.slice(0, 10) ?? null,
  }
}

function loadResultOf(
  rule: LoadRule,
  loads: readonly KeptLoadRun[],
): Omit<PaperStatementRow, 'paper' | 'statement' | 'place' | 'says' | 'printed' | 'plan' | 'why'> {
  const { figure, expects } = loadRuleText(rule)
  const said = { figure, expected: expects, arm: rule.of.arm === 'spdy' ? ('h2' as const) : null }
  const run = loads.find((kept) => isDecidedBy(rule, kept))
  if (run === undefined) return { ...NOTHING, ...said, verdict: 'not measured' }
  const { apache, slaMs: limitMs } = run.report.plan
  const result = decideLoads(rule, run.loads, { workers: apache?.workers ?? null, limitMs })
  if (result === null) return { ...NOTHING, ...said, verdict: 'not measured' }
  return {
    ...said,
    verdict: result.verdict,
    here: loadResultText(result, rule.as),
    estimate: result.estimate,
    unit: loadUnitOf(rule.as),
    cells: 1,
    rounds: result.n,
    source: run.facts.source,
    measured: run.facts.lastLoadAt?.slice(0, 10) ?? null,
  }
}

/** References of the statements that a load run decides. */
export function statementsDecidedBy(run: KeptLoadRun): ReadonlySet<string> {
  return new Set(
    PAPERS.flatMap((paper) =>
      paper.entries.flatMap((entry) => {
        const { decision } = entry
        const isLoadRule = decision.plan !== null && !isRule(decision)
        return isLoadRule && isDecidedBy(decision, run) ? [entryReference(paper, entry)] : []
      }),
    ),
  )
}

/** A long ramp decides nothing: it is one repetition. */
function isDecidedBy({ plan, server }: LoadRule, { facts, report }: KeptLoadRun): boolean {
  return facts.plan === plan && facts.source === 'load' && report.plan.servers.includes(server)
}

function printedText(printed: readonly Printed[]): string {
  const texts = printed.slice(0, MOST_PRINTED).map(([value, unit, of]) => `${value} ${unit} ${of}`)
  const more = printed.length - texts.length
  return `${texts.join('; ')}${more > 0 ? `; ${more} more` : ''}`
}
