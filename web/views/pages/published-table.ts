import { integer, quantity } from '../../../figures/quantity.ts'
import { METRICS } from '../../../model/metrics.ts'
import { PUBLISHED_SITES } from '../../../model/published-sites.ts'
import { armLabel } from '../../charts/arm.ts'
import { h, type VNode } from '../../dom/h.ts'
import { chosenCurve, type PagesData } from './page-data.ts'
import { intervalWords } from './page-headline.ts'
import { publishedCurves } from './published-curve.ts'

const ROWS = [
  ...(['requests', 'har_bytes', 'domains', 'servers'] as const),
  ...(['share_top1', 'initial_window', 'rtt_median_ms'] as const),
]

/** Medians here, and of the sites that the papers printed. */
export function publishedTable(data: PagesData): VNode {
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Medians beside the papers’' },
    h(
      'table',
      { class: 'data beside' },
      h('caption', { class: 'visually-hidden' }, 'Medians over sites, here and in the papers'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'of a page'),
          h('th', { scope: 'col', class: 'number' }, `here, ${armLabel(data.arm)}`),
          h('th', { scope: 'col', class: 'number' }, '95 % interval'),
          h('th', { scope: 'col', class: 'number' }, 'n'),
          PUBLISHED_SITES.map(({ source, sites }) =>
            h('th', { scope: 'col', class: 'number' }, `${source.split(',')[0]} (n = ${sites.length})`),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ROWS.map((metric) => {
          const { unit, label } = METRICS[metric]
          const curve = chosenCurve(data, metric)
          const n = data.cdfs.get(metric)?.arms.find(({ arm }) => arm === data.arm)?.n ?? 0
          const published = publishedCurves(metric)
          const cell = (text: string | null) => h('td', { class: 'number' }, text ?? '–')
          return h(
            'tr',
            {},
            h('th', { scope: 'row' }, label),
            cell(curve === null || curve.median === null ? null : quantity(curve.median, unit)),
            cell(curve?.medianInterval == null ? null : intervalWords(curve.medianInterval, unit)),
            cell(integer(n)),
            PUBLISHED_SITES.map(({ source }) => {
              const found = published.find((one) => one.source === source)
              return cell(found === undefined ? null : quantity(found.median, unit))
            }),
          )
        }),
      ),
    ),
  )
}
