import type { LoadMeasure, LoadRule } from '../load-rule.ts'
import type { CellValue, Clause, Contrast, Expectation, Level, Rule, Side, Where } from '../rule.ts'
import type { LoadResult } from './decide-loads.ts'
import type { Estimate } from './verdict.ts'

/** Says what a rule compares, and with which values the statement holds, as documents say it. */
interface RuleText {
  /** Says which cells of the plan it is of; empty: all. */
  readonly cells: string
  readonly clauses: readonly ClauseText[]
}

interface ClauseText {
  readonly figure: string
  readonly expects: string
}

function ruleText(rule: Rule): RuleText {
  return { cells: whereText(rule.cells), clauses: rule.clauses.map(clauseText) }
}

/** The whole rule in one line. */
export function ruleLine(rule: Rule): string {
  const { cells, clauses } = ruleText(rule)
  const each = clauses.map(({ figure, expects }) => `${figure}: ${expects}`).join('; ')
  return `${cells === '' ? '' : `${cells}; `}\`${rule.metric}\`: ${each}${rule.but === undefined ? '' : `. ${rule.but}`}`
}

export function clauseText(clause: Clause): ClauseText {
  const { metric, value, beside, where, contrast, summary, each } = clause
  const figure = [
    metric === undefined ? '' : `${metric}:`,
    summaryText(clause),
    valueText(value),
    beside === undefined ? '' : `${isRatio(value) ? 'over' : 'less'} ${valueText(beside)}`,
    where === undefined ? '' : `at ${whereText(where)}`,
    contrast === undefined ? '' : contrastText(contrast, value),
    summary.is === 'rank correlation' ? `with ${summary.by}` : '',
    summary.is === 'slope' ? `by resources of a page` : '',
  ]
  const levels =
    each === undefined
      ? ''
      : `, for ${each.enough === each.levels.length ? 'each' : `${each.enough}`} of ${each.factor} ${each.levels.join(', ')}`
  return {
    figure: figure.filter((part) => part !== '').join(' '),
    expects: `${expectationText(clause)}${levels}`,
  }
}

/** Says how a figure of a clause is written: percent, × of a ratio, or as it is. */
type FigureUnit = '%' | 'pp' | 'x' | ''

export function unitOf({ value, beside, contrast, summary }: Clause): FigureUnit {
  if (summary.is === 'share') return '%'
  if (summary.is === 'rank correlation' || summary.is === 'slope') return ''
  if (value.as === 'gain') return 'x'
  if (value.as === 'difference') return ''
  return contrast === undefined && beside === undefined ? '%' : 'pp'
}

export function figureText(figure: number, clause: Clause): string {
  return inUnit(clause.summary.is === 'share' ? 100 * figure : figure, unitOf(clause))
}

function inUnit(figure: number, unit: FigureUnit): string {
  const rounded = unit === '%' || unit === 'pp' ? figure.toFixed(1) : figure.toFixed(2)
  const text = rounded.replace(/\.0+$/, '').replace('-', '−')
  return unit === '' ? text : unit === 'x' ? `${text}×` : unit === 'pp' ? `${text} points` : `${text} %`
}

const isRatio = ({ as }: CellValue): boolean => as === 'gain'

function summaryText({ summary }: Clause): string {
  switch (summary.is) {
    case 'share':
      return `share of cells ${summary.which}:`
    case 'rank correlation':
      return 'rank correlation of the'
    case 'slope':
      return `slope of the fewest ${summary.factor} with which there is a`
    default:
      return summary.is
  }
}

const ARM_TEXT = { http: 'http', h1: 'h1', spdy: 'h2/h3' } as const

const sideText = ({ arm, at }: Side): string =>
  at === undefined ? ARM_TEXT[arm] : `${ARM_TEXT[arm]} with ${pairsText(at)}`

function valueText({ as, of, over, words }: CellValue): string {
  if (words !== undefined) return words
  if (as === 'difference') return `of ${sideText(of)} less ${sideText(over)}`
  const isAlike = of.at !== undefined && JSON.stringify(of.at) === JSON.stringify(over.at)
  return isAlike
    ? `${as} of ${ARM_TEXT[of.arm]} over ${sideText(over)} each`
    : `${as} of ${sideText(of)} over ${sideText(over)}`
}

function contrastText({ factor, pairs, words }: Contrast, value: CellValue): string {
  if (words !== undefined) return `(${words})`
  const between = pairs.map(([high, low]) => `${high} ${isRatio(value) ? '/' : '−'} ${low}`)
  return `(${factor} ${between.join(', ')})`
}

function expectationText(clause: Clause): string {
  return expectsText(clause.expects, (figure) => figureText(figure, clause))
}

function expectsText(expects: Expectation, text: (figure: number) => string): string {
  if ('between' in expects) return `${text(expects.between[0])} to ${text(expects.between[1])}`
  return 'atLeast' in expects ? `≥ ${text(expects.atLeast)}` : `≤ ${text(expects.atMost)}`
}

const pairsText = (at: Readonly<Record<string, Level>>): string =>
  Object.entries(at)
    .map(([factor, level]) => `${factor} ${level}`)
    .join(', ')

const whereText = (where: Where): string =>
  Object.entries(where)
    .map(([factor, levels]) => `${factor} ${levels.join(', ')}`)
    .join('; ')

export function estimateText(estimate: Estimate, clause: Clause): string {
  const { low, high } = estimate
  const text = (figure: number): string => figureText(figure, clause)
  return low === null || high === null ? text(estimate.value) : withLimits(estimate, text)
}

function withLimits({ value, low, high }: Estimate, text: (figure: number) => string): string {
  return `${text(value)} (${text(low ?? value)} to ${text(high ?? value)})`
}

/** Says what a rule of loads compares, and with which values the statement holds. */
export function loadRuleText({ as, of, over, expects }: LoadRule): ClauseText {
  const isSame = JSON.stringify(of.measure) === JSON.stringify(over.measure)
  const sign = as === 'ratio' ? '/' : '−'
  const figure = isSame
    ? `${measureText(of.measure)}, ${LOAD_ARM_TEXT[of.arm]} ${sign} ${LOAD_ARM_TEXT[over.arm]}`
    : `${measureText(of.measure)} ${sign} ${measureText(over.measure)}, ${LOAD_ARM_TEXT[of.arm]}`
  return { figure, expects: expectsText(expects, (value) => inUnit(value, loadUnitOf(as))) }
}

const LOAD_ARM_TEXT = { http: 'http', h1: 'h1', spdy: 'h2' } as const

export const loadUnitOf = (as: LoadRule['as']): FigureUnit => (as === 'ratio' ? 'x' : 'pp')

/** The figure with its interval, or why there is none. */
export function loadResultText({ estimate, why }: LoadResult, as: LoadRule['as']): string {
  if (estimate === null) return `unknown (${why})`
  const text = (value: number): string => inUnit(value, loadUnitOf(as))
  return estimate.low === null ? `${text(estimate.value)}, too few` : withLimits(estimate, text)
}

export function loadRuleLine(rule: LoadRule): string {
  const { figure, expects } = loadRuleText(rule)
  return `server ${rule.server}: ${figure}: ${expects}${rule.but === undefined ? '' : `. ${rule.but}`}`
}

function measureText(measure: LoadMeasure): string {
  if (!('users' in measure)) return measure.is
  const { is, users } = measure
  return typeof users === 'number' ? `${is} at ${users} users` : `${is} from ${users.join(' to ')} users`
}
