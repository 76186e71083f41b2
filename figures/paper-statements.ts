import { STATEMENT_VERDICTS } from '../model/statement-verdict.ts'
import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'

/** What kept samples say of the statements of papers. */
export const paperStatements = figure({
  name: 'paperStatements',
  title: 'Statements of papers',
  description: 'What the papers say, and what shipped samples of today’s protocols say of it',
  head: {},
  columns: {
    paper: column('text', 'paper', null, { shown: 'where rows differ' }),
    statement: column('text', 'statement', 'Its id: docs/papers.md has them all'),
    place: column('text', 'place', 'Where the paper says it', { shown: 'never' }),
    says: column('text', 'says', 'In our words', { shown: 'never' }),
    printed: orNull(column('text', 'printed', 'What the paper prints in numbers; null: nothing')),
    plan: orNull(
      column('text', 'plan', 'Whose samples decide it; null: nothing does', { shown: 'where rows differ' }),
    ),
    arm: orNull(column('arm', 'protocol', 'Which stands in SPDY’s place; null: nothing decides it')),
    verdict: wordColumn('word', STATEMENT_VERDICTS, 'verdict', 'By the interval of each of its figures'),
    here: orNull(column('text', 'here', 'The figure that decides it, with its 95 % interval')),
    estimate: orNull(column('estimate', 'value', 'The same in numbers', { shown: 'never' })),
    unit: orNull(column('text', 'unit', 'Of the value', { shown: 'never' })),
    figure: orNull(column('text', 'figure', 'What the value is of; null: not measured', { shown: 'never' })),
    expected: orNull(column('text', 'expected', 'With which values it holds')),
    cells: orNull(column('count', 'cells', 'Conditions that the value is of')),
    rounds: orNull(column('count', 'n', 'Rounds of all these cells')),
    source: orNull(
      column('text', 'loaded by', 'Browser, or graph: without one', { shown: 'where rows differ' }),
    ),
    measured: orNull(column('text', 'measured', 'Day of the last load', { shown: 'where rows differ' })),
    why: orNull(
      column('text', 'why', 'Why nothing decides it; what its rule leaves undecided', { shown: 'never' }),
    ),
  },
  order: 'By paper and entry, HTTP/2 before HTTP/3',
  note: () =>
    'Found again: the whole interval of every figure is as expected. Turned round: all of it is on the other side of no ' +
    'difference. Not found: it excludes what is expected. Not decided: it is too wide. Rounds are resampled; cells are ' +
    'taken as they are.',
})

export type PaperStatements = FigureAnswer<typeof paperStatements>
export type PaperStatementRow = PaperStatements['rows'][number]
