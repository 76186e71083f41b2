import { serverBehaviour } from '../../figures/server-behaviour.ts'
import { serverFindings } from '../../figures/server-findings.ts'
import { shownTable } from '../../figures/shown-table.ts'
import { ARM_NAMES, ARMS, type Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import { comparableCells, type MeasuredCell } from '../../papers/decide/measured-cell.ts'
import { findingRows, serverOf, withoutServer } from '../../server/figures/finding-rows.ts'
import { behaviourRows, WIRE_METRICS } from '../../server/figures/server-behaviour.ts'
import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import { conditionWords } from './condition-words.ts'
import type { KeptRun } from './kept-run.ts'
import { codeTable } from './markdown.ts'

/** Settings of a server whose levels are compared with each other, and the metrics in which they show. */
const SETTINGS = ['priorities', 'slowStart'] as const
const OF_SETTINGS = ['plt_ms', 'fcp_ms', 'lcp_ms'] as const satisfies readonly MetricName[]

/** A run that says something of servers: it has several of them, or a setting of one at several levels. */
export function isOfServers({ cells }: KeptRun): boolean {
  return ['server', ...SETTINGS].some((name) => new Set(cells.map(({ factors }) => factors[name])).size > 1)
}

/** The arm that others are compared with: the oldest protocol that was measured. */
export function baselineOf({ cells }: KeptRun): Arm | null {
  return ARM_NAMES.find((arm) => cells.some((cell) => cell.valuesOf(arm, 'plt_ms').length > 0)) ?? null
}

/** Says what each server did on the wire: a table for each protocol, with n beside values that not all loads show. */
export function behaviourTables({ cells }: KeptRun): string[] {
  const rows = behaviourRows(comparableCells(cells).flatMap(wireLoads))
  const { server: _, arm: __, ...columns } = serverBehaviour.columns
  return ARM_NAMES.flatMap((arm) => {
    const own = rows.filter((row) => row.arm === arm)
    if (own.length === 0) return []
    const lines = Object.entries(columns).flatMap(([key, column]) => {
      const { headings, rows: texts } = shownTable({ [key]: column }, own)
      return headings.map((heading, index) => [
        heading,
        ...own.map((row, place) => {
          const [text, n] = [texts[place]?.[index] ?? null, Reflect.get(row, `${key}N`)]
          return text === null || n === undefined || n === row.n ? text : `${text} (${n})`
        }),
      ])
    })
    const known = lines.filter(([, ...texts]) => texts.some((text) => text !== null && text !== ''))
    return ['', `${ARMS[arm].label}:`, '', ...codeTable(['', ...own.map((row) => row.server)], known)]
  })
}

/** Values of the wire by load, as a lab run's database has them. */
function wireLoads(cell: MeasuredCell) {
  return ARM_NAMES.flatMap((arm) => {
    const values = WIRE_METRICS.flatMap((metric) =>
      cell
        .valuesOf(arm, metric)
        .flatMap(({ round, value }) => (value === null ? [] : [{ round, metric, value }])),
    )
    return [...Map.groupBy(values, ({ round }) => round).values()].map((own) => ({
      ...{ factors: cell.factors, arm },
      values: Object.fromEntries(own.map(({ metric, value }) => [metric, value])),
    }))
  })
}

/** Finds on which servers an arm differs from the baseline, by condition. */
export function findingsOf(run: KeptRun) {
  const baseline = baselineOf(run)
  if (baseline === null) return []
  const paired = comparableCells(run.cells).map((cell) => ({
    factors: cell.factors,
    pairs: new Map(
      ARM_NAMES.flatMap((arm) => {
        const { pairs } = pairRounds(cell.valuesOf(baseline, 'plt_ms'), cell.valuesOf(arm, 'plt_ms'))
        return arm === baseline || pairs.length === 0 ? [] : [[arm, pairs] as const]
      }),
    ),
  }))
  return findingRows(paired, run.facts.seed)
}

export function findingsTable(rows: ReturnType<typeof findingsOf>): string[] {
  const { factors: _, ...columns } = serverFindings.columns
  const { headings, rows: texts } = shownTable(columns, rows)
  return codeTable(
    ['condition', ...headings],
    rows.map(({ factors }, index) => [conditionWords(factors), ...(texts[index] ?? [])]),
  )
}

/** Each arm against the baseline, on each server. */
export function serverGainsTable(run: KeptRun): string[] {
  const baseline = baselineOf(run)
  if (baseline === null) return []
  const rows = comparableCells(run.cells).flatMap((cell) =>
    ARM_NAMES.flatMap((arm) => {
      const values = cell.valuesOf(arm, 'plt_ms')
      if (arm === baseline || values.length === 0) return []
      const { pairs } = pairRounds(cell.valuesOf(baseline, 'plt_ms'), values)
      const texts = comparisonTexts(compareArms({ pairs, seed: run.facts.seed }))
      return [[conditionWords(cell.factors), ARMS[arm].label, serverOf(cell), ...texts]]
    }),
  )
  return codeTable(
    ['condition', 'protocol', 'server', 'gain', 'interval', 'verdict', 'n'],
    rows.toSorted((a, b) => compareTexts(a, b)),
  )
}

/** Says what a setting of a server changes, all else alike: each level against the first. */
export function settingsTable(run: KeptRun): string[] {
  const cells = comparableCells(run.cells)
  const rows = SETTINGS.flatMap((name) => {
    const levels = [...new Set(cells.map(({ factors }) => factors[name]))]
    if (levels.length < 2) return []
    const alike = Map.groupBy(cells, ({ factors: { [name]: _, ...others } }) => JSON.stringify(others))
    return [...alike.values()].flatMap(([first, ...others]) =>
      others.flatMap((other) => settingRows(name, first as MeasuredCell, other, run.facts.seed)),
    )
  })
  if (rows.length === 0) return []
  return codeTable(['condition', 'protocol', 'metric', 'setting', 'gain', 'interval', 'verdict', 'n'], rows)
}

function settingRows(name: string, first: MeasuredCell, other: MeasuredCell, seed: number): string[][] {
  const { [name]: from, ...condition } = first.factors
  return ARM_NAMES.flatMap((arm) =>
    OF_SETTINGS.flatMap((metric) => {
      const { pairs } = pairRounds(first.valuesOf(arm, metric), other.valuesOf(arm, metric))
      if (pairs.length === 0) return []
      const setting = `${name} ${other.factors[name]}, over ${from}`
      const texts = comparisonTexts(compareArms({ pairs, seed }))
      return [[conditionWords(condition), ARMS[arm].label, metric, setting, ...texts]]
    }),
  )
}

/** Says how often one server under two names is called different from itself; null where none was measured twice. */
export function againShare({ cells, facts }: KeptRun) {
  const alike = Map.groupBy(cells, ({ factors }) => JSON.stringify(withoutServer(factors)))
  const verdicts = [...alike.values()].flatMap((group) => {
    const [one, again] = ['towline', 'towline-again'].map((name) =>
      group.find((cell) => serverOf(cell) === name),
    )
    if (one === undefined || again === undefined) return []
    return ARM_NAMES.map((arm) => {
      const { pairs } = pairRounds(one.valuesOf(arm, 'plt_ms'), again.valuesOf(arm, 'plt_ms'))
      return compareArms({ pairs, seed: facts.seed }).verdict
    })
  })
  const known = verdicts.filter((verdict) => verdict !== 'too few rounds')
  const different = known.filter((verdict) => verdict !== 'no difference shown').length
  const interval = wilson(different, known.length)
  return interval === null ? null : { comparisons: known.length, different, ...interval }
}

function comparisonTexts({ gain, gainInterval, verdict, n }: ArmComparison): string[] {
  const interval = gainInterval?.map((limit) => limit.toFixed(2)).join('–')
  return [gain?.toFixed(2) ?? '–', interval ?? '–', verdict, String(n)]
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [a.join('\t'), b.join('\t')]
  if (left === right) return 0
  return left < right ? -1 : 1
}
