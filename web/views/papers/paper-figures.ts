import { type PaperPointRow, type PaperPoints, paperPoints } from '../../../figures/paper-points.ts'
import { paperLinesChart } from '../../charts/paper-lines.ts'
import { paperLinesData } from '../../charts/paper-lines-data.ts'
import type { Source } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'

/** Says where the paper says it, and what. */
export interface Said {
  readonly place: string
  readonly says: string
}

export const POINTS_PATH = '/papers/points'

/** Figures of one paper in their own axes, a chart for each of their lines. */
export function paperFigures(
  context: ViewContext,
  { rows }: PaperPoints,
  { paper, source, sayOf }: { paper: string; source: Source; sayOf: SayOf },
): VNode[] {
  const own = rows.filter(({ statement }) => statement.startsWith(`${paper}:`))
  const figures = [...Map.groupBy(own, ({ statement }) => statement)]
  const isMeasured = (points: readonly PaperPointRow[]): boolean => points.some(({ arm }) => arm !== null)
  const open = figures.filter(([, points]) => !isMeasured(points))
  const drawn = figures.filter(([, points]) => isMeasured(points))
  const places = drawn.map(([statement]) => sayOf(statement).place)
  return [
    ...drawn.map(([statement, points]) => {
      const { place, says } = sayOf(statement)
      // Two figures may be of one section, and no two of a page have one name.
      const isAlone = places.filter((other) => other === place).length === 1
      const name = isAlone ? place : `${place} by ${points[0]?.xLabel.replace(/,.*/, '').toLowerCase()}`
      return figureSection(context, statement, points, { place, says, name, source })
    }),
    ...unmeasured(open, sayOf),
  ]
}

type SayOf = (statement: string) => Said

function unmeasured(
  figures: readonly (readonly [statement: string, points: readonly PaperPointRow[]])[],
  sayOf: SayOf,
): VNode[] {
  if (figures.length === 0) return []
  const places = figures.map(([statement]) => sayOf(statement).place)
  return [h('p.note', `Not measured yet: ${places.join(', ')}.`)]
}

function figureSection(
  context: ViewContext,
  statement: string,
  points: readonly PaperPointRow[],
  { place, says, name, source }: Said & { readonly name: string; readonly source: Source },
): VNode {
  return h(
    'section.paper-figure',
    h('h3', { id: statement.replace(':', '-') }, place),
    h('p.note', says),
    h(
      'div.paper-series',
      [...Map.groupBy(points, ({ series }) => series)].map(([series, line]) =>
        seriesFigure(context, line, { title: `${name}, ${series}`, source }),
      ),
    ),
  )
}

function seriesFigure(
  context: ViewContext,
  rows: readonly PaperPointRow[],
  { title, source }: { title: string; source: Source },
): VNode {
  return figure({
    ...context,
    ...{ title, source },
    // Two figures may be of one section: places are no ids.
    id: `${rows[0]?.statement} ${rows[0]?.series}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    holds: [paperPoints.name],
    links: dataLinks(POINTS_PATH),
    draw: (options) => paperLinesChart(paperLinesData(rows), options),
  })
}
