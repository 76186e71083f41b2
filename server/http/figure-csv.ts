import type { Column } from '../../figures/column.ts'
import type { Figure } from '../../figures/figure.ts'
import { type FigureRow, flatColumns } from '../../figures/flat-columns.ts'
import type { CsvTable } from './csv.ts'

/** The rows of a figure as a data file has them. */
export function figureCsv(
  { head, columns, inRows = [] }: Figure,
  { rows, ...answer }: FigureRow & { readonly rows: readonly FigureRow[] },
): CsvTable {
  const repeated = inRows.flatMap((key) => flatColumns({ [key]: head[key] as Column }, [answer]))
  const flat = flatColumns(columns, rows, answer)
  return {
    heading: [...repeated, ...flat].map(({ name }) => name),
    rows: rows.map((row) => [
      ...repeated.map(({ cellOf }) => cellOf(answer)),
      ...flat.map(({ cellOf }) => cellOf(row)),
    ]),
  }
}
