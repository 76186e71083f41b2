import type { Column } from '../../figures/column.ts'
import { fileRows } from '../../figures/curve.ts'
import type { Figure } from '../../figures/figure.ts'
import { type FigureRow, flatColumns } from '../../figures/flat-columns.ts'
import type { CsvTable } from './csv.ts'

export function figureCsv(
  figure: Figure,
  answer: FigureRow & { readonly rows: readonly FigureRow[] },
): CsvTable {
  const { head, inRows = [] } = figure
  const { columns, rows } = fileRows(figure, answer)
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
