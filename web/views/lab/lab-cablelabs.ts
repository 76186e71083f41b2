import type { Cablelabs, LabRun } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { cablelabsTable } from '../../charts/cablelabs-table.ts'
import { integer } from '../../charts/quantity.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import type { ViewContext } from '../view.ts'
import type { LabChoices } from './lab-choices.ts'

/** CableLabs' Tables 5 to 11, where the run has the conditions that make them. */
export function cablelabsSection(context: ViewContext, run: LabRun, choices: LabChoices): Child {
  const { api } = context
  const { metric, arm, baseline } = choices
  return [
    h('h2', {}, 'As CableLabs tabulates it'),
    block({
      ...context,
      what: 'the CableLabs tables',
      size: 'small',
      load: () => api.get('cablelabs', `/lab/runs/${run.id}/cablelabs`, { metric, arm, baseline }),
      show: (answer) => show(run, choices, answer),
    }),
  ]
}

function show(run: LabRun, { metric, arm, baseline }: LabChoices, answer: Cablelabs): Child {
  if (answer.tables.length === 0) {
    return h(
      'p',
      { class: 'nothing' },
      'The tables need conditions with pages, servers, rates, round trips, losses and initial windows of 3 and 10. This run has none of them.',
    )
  }
  const links = dataLinks(`/lab/runs/${run.id}/cablelabs`, { metric, arm, baseline })
  return [
    h(
      'p',
      { class: 'note' },
      `Gain of ${armLabel(arm)} over ${armLabel(baseline)} with an initial window of 3, in ${metricWords(metric)}: best, mean and worst condition of each cell. n = ${integer(answer.conditions)} conditions; ${integer(answer.skippedCells)} cells of the run left out.`,
    ),
    h(
      'div',
      { class: 'columns' },
      answer.tables.map(({ table, case: words, rows, columns, cells }) =>
        scroll(
          `Table ${table}`,
          cablelabsTable({ caption: `Table ${table}: ${words}`, rows, columns, cells }),
        ),
      ),
    ),
    scroll('Table 11', summaryTable(answer)),
    h(
      'p',
      { class: 'files' },
      links.csv === null ? null : h('a', { href: links.csv, 'data-native': true }, 'CSV'),
      h('a', { href: links.json, 'data-native': true }, 'JSON'),
    ),
  ]
}

function scroll(label: string, table: VNode): VNode {
  return h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': label }, table)
}

function summaryTable({ summary }: Cablelabs): VNode {
  const number = (value: number | null) =>
    h('td', { class: 'number' }, value === null ? '–' : value.toFixed(1))
  const columns = [
    'best',
    'mean',
    'geometric mean',
    'worst',
    'gain ≥ 1',
    'gain ≥ 2',
    'A and B without loss',
    'n',
  ]
  return h(
    'table',
    { class: 'data' },
    h('caption', {}, 'Table 11: all conditions'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'case'),
        columns.map((name) => h('th', { scope: 'col', class: 'number' }, name)),
      ),
    ),
    h(
      'tbody',
      {},
      summary.map(({ case: words, all, pagesABWithoutLoss }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, words),
          number(all.best),
          number(all.mean),
          number(all.geometricMean),
          number(all.worst),
          h('td', { class: 'number' }, integer(all.atLeastOne)),
          h('td', { class: 'number' }, integer(all.atLeastTwo)),
          number(pagesABWithoutLoss.mean),
          h('td', { class: 'number' }, integer(all.n)),
        ),
      ),
    ),
  )
}
