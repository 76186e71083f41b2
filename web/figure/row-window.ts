import type { LongChart } from '../charts/chart.ts'
import { render } from '../dom/render.ts'

interface RowWindow {
  /** Puts a chart into the plot and draws the rows in view. @returns the drawing that the rows are in */
  show(chart: LongChart): SVGElement | HTMLElement
}

/** Drawn beyond what is in view on both sides, px: so far a scroll needs nothing drawn. */
const BEYOND = 500

/** More than what stands above the rows takes, px. */
const ABOVE = 200

/** The height of the plot is not known before it has been laid out. */
const FIRST_VIEW = 800

/** Draws of a chart of many rows as much as the plot shows: it scrolls, and rows are drawn as they come into view. */
export function attachRowWindow(plot: HTMLElement): RowWindow {
  const { ownerDocument: document } = plot
  let chart: LongChart | null = null
  let body: SVGElement | HTMLElement | null = null
  let drawn = { top: 0, bottom: 0 }

  const draw = () => {
    if (chart === null || body === null) return
    const scrolled = plot.scrollTop || 0
    const view = { top: Math.max(0, scrolled - ABOVE), bottom: scrolled + (plot.clientHeight || FIRST_VIEW) }
    const height = Number(chart.body.attributes.height)
    const isDrawn = drawn.top <= view.top && drawn.bottom >= Math.min(view.bottom, height)
    if (isDrawn && drawn.bottom > 0) return
    drawn = { top: view.top - BEYOND, bottom: view.bottom + BEYOND }
    body.querySelector('.rows')?.remove()
    // The mark of the read-out stays above.
    body.prepend(render(chart.rows(drawn.top, drawn.bottom), document, true))
  }

  plot.addEventListener('scroll', draw, { passive: true })
  return {
    show(next) {
      chart = next
      drawn = { top: 0, bottom: 0 }
      plot.classList.toggle('long', true)
      body = render(next.body, document)
      plot.replaceChildren(render(next.key, document), render(next.head, document), body)
      draw()
      return body
    },
  }
}
