import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageSubject, SUBJECT_IN_ROWS } from './page-subject.ts'

export const series = figure({
  name: 'series',
  title: 'Samples, round by round',
  description: 'Also those that do not count',
  head: {
    ...pageSubject,
    metric: column('metric', 'metric'),
    fromRound: column('count', 'from round'),
    nextRound: orNull(column('count', 'next round', 'Where the next part begins; null at the end')),
  },
  inRows: SUBJECT_IN_ROWS,
  columns: {
    arm: column('arm', 'protocol'),
    round: column('count', 'round'),
    sampleId: column('count', 'sample'),
    startedAt: orNull(column('instant', 'started')),
    state: wordColumn('word', ['valid', 'invalid', 'failed'], 'state'),
    reason: orNull(column('text', 'reason')),
    value: orNull(
      column('number', 'value', 'In the unit of the metric; null where there is none', { namedBy: 'metric' }),
    ),
  },
  order: 'By round',
})

export type Series = FigureAnswer<typeof series>
