import { count, integer } from '../../../figures/quantity.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import type { Cablelabs, LabRun, LabRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { cablelabsTable } from '../../charts/cablelabs-table.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords, termOf } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { numbers, table, texts } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { dataFiles } from '../../figure/data-files.ts'
import { scrollable } from '../../figure/scroll-table.ts'
import type { ViewContext } from '../view.ts'
import type { LabChoices } from './lab-choices.ts'

/** CableLabs' Tables 5 to 11 (cablelabs:table-11); nothing where the run lacks the conditions that make them, or their metric is no time. */
export function cablelabsSection(context: ViewContext, run: LabRunDetail, choices: LabChoices): Child {
  const { api } = context
  const { metric, arm, baseline } = choices
  if (!hasItsConditions(run) || termOf(metric).main !== true) return null
  return block({
    ...context,
    what: 'the CableLabs tables',
    size: 'small',
    load: () => api.get('cablelabs', `/lab/runs/${run.id}/cablelabs`, { metric, arm, baseline }),
    show: (answer) => (answer.conditions === 0 ? null : show(run, choices, answer)),
  })
}

/** Its tables compare with an initial window of 3, by page, rate, round trip and loss. */
function hasItsConditions({ factors }: Pick<LabRun, 'factors'>): boolean {
  const values = (name: string) => factors.find((factor) => factor.name === name)?.values ?? []
  return (
    values('page').some((page) => typeof page === 'string') &&
    ['downMbps', 'upMbps', 'rttMs', 'lossFraction'].every((name) =>
      values(name).some((value) => typeof value === 'number'),
    ) &&
    values('initcwnd').includes(3)
  )
}

function show(run: LabRunDetail, { metric, arm, baseline }: LabChoices, answer: Cablelabs): Child {
  const links = dataLinks(`/lab/runs/${run.id}/cablelabs`, { metric, arm, baseline })
  return [
    h('h2', 'As CableLabs tabulates it'),
    h(
      'p.note',
      `Gain of ${armLabel(arm)} over ${armLabel(baseline)} with an initial window of 3, in ${metricWords(metric)}: best, mean and worst condition of each cell. n = ${count(answer.conditions, 'condition')}; ${count(answer.skippedCells, 'cell')} of the run left out.`,
    ),
    h(
      'div.columns',
      answer.tables.map(({ table, case: words, rows, columns, cells }) =>
        scrollable(
          `Table ${table}`,
          cablelabsTable({ caption: `Table ${table}: ${words}`, rows, columns, cells }),
        ),
      ),
    ),
    scrollable('Table 11', summaryTable(answer)),
    h(
      'p.files',
      dataFiles(links, [
        metricInFileName(metric),
        `${arm}-over-${baseline}`,
        'cablelabs',
        labRunSource(run).fileWords,
      ]),
    ),
  ]
}

function summaryTable({ summary }: Cablelabs): VNode {
  const gain = (value: number | null) => (value === null ? null : value.toFixed(1))
  return table({
    caption: 'Table 11: all conditions',
    columns: [
      ...texts('case'),
      ...numbers('best', 'mean', 'geometric mean', 'worst', 'gain ≥ 1', 'gain ≥ 2'),
      ...numbers('A and B without loss', 'n'),
    ],
    rows: summary.map(({ case: words, all, pagesABWithoutLoss }) => [
      ...[words, gain(all.best), gain(all.mean), gain(all.geometricMean), gain(all.worst)],
      ...[integer(all.atLeastOne), integer(all.atLeastTwo), gain(pagesABWithoutLoss.mean), integer(all.n)],
    ]),
  })
}
