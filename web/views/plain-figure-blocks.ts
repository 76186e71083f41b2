import { type FigureSubject, SUBJECT_ROOTS } from '../../figures/figure.ts'
import { PLAIN_FIGURES } from '../../figures/plain-figures.ts'
import { CHART_LINES, type LabRunLines } from '../charts/lab-run-lines.ts'
import { paperLinesChart } from '../charts/paper-lines.ts'
import type { Source } from '../citation/source.ts'
import { dataLinks } from '../client/api.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import { figure } from '../figure/figure.ts'
import { figureTable } from '../figure/figure-table.ts'
import type { ViewContext } from './view.ts'

export interface ShownSubject {
  readonly id: number
  readonly fileWords: string
  /** Source that charts are drawn from. Default: none are. */
  readonly source?: Source
}

/** The plain figures of a campaign, survey or lab run, each loaded for itself. */
export function plainFigureBlocks(context: ViewContext, of: FigureSubject, subject: ShownSubject): VNode[] {
  const { id, fileWords, source } = subject
  return PLAIN_FIGURES.filter((figure) => figure.of === of).map((figure) => {
    const path = `${SUBJECT_ROOTS[of]}/${id}/${figure.slug}`
    const { slug, title } = figure
    const linesOf = source === undefined ? undefined : CHART_LINES[figure.name]
    return block({
      ...context,
      what: title,
      size: 'small',
      load: async () => {
        const answer = await context.api.get(figure.name, path)
        if (linesOf === undefined) return { answer, lines: [] }
        const steps =
          figure.name === 'handshakeCost' && answer.rows.length > 0
            ? (await context.api.get('handshakeSteps', `${SUBJECT_ROOTS[of]}/${id}/handshake-steps`)).rows
            : []
        return { answer, lines: linesOf(answer.rows as never, steps as never) }
      },
      show: ({ answer, lines }) => [
        source === undefined ? null : lineCharts(context, lines, { slug, title, path, source }),
        figureTable(figure, answer, { path, fileWords: [slug, fileWords] }),
      ],
    })
  })
}

/** Figures that can be looked at together; the table has the rest. */
const MOST_CHARTS = 12

interface Charted {
  readonly slug: string
  readonly title: string
  /** Path of the API. */
  readonly path: string
  readonly source: Source
}

/** A chart for each condition of a plain figure that has one. */
function lineCharts(
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
