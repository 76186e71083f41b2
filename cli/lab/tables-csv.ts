import type { CablelabsCase, CablelabsTables, GainCell } from '../../stats/lab/cablelabs-tables.ts'
import { csvRecord } from '../output/table.ts'

export function* tablesCsv({ tables, summary }: CablelabsTables): Iterable<string> {
  yield 'table,case,row,column,n,left_out,max,mean,min,geometric_mean,at_least_1,at_least_2'
  const record = (table: number, { number }: CablelabsCase, { row, column, leftOut, gains }: GainCell) =>
    csvRecord([
      table,
      number,
      row,
      column,
      gains?.n ?? 0,
      leftOut,
      gains?.best.gain ?? null,
      gains?.mean ?? null,
      gains?.worst.gain ?? null,
      gains?.geometricMean ?? null,
      gains?.atLeastOne ?? null,
      gains?.atLeastTwo ?? null,
    ])
  for (const table of tables) for (const cell of table.cells) yield record(table.table, table.case, cell)
  for (const row of summary) {
    yield record(11, row.case, row.all)
    yield record(11, row.case, row.pagesABWithoutLoss)
  }
}
