import { column, orNull } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'

/** Figures of papers in their own axes, as printed and as measured here. */
export const paperPoints = figure({
  name: 'paperPoints',
  title: 'Figures of papers, as printed and as measured',
  description:
    'Printed values of figures and tables, with today’s protocols at the same places of their axes',
  head: {},
  columns: {
    statement: column('text', 'figure', 'Entry of the paper'),
    xLabel: column('text', 'x axis', null, { shown: 'never' }),
    yLabel: column('text', 'y axis', null, { shown: 'never' }),
    isLog: column('flag', 'logarithmic', 'Whether x is', { shown: 'never' }),
    series: column('text', 'series', 'Page or link'),
    arm: orNull(column('arm', 'protocol', 'Null: printed, of SPDY')),
    x: column('number', 'x'),
    y: column('estimate', 'y', 'Mean over cells; printed ones have no limits'),
    cells: orNull(column('count', 'cells', 'Of the value; null: printed')),
    rounds: orNull(column('count', 'n', 'Rounds of these cells')),
  },
  order: 'By figure, printed values first, then by protocol, series and x',
})

export type PaperPoints = FigureAnswer<typeof paperPoints>
export type PaperPointRow = PaperPoints['rows'][number]
