import { integer } from '../../../figures/quantity.ts'
import type { AdoptionTrend } from '../../../server/contract/contract.ts'
import { h, type VNode } from '../../dom/h.ts'
import { seriesWords } from './trend-data.ts'

type Series = AdoptionTrend['series'][number]
type Step = Series['steps'][number]
type Change = Step['rows'][number]

interface ChurnRow {
  readonly series: Series
  readonly step: Step
  readonly change: Change
}

/** From survey to survey: what sites gained and lost, apart from what the list did; null where nothing is followed. */
export function churnTable({ series }: AdoptionTrend, row: string, rowLabel: string): VNode | null {
  const rows = series.flatMap((one) =>
    one.steps.flatMap((step) => {
      const change = step.rows.find((candidate) => candidate.row === row)
      return change === undefined ? [] : [{ series: one, step, change }]
    }),
  )
  if (rows.length === 0) return null
  const heads = [
    'from survey',
    'gained',
    'lost',
    'to and fro',
    'not known',
    'came with the list',
    'left with the list',
    'net change, points',
    'known to both',
    'smallest detectable',
  ]
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': `${rowLabel}: gained and lost` },
    h(
      'table',
      { class: 'data', id: 'churn' },
      h('caption', {}, `${rowLabel}: sites that began and ceased, from survey to survey`),
      h('thead', {}, h('tr', {}, heads.map(head))),
      h(
        'tbody',
        {},
        rows.map((one) => churnRow(one, series)),
      ),
    ),
  )
}

function head(name: string, index: number): VNode {
  return h('th', { scope: 'col', class: index === 0 ? null : 'number' }, name)
}

function churnRow({ series, step, change }: ChurnRow, all: readonly Series[]): VNode {
  const name = [`#${step.beforeId} to #${step.afterId}`, ...seriesWords(series, all)].join(', ')
  const { gained, lost, gainedFlapping, lostFlapping, unknown, appeared, disappeared } = change
  const counts = [
    gained - gainedFlapping,
    lost - lostFlapping,
    gainedFlapping + lostFlapping,
    unknown,
    appeared,
    disappeared,
  ]
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    counts.map((count) => h('td', { class: 'number' }, integer(count))),
    netChange(change).map((text) => h('td', { class: 'number' }, text)),
  )
}

/** Of the share among sites that both surveys know about, with its interval; how many; what they could have shown. */
function netChange({ change }: Change): readonly string[] {
  if (change === null) return ['–', '0', '–']
  const { difference, low, high, n, detectable } = change
  return [
    `${points(difference)} (${points(low)} to ${points(high)})`,
    integer(n),
    (100 * detectable).toFixed(1),
  ]
}

function points(value: number): string {
  const text = Math.abs(100 * value).toFixed(1)
  return text === '0.0' ? '0' : `${value > 0 ? '+' : '−'}${text}`
}
