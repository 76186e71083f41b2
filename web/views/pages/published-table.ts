import { integer, quantity } from '../../../figures/quantity.ts'
import { METRICS } from '../../../model/metrics.ts'
import { PUBLISHED_SITES } from '../../../model/published-sites.ts'
import { armLabel } from '../../charts/arm.ts'
import { h, type VNode } from '../../dom/h.ts'
import { numbers, scrolling, table, texts } from '../../dom/table.ts'
import { chosenCurve, type PagesData } from './page-data.ts'
import { intervalWords } from './page-headline.ts'
import { publishedCurves } from './published-curve.ts'

const ROWS = [
  ...(['requests', 'har_bytes', 'domains', 'servers'] as const),
  ...(['share_top1', 'initial_window', 'rtt_median_ms'] as const),
]

/** Medians here, and of the sites that the papers printed. */
export function publishedTable(data: PagesData): VNode {
  return scrolling(
    'Medians beside the papers’',
    table(
      {
        caption: h('caption.visually-hidden', 'Medians over sites, here and in the papers'),
        columns: [
          ...texts('of a page'),
          ...numbers(`here, ${armLabel(data.arm)}`, '95 % interval', 'n'),
          ...numbers(
            ...PUBLISHED_SITES.map(({ source, sites }) => `${source.split(',')[0]} (n = ${sites.length})`),
          ),
        ],
        rows: ROWS.map((metric) => cellsOf(data, metric)),
      },
      { class: 'data beside' },
    ),
  )
}

function cellsOf(data: PagesData, metric: (typeof ROWS)[number]): readonly (string | null)[] {
  const { unit, label } = METRICS[metric]
  const curve = chosenCurve(data, metric)
  const n = data.cdfs.get(metric)?.arms.find(({ arm }) => arm === data.arm)?.n ?? 0
  const published = publishedCurves(metric)
  return [
    label,
    curve === null || curve.median === null ? null : quantity(curve.median, unit),
    curve?.medianInterval == null ? null : intervalWords(curve.medianInterval, unit),
    integer(n),
    ...PUBLISHED_SITES.map(({ source }) => {
      const found = published.find((one) => one.source === source)
      return found === undefined ? null : quantity(found.median, unit)
    }),
  ]
}
