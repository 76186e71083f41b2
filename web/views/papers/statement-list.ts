import {
  type PaperStatementRow,
  type PaperStatements,
  paperStatements,
} from '../../../figures/paper-statements.ts'
import type { StatementVerdict } from '../../../model/statement-verdict.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { tableOf } from '../../dom/table.ts'
import { scrollable, tableFiles } from '../../figure/scroll-table.ts'

const CLASS: Partial<Record<StatementVerdict, string>> = {
  'found again': 'verdict-faster',
  'turned round': 'verdict-slower',
}

/** Statements with their verdicts, the decided ones first and a row for both protocols; `path` of their data. */
export function statementList({ rows }: PaperStatements, path: string): Child {
  const statements = [...Map.groupBy(rows, ({ statement }) => statement).values()]
  const isOf = (verdict: StatementVerdict) => (own: readonly PaperStatementRow[]) =>
    own.every((row) => row.verdict === verdict)
  const [open, undecided] = [isOf('not measured'), isOf('nothing decides')]
  const decided = statements.filter((own) => !open(own) && !undecided(own))
  return [
    h('h2', paperStatements.title),
    h('p.note', paperStatements.note?.({}, rows) ?? null),
    decided.length === 0 ? h('p', 'Nothing of it is measured yet.') : decidedTable(decided),
    folded('Not measured yet', statements.filter(open), ({ plan, expected }) =>
      [plan === null ? '' : `plan ${plan}`, expected ?? '']
        .filter((part) => part !== '')
        .join(', holds with '),
    ),
    folded('Nothing of ours decides', statements.filter(undecided), ({ why }) => why ?? ''),
    tableFiles(dataLinks(path), 0, ['papers']),
  ]
}

function decidedTable(statements: readonly (readonly PaperStatementRow[])[]): VNode {
  return scrollable(
    'Decided statements',
    tableOf(
      'table.data.statements',
      'Decided statements: verdict, figure with its 95 % interval, n rounds',
      ['what the paper says', 'HTTP/2', 'HTTP/3', 'the figure, and what it holds with'].map((head) =>
        h('th', { scope: 'col' }, head),
      ),
      statements.map(decidedRow),
    ),
  )
}

function decidedRow(own: readonly PaperStatementRow[]): VNode {
  const [first] = own as [PaperStatementRow]
  const { paper, place, says, printed, figure, expected, statement } = first
  return h(
    'tr',
    h(
      'th',
      { scope: 'row', class: 'says' },
      h('span', { class: 'strong', title: statement }, `${paper}, ${place}. `),
      says,
      printed === null ? null : h('span.note', ` Printed: ${printed}.`),
    ),
    first.arm === null
      ? h('td', { colspan: 2 }, ...verdictOf(first))
      : (['h2', 'h3'] as const).map((arm) => h('td', ...verdictOf(own.find((row) => row.arm === arm)))),
    h('td.rule', `${figure ?? ''}: ${expected ?? ''}`),
  )
}

/** A statement of HTTP/1.1 alone has one verdict. */
function verdictOf(row: PaperStatementRow | undefined): Child[] {
  if (row === undefined) return ['–']
  const { verdict, here, rounds, arm } = row
  return [
    h(
      'span',
      { class: `strong ${CLASS[verdict] ?? 'verdict-none'}` },
      arm === null ? `${verdict} (HTTP/1.1)` : verdict,
    ),
    here === null ? null : h('span', ` ${here}, n = ${rounds}`),
  ]
}

function folded(
  title: string,
  statements: readonly (readonly PaperStatementRow[])[],
  reasonOf: (row: PaperStatementRow) => string,
): Child {
  if (statements.length === 0) return null
  return h(
    'details',
    h('summary', `${title}: ${statements.length}`),
    h(
      'ul.statements',
      statements.map(([row]) =>
        row === undefined
          ? null
          : h(
              'li',
              h('span.strong', `${row.paper}, ${row.place}. `),
              `${row.says} `,
              h('span.note', reasonOf(row)),
            ),
      ),
    ),
  )
}
