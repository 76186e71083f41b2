import { type PaperPointRow, type PaperPoints, paperPoints } from '../../../figures/paper-points.ts'
import { paperLinesChart } from '../../charts/paper-lines.ts'
import { paperLinesData } from '../../charts/paper-lines-data.ts'
import type { Source } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'

/** Where the paper says it, and what. */
export interface Said {
  readonly place: string
  readonly says: string
}

export const POINTS_PATH = '/papers/points'

/** Figures of one paper in their own axes, a chart for each of their lines. */
export function paperFigures(
  context: ViewContext,
  { rows }: PaperPoints,
  { paper, source, sayOf }: { paper: string; source: Source; sayOf: (statement: string) => Said },
): VNode[] {
  const own = rows.filter(({ statement }) => statement.startsWith(`${paper}:`))
  const figures = Map.groupBy(own, ({ statement }) => statement)
  return [...figures].map(([statement, points]) => {
    const { place, says } = sayOf(statement)
    return h(
      'section',
      { class: 'paper-figure' },
      h('h3', { id: statement.replace(':', '-') }, place),
      h('p', { class: 'note' }, says),
      ...[...Map.groupBy(points, ({ series }) => series)].map(([series, line]) =>
        seriesFigure(context, line, { title: `${place}, ${series}`, source }),
      ),
    )
  })
}

function seriesFigure(
  context: ViewContext,
  rows: readonly PaperPointRow[],
  { title, source }: { title: string; source: Source },
): VNode {
  return figure({
    ...context,
    ...{ title, source, site: null },
    id: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    holds: [paperPoints.name],
    links: dataLinks(POINTS_PATH),
    draw: ({ width, standalone }) => paperLinesChart(paperLinesData(rows), { width, standalone, title }),
  })
}
