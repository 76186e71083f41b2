import type { PaperStatements } from '../../../figures/paper-statements.ts'
import { count } from '../../../figures/quantity.ts'
import { STATEMENT_VERDICTS } from '../../../model/statement-verdict.ts'
import type { Source } from '../../citation/source.ts'
import { type Child, h } from '../../dom/h.ts'
import { tableOf } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import type { View, ViewContext } from '../view.ts'
import { POINTS_PATH, paperFigures } from './paper-figures.ts'
import { statementList } from './statement-list.ts'

const PATH = '/papers/statements'

/** Shows what the papers say, and what shipped samples say of it: all of them, or one with its figures. */
export function papers(context: ViewContext): View {
  const paper = context.query.get('paper')
  return {
    title: 'Papers',
    body: h(
      'div',
      h('h1', 'Papers'),
      h(
        'p.lede',
        'Statements of earlier studies of SPDY, and what samples of HTTP/2 and HTTP/3 that ship with towline say of them. Each ' +
          'verdict is computed by a rule; ',
        h('code', 'towline papers'),
        ' computes it again.',
      ),
      block({
        ...context,
        what: 'the statements',
        size: 'large',
        load: () => context.api.get('paperStatements', PATH),
        show: (answer) => [papersTable(context, answer), statementsOf(context, answer, paper)],
      }),
    ),
  }
}

/** A row for each paper with its verdicts; its name leads to it. */
function papersTable({ link }: ViewContext, { rows }: PaperStatements): Child {
  const byPaper = Map.groupBy(rows, ({ paper }) => paper)
  return h(
    'div',
    { class: 'table-scroll first-stays', tabindex: 0, role: 'region', 'aria-label': 'Verdicts by paper' },
    tableOf(
      'table.data',
      'Verdicts by paper, each protocol by itself',
      [
        h('th', { scope: 'col' }, 'paper'),
        STATEMENT_VERDICTS.map((verdict) => h('th', { scope: 'col' }, verdict)),
      ],
      [...byPaper].map(([name, own]) =>
        h(
          'tr',
          h('th', { scope: 'row' }, h('a', { href: link({ paper: idOf(own[0]?.statement ?? '') }) }, name)),
          STATEMENT_VERDICTS.map((verdict) =>
            h('td', String(own.filter((row) => row.verdict === verdict).length)),
          ),
        ),
      ),
    ),
  )
}

const idOf = (statement: string): string => statement.split(':')[0] ?? ''

function statementsOf(context: ViewContext, answer: PaperStatements, paper: string | null): Child {
  const rows = paper === null ? answer.rows : answer.rows.filter(({ statement }) => idOf(statement) === paper)
  if (rows.length === 0) return h('p', `No paper is called ${paper}.`)
  const said = new Map(rows.map((row) => [row.statement, row]))
  return [
    paper === null ? null : h('p', h('a', { href: context.link({ paper: null }) }, 'All papers')),
    statementList({ ...answer, rows }, PATH),
    paper === null
      ? null
      : block({
          ...context,
          what: 'the figures',
          size: 'large',
          load: () => context.api.get('paperPoints', POINTS_PATH),
          show: (points) => [
            h('h2', 'Figures in their own axes'),
            paperFigures(context, points, {
              paper,
              source: sourceOf(rows),
              sayOf: (statement) => said.get(statement) ?? { place: statement, says: '' },
            }),
          ],
        }),
  ]
}

/** Names what the numbers are from: samples that ship with the program. */
function sourceOf(rows: PaperStatements['rows']): Source {
  const days = rows.flatMap(({ measured }) => measured ?? []).toSorted()
  const rounds = rows.reduce((sum, row) => sum + (row.rounds ?? 0), 0)
  return {
    name: 'Kept samples',
    date: days.at(-1) ?? 'not measured yet',
    size: count(rounds, 'round'),
    conditions: ['the lab'],
    caveat: null,
    choices: {},
    fileWords: 'papers',
  }
}
