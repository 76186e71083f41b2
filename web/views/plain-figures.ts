import type { FigureSubject } from '../../figures/figure.ts'
import type { VNode } from '../dom/h.ts'
import { block } from '../figure/block.ts'
import type { ShownSubject } from './plain-figure-blocks.ts'
import type { ViewContext } from './view.ts'

/** The plain figures of a campaign, survey or lab run. Their code comes by itself: a first view can do without. */
export function plainFigures(context: ViewContext, of: FigureSubject, shown: ShownSubject): VNode {
  return block({
    ...context,
    what: 'further figures',
    size: 'line',
    load: () => import('./plain-figure-blocks.ts'),
    show: ({ plainFigureBlocks }) => plainFigureBlocks(context, of, shown),
  })
}
