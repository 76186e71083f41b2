import type { FigureSubject } from '../../figures/figure.ts'
import { PLAIN_FIGURES } from '../../figures/plain-figures.ts'
import { SUBJECT_ROOTS } from '../../figures/subject-roots.ts'
import { CHART_LINES } from '../charts/lab-run-lines.ts'
import type { Source } from '../citation/source.ts'
import type { VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import { figureTable } from '../figure/figure-table.ts'
import { lineCharts } from './plain-figure-charts.ts'
import type { ViewContext } from './view.ts'

export interface ShownSubject {
  readonly id: number
  readonly fileWords: string
  /** What charts are drawn from. Default: none are. */
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
