import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { figureLines } from '../../cli/output/figure-text.ts'
import { type Column, column, wordColumn } from '../../figures/column.ts'
import { fileColumns, fileRows } from '../../figures/curve.ts'
import { figure as defineFigure } from '../../figures/figure.ts'
import { type FigureRow, flatColumns, flatNames } from '../../figures/flat-columns.ts'
import { shownTable } from '../../figures/shown-table.ts'
import { figureAnswer } from '../../server/contract/figure-schema.ts'
import { csvLines } from '../../server/http/csv.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { csvObjects } from '../cli/probe/csv.ts'
import { roundedCell } from '../server/app/expected.ts'
import { answerOf, FIGURES, sampleAnswer } from './figure-answers.ts'

test('there are figures', () => assert.ok(FIGURES.length > 0))

test('numbers of words become a column each, 0 where there is none', () => {
  const errors = wordColumn('each', ['refused', 'timeout'], 'errors')
  assert.deepEqual(
    flatColumns({ errors }, []).map(({ name, cellOf }) => [name, cellOf({ errors: { timeout: 2 } })]),
    [
      ['errors_refused', 0],
      ['errors_timeout', 2],
    ],
  )
})

test('a curve becomes a row for each point, which repeats what is of the whole curve', () => {
  const curves = defineFigure({
    ...{ name: 'curves', title: 'Curves', description: 'Of two arms', order: 'By arm' },
    head: { p: column('numbers', 'p') },
    columns: { arm: column('arm', 'arm'), values: column('numbers', 'values'), n: column('count', 'n') },
    curve: { at: 'p', values: 'values' },
  })
  const rows = [
    { arm: 'h1', values: [3, 7], n: 2 },
    { arm: 'h2', values: [], n: 0 },
    { arm: 'h3', values: [4, 5], n: 9 },
  ] as const
  assert.deepEqual(figureCsv(curves, { p: [0, 1], rows }), {
    heading: ['arm', 'n', 'p', 'values'],
    rows: [
      ['h1', 2, 0, 3],
      ['h1', 2, 1, 7],
      ['h3', 9, 0, 4],
      ['h3', 9, 1, 5],
    ],
  })
})

for (const { name, figure } of FIGURES) {
  test(`${name}: whatever its columns can hold is an answer of the API`, () => {
    assert.equal(figure.name, name)
    fc.assert(fc.property(answerOf(figure), (each) => figureAnswer(figure).safeParse(each).success))
  })

  test(`${name}: its CSV holds every value of every row under a name of its own`, () => {
    const { head, inRows = [] } = figure
    const repeated = inRows.map((key) => [key, head[key] as Column] as const)
    const names = [...repeated, ...Object.entries(fileColumns(figure))].flatMap(([key, one]) =>
      flatNames(key, one),
    )
    assert.equal(new Set(names).size, names.length)
    fc.assert(
      fc.property(answerOf(figure), (each) => {
        const inFile = fileRows(figure, each)
        const rows: readonly FigureRow[] = inFile.rows.map((row) => ({ ...each, ...row }))
        const read = csvObjects(
          csvLines(figureCsv(figure, each), { withHeading: true }).replaceAll('\r\n', '\n'),
        )
        const flat = flatColumns({ ...Object.fromEntries(repeated), ...inFile.columns }, rows, each)
        // A drawn name of a factor may be that of another column.
        fc.pre(new Set(flat.map(({ name: heading }) => heading)).size === flat.length)
        assert.equal(read.length, rows.length)
        for (const [index, row] of rows.entries())
          for (const { name: heading, cellOf } of flat) {
            const value = cellOf(row)
            const cell = read[index]?.[heading]
            if (typeof value === 'number') roundedCell(cell, value, heading)
            else assert.equal(cell, value === null ? '' : String(value), heading)
          }
      }),
    )
  })

  test(`${name}: the terminal shows every cell`, () => {
    const each = sampleAnswer(figure)
    const lines = figureLines(figure, each, null).join('\n')
    for (const cell of shownTable(figure.columns, each.rows).rows.flat())
      assert.ok(lines.includes(cell ?? '–'), cell ?? '–')
  })
}
