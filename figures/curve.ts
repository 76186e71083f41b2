import type { Columns } from './column.ts'
import { column } from './column.ts'
import type { Figure } from './figure.ts'
import type { FigureRow } from './flat-columns.ts'

/** Columns and rows of a figure as data files have them: where a row is a curve, a row for each of its points. */
export function fileRows(
  { columns, curve }: Figure,
  { rows, ...head }: FigureRow & { readonly rows: readonly FigureRow[] },
): { readonly columns: Columns; readonly rows: readonly FigureRow[] } {
  if (curve === undefined) return { columns, rows }
  const { at, values } = curve
  const places = head[at] as readonly number[]
  return {
    columns: fileColumns({ columns, curve }),
    rows: rows.flatMap((row) =>
      (row[values] as readonly number[]).map((value, index) => ({
        ...row,
        [at]: places[index] ?? null,
        [values]: value,
      })),
    ),
  }
}

/** Columns as data files have them: the place and the value of a point are numbers. */
export function fileColumns({ columns, curve }: Pick<Figure, 'columns' | 'curve'>): Columns {
  if (curve === undefined) return columns
  const { at, values } = curve
  const { [values]: one, ...rest } = columns
  return { ...rest, [at]: column('number', at), ...(one && { [values]: { ...one, kind: 'number' } }) }
}
