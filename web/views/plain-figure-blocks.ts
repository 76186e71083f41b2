import type { FigureSubject } from '../../figures/figure.ts'
import { PLAIN_FIGURES } from '../../figures/plain-figures.ts'
import { SUBJECT_ROOTS } from '../../figures/subject-roots.ts'
import type { VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import { figureTable } from '../figure/figure-table.ts'
import type { ViewContext } from './view.ts'

/** The plain figures of a campaign, survey or lab run, each loaded for itself. */
export function plainFigureBlocks(
  context: ViewContext,
  of: FigureSubject,
  { id, fileWords }: { readonly id: number; readonly fileWords: string },
): VNode[] {
  return PLAIN_FIGURES.filter((figure) => figure.of === of).map((figure) => {
    const path = `${SUBJECT_ROOTS[of]}/${id}/${figure.slug}`
    return block({
      ...context,
      what: figure.title,
      size: 'small',
      load: () => context.api.get(figure.name, path),
      show: (answer) => figureTable(figure, answer, { path, fileWords: [figure.slug, fileWords] }),
    })
  })
}
