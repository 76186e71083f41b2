import { ARM_NAMES } from '../../../model/arm.ts'
import type { Efficiency, LabRun, LabRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { efficiencyDotsChart } from '../../charts/efficiency-dots.ts'
import { integer, milliseconds, share } from '../../charts/quantity.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { factorLabel, factorText } from './factor-terms.ts'
import type { LabChoices } from './lab-choices.ts'
import { configuredLinkText, measuredLinkText } from './link-text.ts'

/** Conditions as configured and as measured, and how near the loads came to what the wire allows. */
export function conditionsBlock(context: ViewContext, run: LabRun, { metric }: LabChoices): Child {
  const { api } = context
  return [
    h('h2', {}, 'Efficiency against the wire limit'),
    block({
      ...context,
      what: 'the efficiency',
      size: 'chart',
      load: () => api.get('efficiency', `/lab/runs/${run.id}/efficiency`, { metric }),
      show: (answer) =>
        answer.rows.length === 0
          ? h('p', { class: 'nothing' }, 'No condition of this run has a wire limit and valid samples yet.')
          : [
              efficiencyFigure(context, run, answer, metricWords(metric)),
              efficiencyTable(run, answer, metricWords(metric)),
            ],
    }),
    h('h2', {}, 'Conditions'),
    block({
      ...context,
      what: 'the conditions',
      size: 'small',
      load: () => api.get('labRun', `/lab/runs/${run.id}`),
      show: (detail) => conditionTable(run, detail),
    }),
  ]
}

/** Rows shown; the API has all. */
const MAX_ROWS = 300

function efficiencyFigure(
  { signal }: ViewContext,
  run: LabRun,
  { rows, metric }: Efficiency,
  words: string,
): VNode {
  const title = 'Efficiency by protocol'
  const varied = run.factors.filter(({ values }) => values.length > 1).map(({ name }) => name)
  const labelOf = ({ cell, factors }: Efficiency['rows'][number]) =>
    varied.map((name) => `${factorLabel(name)} ${factorText(factors[name] ?? null)}`).join(', ') ||
    `condition ${cell}`
  return figure({
    id: 'efficiency',
    title,
    links: dataLinks(`/lab/runs/${run.id}/efficiency`, { metric }),
    signal,
    draw: ({ width, standalone }) =>
      efficiencyDotsChart(
        {
          metric: words,
          arms: ARM_NAMES.map((arm) => rows.filter((row) => row.arm === arm)).flatMap((loads) => {
            const [first] = loads
            if (first === undefined) return []
            const conditions = loads.map((row) => ({ ...row, label: labelOf(row) }))
            return [{ arm: first.arm, conditions, leftOut: run.cells - loads.length }]
          }),
        },
        { width, standalone, title },
      ),
  })
}

function efficiencyTable(run: LabRun, { rows, metric }: Efficiency, words: string): Child {
  const names = run.factors.map(({ name }) => name)
  return [
    scrollTable(
      `Smallest time that the wire allows, over the median ${words}`,
      [...names.map(factorLabel), 'arm', 'n', 'median', 'limit', 'efficiency'],
      rows
        .slice(0, MAX_ROWS)
        .map((row) => [
          ...names.map((name) => factorText(row.factors[name] ?? null)),
          armLabel(row.arm),
          integer(row.n),
          milliseconds(row.medianMs),
          milliseconds(row.limitMs),
          share(row.efficiency),
        ]),
    ),
    tableFiles(dataLinks(`/lab/runs/${run.id}/efficiency`, { metric }), rows.length),
  ]
}

function conditionTable(run: LabRun, { cellsList }: LabRunDetail): Child {
  const names = run.factors.map(({ name }) => name)
  return [
    scrollTable(
      'Conditions as configured and as measured',
      ['no.', ...names.map(factorLabel), 'state', 'link as configured', 'link as measured'],
      cellsList
        .slice(0, MAX_ROWS)
        .map((cell) => [
          integer(cell.cell),
          ...names.map((name) => factorText(cell.factors[name] ?? null)),
          cell.reason === null ? cell.state : `${cell.state}: ${cell.reason}`,
          configuredLinkText(cell.configuredLink),
          measuredLinkText(cell.measuredLink),
        ]),
    ),
    tableFiles(dataLinks(`/lab/runs/${run.id}`, {}, false), cellsList.length),
  ]
}

function scrollTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): VNode {
  return h(
    'div',
    { class: 'table-scroll tall', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      { class: 'data' },
      h('caption', {}, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            row.map((cell) => h('td', {}, cell)),
          ),
        ),
      ),
    ),
  )
}

function tableFiles(links: { json: string; csv: string | null }, total: number): VNode {
  return h(
    'p',
    { class: 'files' },
    total > MAX_ROWS ? `First ${MAX_ROWS} of ${integer(total)} rows; all of them: ` : 'Data: ',
    links.csv === null ? null : h('a', { href: links.csv, 'data-native': true }, 'CSV'),
    ' ',
    h('a', { href: links.json, 'data-native': true }, 'JSON'),
  )
}
