import { CABLELABS_GAIN_CELLS } from './cablelabs-gain-cells.ts'
import { CABLELABS_MEDIANS } from './cablelabs-medians.ts'
import type { CellValue, Clause, PrintedCell, Rule, Summary } from './rule.ts'

const windows = (words: string, of: 'h1' | 'spdy', initcwnd: number): CellValue => ({
  words,
  as: 'gain',
  of: { arm: of, at: { initcwnd } },
  over: { arm: 'h1', at: { initcwnd: 3 } },
})

/** Cases 1 to 3 as CableLabs' Table 4 has them: gains over HTTPS with an initial window of 3. */
export const CASES = {
  1: windows('gain of case 1', 'spdy', 3),
  2: windows('gain of case 2', 'h1', 10),
  3: windows('gain of case 3', 'spdy', 10),
} as const

/** Gain of a larger window for SPDY itself. */
export const WINDOW_OF_SPDY: CellValue = {
  as: 'gain',
  of: { arm: 'spdy', at: { initcwnd: 10 } },
  over: { arm: 'spdy', at: { initcwnd: 3 } },
}

export const pageOf = (letter: string): string => `cablelabs-${letter.toLowerCase()}`

/** The mean gains that a table prints, of each page and number of servers or of each link. */
export function printedMeans(wanted: number): PrintedCell[] {
  return CABLELABS_GAIN_CELLS.flatMap(([table, row, column, , value]): PrintedCell[] => {
    if (table !== wanted || `${row} ${column}`.includes('all')) return []
    const [, page] = /^page (.)$/.exec(row) ?? []
    const [, loss, rate] = /^loss (.) rate (\d+)$/.exec(row) ?? []
    const level = Number(column.split(' ')[1])
    if (page !== undefined) return [{ at: { page: pageOf(page), shards: level }, value }]
    return [{ at: { lossFraction: Number(loss) / 100, downMbps: Number(rate), rttMs: level }, value }]
  })
}

/** The gains of a case that follow from the medians of the appendix, cell by cell. */
function printedGains(which: 1 | 3): PrintedCell[] {
  return CABLELABS_MEDIANS.map(([page, shards, downMbps, rttMs, lossPercent, https3, spdy3, , spdy10]) => ({
    at: { page: pageOf(page), shards, downMbps, rttMs, lossFraction: lossPercent / 100 },
    value: https3 / (which === 1 ? spdy3 : spdy10),
  }))
}

/** Says how alike our gains and the printed ones are ordered. */
function alike(value: CellValue, printed: readonly PrintedCell[], by: string): Clause {
  return { value, summary: { is: 'rank correlation', printed, by }, expects: { atLeast: 0.5 } }
}

export const alikeTable = (which: 1 | 3, table: number): Clause =>
  alike(CASES[which], printedMeans(table), `the means of Table ${table}`)

export const alikeAppendix = (which: 1 | 3): Clause =>
  alike(CASES[which], printedGains(which), `those of Appendix A, case ${which}`)

/** A rule over the 144 cells of the plan. */
export function gains(...clauses: Rule['clauses']): Rule {
  return { plan: 'cablelabs', cells: {}, metric: 'plt_ms', clauses }
}

/** Value over all cells. */
export function over(
  value: CellValue,
  is: 'mean' | 'largest' | 'smallest',
): { value: CellValue; summary: Summary } {
  return { value, summary: { is } }
}

/** The gain at one level over that at another, all else equal. */
export function contrast(
  value: CellValue,
  factor: string,
  high: string | number,
  low: string | number,
): Omit<Clause, 'expects'> {
  return { value, contrast: { factor, pairs: [[high, low]] }, summary: { is: 'geometric mean' } }
}
