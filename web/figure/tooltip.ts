import type { StopDetails } from '../charts/chart.ts'
import { h } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'

interface Tooltip {
  /** @param place of the mark, px of the window: asked for again when something scrolls; of a pointer: once */
  show(details: StopDetails, place: DOMRect | (() => DOMRect)): void
  hide(): void
}

/** Kept between the tooltip and the pointer or the window's edge, px. */
const GAP = 14
const EDGE = 8

/**
 * A small table beside the pointer, or beside what the arrow keys have reached. It is for eyes alone: the read-out says the
 * same to those who hear.
 */
export function attachTooltip(plot: HTMLElement): Tooltip {
  const { ownerDocument: document } = plot
  let shown: { readonly element: HTMLElement; readonly scrolled: () => void } | null = null
  const hide = () => {
    if (shown === null) return
    shown.element.remove()
    document.removeEventListener('scroll', shown.scrolled, true)
    shown = null
  }
  return {
    hide,
    show(details, place) {
      hide()
      const element = renderHtml(content(details), document)
      // Stands beside the plot, which clips what reaches beyond it.
      plot.after(element)
      const put = () => {
        const rect = typeof place === 'function' ? place() : place
        const { left, top } = besidePlace(rect, element.getBoundingClientRect(), document.documentElement)
        element.style.left = `${left}px`
        element.style.top = `${top}px`
      }
      put()
      const scrolled = () => {
        // A pointer's mark has moved away from it; and the page may have gone elsewhere.
        if (typeof place === 'function' && element.isConnected) put()
        else hide()
      }
      shown = { element, scrolled }
      document.addEventListener('scroll', scrolled, true)
    },
  }
}

/** Puts it to the right and below where there is room, else above; always inside the window. */
function besidePlace(place: DOMRect, own: DOMRect, { clientWidth, clientHeight }: HTMLElement) {
  const isRow = place.width > 0
  const wantedX = isRow ? place.left + place.width / 2 - own.width / 2 : place.left + GAP
  const left = Math.max(EDGE, Math.min(wantedX, clientWidth - own.width - EDGE))
  const below = place.bottom + GAP
  const fits = below + own.height + EDGE <= clientHeight
  return { left, top: fits ? below : Math.max(EDGE, place.top - own.height - GAP) }
}

function content({ title, heads, rows }: StopDetails) {
  return h(
    'div',
    { class: 'tooltip', 'aria-hidden': 'true' },
    h('p.tooltip-title', title),
    h(
      'table',
      heads === null
        ? null
        : h(
            'thead',
            h(
              'tr',
              heads.map((words) => h('td', words)),
            ),
          ),
      h(
        'tbody',
        rows.map(([name = '', ...cells]) =>
          h(
            'tr',
            h('th', { scope: 'row' }, name),
            cells.map((cell) => h('td', cell)),
          ),
        ),
      ),
    ),
  )
}
