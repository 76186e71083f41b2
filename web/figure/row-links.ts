import type { ReadOut } from '../charts/chart.ts'
import { h } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'

/**
 * Links over the rows of a chart that stand for pages: to click, to open in another tab, to copy. The chart is one place
 * for Tab; its arrow keys go from row to row, and Enter follows the link.
 */
export function rowLinks({ stops }: ReadOut, document: Document): HTMLElement[] {
  return stops.flatMap(({ href, box, text }) => {
    if (href == null || box === undefined) return []
    const link = renderHtml(h('a', { class: 'row-link', href, tabindex: -1, 'aria-label': text }), document)
    for (const [name, px] of [
      ...([
        ['left', box.x],
        ['top', box.y],
      ] as const),
      ...([
        ['width', box.width],
        ['height', box.height],
      ] as const),
    ])
      link.style.setProperty(name, `${px}px`)
    return [link]
  })
}
