import type { LabRunLines } from '../charts/lab-run-lines.ts'
import { paperLinesChart } from '../charts/paper-lines.ts'
import type { Source } from '../citation/source.ts'
import { dataLinks } from '../client/api.ts'
import { type Child, h } from '../dom/h.ts'
import { figure } from '../figure/figure.ts'
import type { ViewContext } from './view.ts'

/** Figures that can be looked at together; the table has the rest. */
const MOST_CHARTS = 12

interface Charted {
  readonly slug: string
  readonly title: string
  /** Of the API. */
  readonly path: string
  readonly source: Source
}

/** A chart for each condition of a plain figure that has one. */
export function lineCharts(
  context: ViewContext,
  lines: readonly LabRunLines[],
  { slug, title, path, source }: Charted,
): Child {
  if (lines.length === 0) return null
  return h(
    'div.paper-series',
    lines.slice(0, MOST_CHARTS).map(({ series, data }, index) => {
      const named = series === '' ? title : `${title}: ${series}`
      return figure({
        ...context,
        ...{ id: `${slug}-${index + 1}`, title: named, source, holds: [slug, series] },
        links: dataLinks(path),
        draw: (options) => paperLinesChart(data, options),
      })
    }),
  )
}
