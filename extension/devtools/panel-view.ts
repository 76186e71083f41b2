import type { ComputedMetric } from '../../crawler/metrics/compute.ts'
import type { Metric } from '../../crawler/metrics/metric.ts'
import { METRICS, type Unit } from '../../model/metrics.ts'
import { bytes, milliseconds } from '../../web/charts/quantity.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { PANEL_GROUPS } from './measured-har.ts'

export interface PanelView {
  /** Requests that DevTools has recorded. */
  readonly requests: number
  readonly metrics: readonly ComputedMetric[]
  readonly reload: () => void
  readonly refresh: () => void
  readonly save: () => void
}

/** The panel: what was recorded and the metrics computed from it. */
export function panelView({ requests, metrics, reload, refresh, save }: PanelView): VNode[] {
  const button = (id: string, words: string, onclick: () => void, first = false) =>
    h('button', { type: 'button', id, class: first && 'first', onclick }, words)
  if (requests === 0)
    return [
      h(
        'p',
        { class: 'nothing' },
        'DevTools records requests from when it is opened: reload the page to see them.',
      ),
      h(
        'p',
        { class: 'row' },
        button('reload', 'Reload the page', reload, true),
        button('refresh', 'Look again', refresh),
      ),
    ]
  return [
    h(
      'p',
      { class: 'row' },
      button('save', 'Save HAR with metrics', save, true),
      button('reload', 'Reload the page', reload),
      button('refresh', 'Look again', refresh),
      h(
        'span',
        { class: 'quiet', id: 'recorded' },
        `${requests} ${requests === 1 ? 'request' : 'requests'} recorded`,
      ),
    ),
    h(
      'p',
      { class: 'note' },
      'The file holds cookies and everything else that DevTools has recorded. It is saved on this machine and sent nowhere.',
    ),
    ...Object.entries(PANEL_GROUPS).flatMap(([title, group]) => section(title, group, metrics)),
  ]
}

function section(title: string, group: readonly Metric[], metrics: readonly ComputedMetric[]): VNode[] {
  const rows = group.map((metric) => ({ metric, computed: metrics.find(({ name }) => name === metric.name) }))
  return [
    h('h2', {}, title),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h('tr', {}, ...['metric', 'value', 'what it is'].map((words) => h('th', { scope: 'col' }, words))),
      ),
      h(
        'tbody',
        {},
        rows.map(({ metric, computed }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, h('code', {}, metric.name)),
            h('td', { class: 'number' }, valueText(METRICS[metric.name].unit, computed?.value ?? null)),
            h(
              'td',
              { class: 'note' },
              computed?.note ? `${plain(metric.about)} (${computed.note})` : plain(metric.about),
            ),
          ),
        ),
      ),
    ),
  ]
}

function valueText(unit: Unit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'ms') return milliseconds(value)
  if (unit === 'bytes') return bytes(value)
  return unit === 'fraction' ? `${Math.round(1000 * value) / 10} %` : String(value)
}

/** Definitions are Markdown, and stand here as text. */
const plain = (about: string): string => about.replaceAll('`', '')
