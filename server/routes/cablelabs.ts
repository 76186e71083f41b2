import { labCells } from '../../db/lab/lab-cells.ts'
import { cablelabsConditions, type MeasuredCondition } from '../../stats/lab/cablelabs-conditions.ts'
import { cablelabsTables, type GainCell } from '../../stats/lab/cablelabs-tables.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import type { Cablelabs } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { measuredCells } from '../lab/lab-gains.ts'
import type { Handler, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const cablelabs: Handler<'cablelabs'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  const { metric, arm, baseline } = query
  const cells = await labCells(context.db, id)
  const measured: MeasuredCondition[] = []
  for (const { factors, campaignId, site } of measuredCells(cells)) {
    const series = await context.series.read({ campaignId, site, metric })
    const armMedian = (name: string): number | null => {
      const sorted = series.find((one) => one.arm === name)?.sorted
      return sorted === undefined ? null : (quantileOfSorted(sorted, 0.5) ?? null)
    }
    if (series.length > 0) measured.push({ factors, baselineMs: armMedian(baseline), armMs: armMedian(arm) })
  }
  const { conditions, leftOut } = cablelabsConditions(measured)
  const skippedCells = leftOut + cells.length - measured.length
  const tables = cablelabsTables(conditions)
  return {
    answer: {
      ...{ labRunId: id, metric, arm, baseline, conditions: conditions.length, skippedCells },
      tables: (tables?.tables ?? []).map(({ table, case: compared, rows, columns, cells: all }) => ({
        table,
        case: CASES[compared.number],
        rows: [...rows],
        columns: [...columns],
        cells: all.map((cell) => ({ row: cell.row, column: cell.column, ...summarise(cell) })),
      })),
      summary: (tables?.summary ?? []).map(({ case: compared, all, pagesABWithoutLoss }) => ({
        case: CASES[compared.number],
        all: summarise(all),
        pagesABWithoutLoss: summarise(pagesABWithoutLoss),
      })),
    },
  }
}

const CASES = {
  1: 'the arm, initial window of 3',
  2: 'the baseline, initial window of 10',
  3: 'the arm, initial window of 10',
} as const

function summarise({ leftOut, gains }: GainCell): Cablelabs['summary'][number]['all'] {
  return {
    n: gains?.n ?? 0,
    leftOut,
    best: gains?.best.gain ?? null,
    mean: gains?.mean ?? null,
    geometricMean: gains?.geometricMean ?? null,
    worst: gains?.worst.gain ?? null,
    atLeastOne: gains?.atLeastOne ?? 0,
    atLeastTwo: gains?.atLeastTwo ?? 0,
  }
}

export const cablelabsCsv: ToCsv<'cablelabs'> = ({ tables }) => {
  const rows = tables.flatMap(({ table, case: name, cells }) =>
    cells.map((cell) => ({ table, case: name, ...cell })),
  )
  return csvTable<(typeof rows)[number]>(rows, {
    table: (row) => row.table,
    case: (row) => row.case,
    row: (row) => row.row,
    column: (row) => row.column,
    n: (row) => row.n,
    left_out: (row) => row.leftOut,
    best: (row) => row.best,
    mean: (row) => row.mean,
    geometric_mean: (row) => row.geometricMean,
    worst: (row) => row.worst,
    at_least_one: (row) => row.atLeastOne,
    at_least_two: (row) => row.atLeastTwo,
  })
}
