import { STATEMENT_VERDICTS } from '../model/statement-verdict.ts'
import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'

export const paperStatements = figure({
  name: 'paperStatements',
  title: 'Statements of papers',
  description: 'What the papers say, and what shipped samples of today’s protocols say of it',
  head: {},
  columns: {
    paper: column('text', 'paper', null, { shown: 'where rows differ' }),
    statement: column('text', 'statement'),
    place: column('text', 'place', null, { shown: 'never' }),
    says: column('text', 'says', null, { shown: 'never' }),
    printed: orNull(
      column('text', 'printed', 'Numbers of the paper; null: none', { shown: 'where there is room' }),
    ),
    plan: orNull(
      column('text', 'plan', 'Whose samples decide it; null: none', { shown: 'where there is room' }),
    ),
    arm: orNull(column('arm', 'protocol', 'In SPDY’s place; null: nothing stands there')),
    verdict: wordColumn('word', STATEMENT_VERDICTS, 'verdict', 'By its figures’ intervals'),
    here: orNull(column('text', 'here', 'The figure that decides it; null: not measured')),
    estimate: orNull(column('estimate', 'value', 'The same in numbers', { shown: 'never' })),
    unit: orNull(column('text', 'unit', null, { shown: 'never' })),
    figure: orNull(column('text', 'figure', 'What it is of', { shown: 'never' })),
    expected: orNull(column('text', 'expected', 'Values with which it holds')),
    cells: orNull(column('count', 'cells', 'Of the value')),
    rounds: orNull(column('count', 'n', 'Rounds of these cells; repetitions of loads')),
    source: orNull(
      column('text', 'loaded by', '`browser` or `graph`; page users: `load`, over a long ramp `load-full`', {
        shown: 'where there is room',
      }),
    ),
    measured: orNull(column('text', 'measured', 'Day of the last load', { shown: 'where there is room' })),
    why: orNull(
      column('text', 'why', 'Why nothing decides it, or what its rule leaves open', { shown: 'never' }),
    ),
  },
  order: 'By paper and entry, HTTP/2 before HTTP/3',
  note: () =>
    'Found again: the whole interval of every figure is as expected. Turned round: all of it is on the other side of no ' +
    'difference. Not found: it excludes what is expected. Not decided: it is too wide. Gains and reductions are over ' +
    'HTTP/1.1; rounds are resampled, cells are taken as they are.',
})

export type PaperStatements = FigureAnswer<typeof paperStatements>
export type PaperStatementRow = PaperStatements['rows'][number]
