import { ESTIMATE, type PlanEstimate } from '../../lab/plan/estimate.ts'
import type { Lack } from '../../lab/plan/machine-lacks.ts'
import type { Plan, PlannedCell } from '../../lab/plan/plan.ts'
import { MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { lineWidth, minutesText, visible, wrap } from '../output/text.ts'

export function planText({ plan, estimate, lacks }: PlanReport, width: number | null = null): string {
  const { cells, samples, totalMs, longestLimitMs } = estimate
  const skipped = plan.cells.length - cells
  const lines = [
    `${plan.name}: ${plan.title}`,
    ...(plan.source === null ? [] : [`after ${plan.source}`]),
    '',
    factorTable(plan, width ?? TABLE_CHARS),
    '',
    `arms     ${plan.arms.map((arm) => (arm === plan.baseline ? `${arm} (baseline)` : arm)).join(', ')}`,
    ...(plan.loader === 'graph' ? ['loader   none: pages are loaded as graphs, without a browser'] : []),
    `cells    ${cells}${skipped === 0 ? '' : `, and ${skipped} skipped`}`,
    `samples  ${samples}: ${plan.rounds} ${plan.rounds === 1 ? 'round' : 'rounds'}, ${plan.pauseMs} ms between loads`,
    `time     some ${minutesText(totalMs)} on one lane: ${ESTIMATE.pageTimeOfLimit} × the wire limit of each page, ` +
      `${ESTIMATE.loadMs} ms a load, ${ESTIMATE.cellMs / 1000} s a cell, ${ESTIMATE.linkMs / 1000} s a link`,
    ...(plan.rounds < MIN_ROUNDS ? [`         below ${MIN_ROUNDS} rounds no interval can be computed`] : []),
    `loads    the longest takes ${seconds(longestLimitMs)} at least`,
    ...leftOutLines(plan),
  ]
  if (lacks === null) lines.push('', 'what this machine lacks: see --dry-run')
  else if (lacks.length === 0) lines.push('', 'this machine lacks nothing for it')
  else
    lines.push(
      '',
      'this machine lacks:',
      ...lacks.map(({ what, fatal }) => `  ${fatal ? 'needed' : 'useful'}: ${what}`),
    )
  return lines.flatMap((line) => escaped(line, width)).join('\n')
}

export function planCsv({ cells, arms }: Plan): string {
  const names = [...new Set(cells.flatMap(({ factors }) => Object.keys(factors)))]
  const rows = cells.map(({ factors, arms: { applied, leftOut }, skip }, cell) =>
    csvRecord([
      cell,
      ...names.map((name) => factors[name] ?? null),
      applied.join(' '),
      arms.flatMap((arm) => (leftOut[arm] === undefined ? [] : `${arm}: ${leftOut[arm]}`)).join('; '),
      skip,
    ]),
  )
  return [csvRecord(['cell', ...names, 'arms', 'left_out', 'skipped']), ...rows].join('\n')
}

interface FactorLine {
  readonly name: string
  readonly levels: readonly string[]
}

/** Width where nobody says one: CSV and JSON are for programs. */
const TABLE_CHARS = 80
/** Width of the longest factor's name, the number of levels, and the gaps. */
const BEFORE_LEVELS_CHARS = 25
const MOST_LINES = 3

/** Levels take a few lines at most. */
function factorTable(plan: Plan, width: number): string {
  const chars = MOST_LINES * Math.max(1, width - BEFORE_LEVELS_CHARS)
  const columns: readonly Column<FactorLine>[] = [
    { heading: 'factor', cell: ({ name }) => name },
    {
      heading: '',
      cell: ({ levels }) => (levels.length === 1 ? 'held' : String(levels.length)),
      align: 'right',
    },
    { heading: 'levels', cell: ({ levels }) => levelsText(levels, chars) },
  ]
  return textTable(factorsOf(plan), columns, width)
}

/** Lists as many levels as there is room for; where some are left out, the last too, and how many there are between. */
function levelsText(levels: readonly string[], chars: number): string {
  const all = levels.join(', ')
  if (all.length <= chars || levels.length <= 3) return all
  const last = levels.at(-1) ?? ''
  const shortened = (first: number): string =>
    [...levels.slice(0, first), `… ${levels.length - first - 1} more …`, last].join(', ')
  let first = 1
  while (first < levels.length - 2 && shortened(first + 1).length <= chars) first += 1
  return shortened(first)
}

function factorsOf({ cells }: Plan): FactorLine[] {
  const names = [...new Set(cells.flatMap(({ factors }) => Object.keys(factors)))]
  return names.map((name) => ({
    name,
    levels: [...new Set(cells.map(({ factors }) => String(factors[name] ?? '–')))],
  }))
}

function leftOutLines({ arms, cells }: Plan): string[] {
  const without = (reason: string): string => reason.replace(/ \(as in cell \d+\)$/, '')
  const measured = cells.filter(({ skip }) => skip === null)
  const ofArms = arms.flatMap((arm) =>
    countsOf(measured, ({ arms: { leftOut } }) => leftOut[arm]).map(
      ([reason, count]) => `${arm} is left out of ${count} of ${measured.length} cells: ${reason}`,
    ),
  )
  const skipped = countsOf(cells, ({ skip }) => skip ?? undefined).map(
    ([reason, count]) => `${count} ${count === 1 ? 'cell is' : 'cells are'} skipped: ${reason}`,
  )
  return ofArms.length + skipped.length === 0 ? [] : ['', ...ofArms, ...skipped]

  function countsOf(
    among: readonly PlannedCell[],
    reasonOf: (cell: PlannedCell) => string | undefined,
  ): [string, number][] {
    const counts = new Map<string, number>()
    for (const cell of among) {
      const reason = reasonOf(cell)
      if (reason !== undefined) counts.set(without(reason), (counts.get(without(reason)) ?? 0) + 1)
    }
    return [...counts]
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** Texts of a plan may hold anything; tables are ours, and fit already. */
function escaped(text: string, width: number | null): string[] {
  return text.includes('\n')
    ? [text.split('\n').map(visible).join('\n')]
    : wrap(visible(text), lineWidth(width))
}

/** A plan with its estimate. `lacks` is null where the machine was not looked at. */
export interface PlanReport {
  readonly plan: Plan
  readonly estimate: PlanEstimate
  readonly lacks: readonly Lack[] | null
}
