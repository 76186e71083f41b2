import { type LabCellRow, labCells } from '../../db/lab-cells.ts'
import { type CablelabsCondition, cablelabsTables, type GainCell } from '../../stats/cablelabs-tables.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import type { Context } from '../context.ts'
import type { Cablelabs, Request } from '../contract.ts'
import { csvTable } from '../csv.ts'
import type { CsvOf, Reply } from '../handler.ts'
import { valueIn } from '../lab-factors.ts'
import { placedCells } from '../lab-gains.ts'
import { findLabRun } from './lab.ts'

type Link = Pick<CablelabsCondition, 'page' | 'servers' | 'downMbps' | 'upMbps' | 'rttMs' | 'lossPercent'>

/** The two initial windows that the paper compares. */
const WINDOWS = [3, 10] as const

export async function cablelabs(
  context: Context,
  { params, query }: Request<'cablelabs'>,
): Promise<Reply<'cablelabs'>> {
  const { id } = await findLabRun(context, params.id)
  const { metric, arm, baseline } = query
  const conditions = new Map<string, CablelabsCondition>()
  let skippedCells = 0
  const cells = await labCells(context.db, id)
  for (const cell of placedCells(cells)) {
    const [link, window] = [linkOf(cell.factors), windowOf(cell.factors)]
    const series = await context.series.of({ campaignId: cell.campaignId, site: cell.site, metric })
    if (link === null || window === null || series.length === 0) {
      skippedCells += 1
      continue
    }
    const medianOf = (name: string): number | null => {
      const sorted = series.find((one) => one.arm === name)?.sorted
      return sorted === undefined ? null : (quantileOfSorted(sorted, 0.5) ?? null)
    }
    const key = JSON.stringify(link)
    conditions.set(key, {
      ...(conditions.get(key) ?? { ...link, ...NOT_MEASURED }),
      ...(window === 3
        ? { httpsIw3Ms: medianOf(baseline), spdyIw3Ms: medianOf(arm) }
        : { httpsIw10Ms: medianOf(baseline), spdyIw10Ms: medianOf(arm) }),
    })
  }
  skippedCells += cells.length - placedCells(cells).length
  const tables = cablelabsTables([...conditions.values()])
  return {
    answer: {
      ...{ labRunId: id, metric, arm, baseline, conditions: conditions.size, skippedCells },
      tables: (tables?.tables ?? []).map(({ table, case: of, rows, columns, cells: all }) => ({
        table,
        case: CASES[of.number],
        rows: [...rows],
        columns: [...columns],
        cells: all.map((cell) => ({ row: cell.row, column: cell.column, ...summaryOf(cell) })),
      })),
      summary: (tables?.summary ?? []).map(({ case: of, all, pagesABWithoutLoss }) => ({
        case: CASES[of.number],
        all: summaryOf(all),
        pagesABWithoutLoss: summaryOf(pagesABWithoutLoss),
      })),
    },
  }
}

const CASES = {
  1: 'the arm, initial window of 3',
  2: 'the baseline, initial window of 10',
  3: 'the arm, initial window of 10',
} as const

const NOT_MEASURED = { httpsIw3Ms: null, spdyIw3Ms: null, httpsIw10Ms: null, spdyIw10Ms: null }

/** Null where the condition lacks a factor of the tables. Pages are on one server where nothing else is said. */
function linkOf(factors: LabCellRow['factors']): Link | null {
  const number = (name: string): number | null => {
    const value = valueIn(factors, name)
    return typeof value === 'number' ? value : null
  }
  const page = valueIn(factors, 'page')
  const [downMbps, upMbps, rttMs, loss] = ['downMbps', 'upMbps', 'rttMs', 'lossFraction'].map(number)
  if (typeof page !== 'string' || downMbps == null || upMbps == null || rttMs == null || loss == null)
    return null
  // A loss of 0.07 is 7.000000000000001 % in floating point.
  const lossPercent = Number((100 * loss).toPrecision(12))
  return { page, servers: number('shards') ?? 1, downMbps, upMbps, rttMs, lossPercent }
}

function windowOf(factors: LabCellRow['factors']): 3 | 10 | null {
  return WINDOWS.find((window) => valueIn(factors, 'initcwnd') === window) ?? null
}

function summaryOf({ leftOut, gains }: GainCell): Cablelabs['summary'][number]['all'] {
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

export const cablelabsCsv: CsvOf<'cablelabs'> = ({ tables }) => {
  const rows = tables.flatMap(({ table, case: of, cells }) =>
    cells.map((cell) => ({ table, case: of, ...cell })),
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
