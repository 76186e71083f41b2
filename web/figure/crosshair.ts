import type { ReadOut, Stop } from '../charts/chart.ts'
import { h } from '../dom/h.ts'
import { render, renderHtml } from '../dom/render.ts'
import { fromRoot } from '../dom/root-path.ts'
import { nearestStop, stopAfterKey } from './nearest-stop.ts'
import { attachTooltip } from './tooltip.ts'

/** Says how values are read, said while none is. */
export interface Hints {
  readonly plain: string
  readonly links: string
}

interface Crosshair {
  /** Follows a chart that was drawn anew; the place is kept where it still exists. */
  follow(svg: SVGElement, readOut: ReadOut | null): void
}

/**
 * Read-out of a chart by pointer, finger and arrow keys: marks the place in the chart and says it in `output`, which is
 * a live region.
 */
export function attachCrosshair(plot: HTMLElement, output: HTMLElement, hints: Hints): Crosshair {
  let svg: SVGElement | null = null
  let readOut: ReadOut | null = null
  let current: number | null = null
  let links: readonly HTMLElement[] = []
  const tooltip = attachTooltip(plot)

  const show = (index: number | null) => {
    current = index
    svg?.querySelector('.crosshair')?.remove()
    if (index === null) tooltip.hide()
    const stop = index === null ? undefined : readOut?.stops[index]
    output.textContent = stop?.text ?? (links.length === 0 ? hints.plain : hints.links)
    output.classList.toggle('idle', stop === undefined)
    if (stop !== undefined && readOut !== null) svg?.append(marks(readOut, stop, plot.ownerDocument))
  }

  const showDetails = (index: number | null, place: DOMRect | (() => DOMRect)) => {
    const details = index === null ? undefined : readOut?.stops[index]?.details
    if (details === undefined) tooltip.hide()
    else tooltip.show(details(), place)
  }

  const open = () => {
    const href = current === null ? null : readOut?.stops[current]?.href
    links.find((link) => href != null && link.getAttribute('href') === fromRoot(href))?.click()
  }

  const byPointer = (event: PointerEvent) => {
    if (svg === null || readOut === null) return
    // The part that stays above the rows covers some of them.
    if (event.target instanceof Element && event.target.closest('.chart-head') !== null) return
    const { left, top } = svg.getBoundingClientRect()
    const index = nearestStop(readOut, event.clientX - left, event.clientY - top)
    show(index)
    showDetails(index, new DOMRect(event.clientX, event.clientY))
  }
  plot.addEventListener('pointermove', byPointer)
  plot.addEventListener('pointerdown', byPointer)
  plot.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') tooltip.hide()
    if (event.pointerType === 'mouse' && plot.ownerDocument.activeElement !== plot) show(null)
  })
  plot.addEventListener('keydown', (event) => {
    if (readOut === null || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return show(null)
    if (event.key === 'Enter') return open()
    const next = stopAfterKey(readOut, current, event.key)
    if (next === null) return
    event.preventDefault()
    show(next)
    const mark = svg?.querySelector('.crosshair')
    // Scrolls where only some rows are in view; others stay as they are.
    if (plot.classList.contains('long')) mark?.scrollIntoView({ block: 'nearest' })
    if (mark != null) showDetails(next, () => mark.getBoundingClientRect())
  })
  plot.addEventListener('blur', () => show(null))

  return {
    follow(drawn, next) {
      svg = drawn
      readOut = next
      for (const link of links) link.remove()
      links = next === null ? [] : rowLinks(next, plot.ownerDocument)
      plot.append(...links)
      show(current !== null && next !== null && current < next.stops.length ? current : null)
    },
  }
}

function marks({ line }: ReadOut, stop: Stop, document: Document): SVGElement | HTMLElement {
  const { box, dots = [] } = stop
  return render(
    h(
      'g.crosshair',
      line === null
        ? null
        : h(
            'line',
            line.kind === 'vertical'
              ? { class: 'crosshair-line', x1: stop.x, x2: stop.x, y1: line.from, y2: line.to }
              : { class: 'crosshair-line', x1: line.from, x2: line.to, y1: stop.y, y2: stop.y },
          ),
      box === undefined ? null : h('rect', { class: 'crosshair-box', ...box }),
      dots.map(({ x, y, className }) =>
        h('circle', { class: `crosshair-dot ${className}`, cx: x, cy: y, r: 4 }),
      ),
    ),
    document,
    true,
  )
}

/**
 * Links over the rows of a chart that stand for pages: to click, to open in another tab, to copy. The chart is one place
 * for Tab; its arrow keys go from row to row, and Enter follows the link.
 */
function rowLinks({ stops }: ReadOut, document: Document): HTMLElement[] {
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
