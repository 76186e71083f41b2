import type { ComputedMetric } from '../../crawler/metrics/compute.ts'
import { waterfallChart } from '../../web/charts/waterfall.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { tableOf } from '../../web/dom/table.ts'
import { HTTP3_REASONS } from '../../web/har/http3-reason.ts'
import { type MetricRow, metricRows } from './metric-text.ts'
import type { RecordedLoad } from './recorded-load.ts'

interface PanelView {
  /** Requests that DevTools has recorded. */
  readonly requests: number
  readonly metrics: readonly ComputedMetric[]
  /** Is null where none can be read. */
  readonly load: RecordedLoad | null
  /** Width of the waterfall, px. */
  readonly width: number
  readonly reload: () => void
  readonly refresh: () => void
  readonly save: () => void
  readonly copy: () => void
}

/** The panel: what was recorded and the metrics computed from it. */
export function panelView(view: PanelView): VNode[] {
  const { requests, metrics, load, width, reload, refresh, save, copy } = view
  const button = (id: string, words: string, onclick: () => void, first = false) =>
    h('button', { type: 'button', id, class: first && 'first', onclick }, words)
  if (requests === 0)
    return [
      h('p.nothing', 'DevTools records requests from when it is opened: reload the page to see them.'),
      h('p.row', button('reload', 'Reload the page', reload, true), button('refresh', 'Look again', refresh)),
    ]
  return [
    h(
      'p.row',
      button('save', 'Save HAR with metrics', save, true),
      button('copy', 'Copy as Markdown', copy),
      button('reload', 'Reload the page', reload),
      button('refresh', 'Look again', refresh),
      h(
        'span',
        { class: 'quiet', id: 'recorded' },
        `${requests} ${requests === 1 ? 'request' : 'requests'} recorded`,
      ),
    ),
    h(
      'p.note',
      'The file holds cookies and everything else that DevTools has recorded. It is saved on this machine and sent nowhere.',
    ),
    ...http3(load),
    ...waterfall(load, width),
    ...metricRows(metrics).flatMap(([title, rows]) => section(title, rows)),
  ]
}

function http3(load: RecordedLoad | null): VNode[] {
  if (load?.http3 == null || load.http3 === 'used') return []
  return [
    h('h2', 'Why not HTTP/3?'),
    h('p', { id: 'http3', 'data-reason': load.http3 }, HTTP3_REASONS[load.http3]),
  ]
}

function waterfall(load: RecordedLoad | null, width: number): VNode[] {
  if (load === null) return []
  const chart = waterfallChart({ loads: [load.waterfall] }, { width, title: 'Requests of this page' })
  return [
    h('h2', 'Waterfall'),
    h(
      'div',
      { class: 'plot', tabindex: 0, role: 'region', 'aria-label': 'Waterfall of requests' },
      chart.svg,
    ),
    h('p.note', chart.note),
  ]
}

function section(title: string, rows: readonly MetricRow[]): VNode[] {
  const headings = ['metric', 'value', 'what it is'].map((words) => h('th', { scope: 'col' }, words))
  return [
    h('h2', title),
    tableOf(
      'table',
      null,
      headings,
      rows.map(({ metric, label, value, note }) =>
        h(
          'tr',
          h('th', { scope: 'row', title: metric.name }, label),
          h('td.number', value),
          h('td.note', note === null ? plain(metric.about) : `${plain(metric.about)} (${note})`),
        ),
      ),
    ),
  ]
}

/** Definitions are Markdown, and stand here as text. */
const plain = (about: string): string => about.replaceAll('`', '')
