import { PHASES } from '../har/phases.ts'
import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageSubject, SUBJECT_IN_ROWS } from './page-subject.ts'

export const phases = figure({
  name: 'phases',
  title: 'HAR phases',
  description: 'Sums over the requests of a load; `ssl` is inside `connect`, requests overlap',
  head: pageSubject,
  inRows: SUBJECT_IN_ROWS,
  columns: {
    arm: column('arm', 'protocol'),
    phase: wordColumn('word', PHASES, 'phase'),
    n: column('count', 'n', 'Valid loads with a value'),
    meanMs: orNull(column('number', 'mean', 'Null: no load has one', { unit: 'ms' })),
    medianMs: orNull(column('number', 'median', 'Null: no load has one', { unit: 'ms' })),
  },
  order: 'By arm, then in the order of HAR',
})

export type Phases = FigureAnswer<typeof phases>
