import { fileName } from '../../model/file-name.ts'
import type { Meta } from '../../server/contract/contract.ts'
import type { Chart, ChartOptions } from '../charts/chart.ts'
import { pictureLines } from '../citation/citation.ts'
import type { Source } from '../citation/source.ts'
import { h, type VNode } from '../dom/h.ts'
import { render, renderHtml } from '../dom/render.ts'
import { attachCrosshair, type Hints } from './crosshair.ts'
import { dataFiles } from './data-files.ts'
import { dataTable } from './data-table.ts'
import { type EmbeddedAs, embedCode } from './embed-code.ts'
import { attachRowWindow } from './row-window.ts'
import { download, pngFile, svgFile } from './save.ts'

export interface FigureOptions {
  /** The anchor: letters, digits and hyphens, once a page. */
  readonly id: string
  readonly title: string
  readonly signal: AbortSignal
  readonly meta: Meta | null
  /** The link to the figure by its anchor. */
  readonly permalink: (anchor: string) => string
  readonly source: Source
  /** The site that it is about; null, the default, for several. */
  readonly site?: string | null
  /** Names its files between site and source: metric, arms, kind. */
  readonly holds: readonly (string | null)[]
  readonly draw: (options: ChartOptions) => Chart
  /** Says how other sites show it in a frame. Default: they cannot. */
  readonly embed?: EmbeddedAs
  /** The same data from the API. */
  readonly links: { readonly json: string; readonly csv: string | null }
}

/** Width of a saved chart, px. */
const FILE_WIDTH = 900

/** A chart with everything around it: title, read-out, note, its data as a table, its files. */
export function figure(options: FigureOptions): VNode {
  const { id, title } = options
  return h(
    'figure',
    {
      class: 'figure',
      id,
      'aria-labelledby': `${id}-title`,
      onmount: (element: HTMLElement) => bring(element, options),
    },
    h('figcaption', h('h3', { id: `${id}-title` }, title)),
    h('div', {
      class: 'plot',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'chart',
      'aria-label': `${title}: arrow keys read it out`,
      'aria-describedby': `${id}-note`,
    }),
    h('output', { class: 'read-out idle', 'aria-live': 'polite' }),
    h('p', { class: 'note', id: `${id}-note` }),
    h(
      'div.figure-foot',
      h('details.behind', h('summary', 'Data as a table')),
      options.embed === undefined
        ? null
        : embedCode(options.embed, { title, permalink: options.permalink(id) }),
      h(
        'p.files',
        dataFiles(options.links, fileStem(options)),
        h('button', { type: 'button', class: 'as-link', 'data-save': 'svg' }, 'SVG'),
        h('button', { type: 'button', class: 'as-link', 'data-save': 'png' }, 'PNG'),
      ),
      h('div', { class: 'backstage', 'aria-hidden': 'true' }),
    ),
  )
}

function fileStem({ site = null, holds, source }: FigureOptions): readonly (string | null)[] {
  return [site, ...holds, source.fileWords]
}

function bring(element: HTMLElement, options: FigureOptions): void {
  const { id, title, draw, signal } = options
  const document = element.ownerDocument
  const part = (selector: string): HTMLElement => {
    const found = element.querySelector<HTMLElement>(selector)
    if (found === null) throw new Error(`a figure has no ${selector}`)
    return found
  }
  const plot = part('.plot')
  const output = part('.read-out')
  const crosshair = attachCrosshair(plot, output, hintsFor(document))
  const rowWindow = attachRowWindow(plot)
  let drawnWidth = 0
  const redraw = (width: number) => {
    if (width === drawnWidth || width < 100) return
    drawnWidth = width
    const chart = draw({ width, title })
    const { readOut, note } = chart.long ?? chart
    const svg = chart.long === undefined ? render(chart.svg, document) : rowWindow.show(chart.long)
    if (chart.long === undefined) plot.replaceChildren(svg)
    part('.note').textContent = note
    output.hidden = readOut === null
    if (readOut === null) plot.removeAttribute('tabindex')
    if (svg instanceof SVGElement) crosshair.follow(svg, readOut)
  }
  // A first guess, so that the page has about its height before it is laid out.
  redraw(Math.min(1080, pageWidth(document) - 40))

  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) redraw(Math.floor(entry.contentRect.width))
  })
  observer.observe(plot)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })

  const details = part('details')
  details.addEventListener('toggle', () => {
    if (details.querySelector('table') !== null) return
    const { table } = draw({ width: drawnWidth, title })
    details.append(renderHtml(dataTable(table, title), document))
  })

  for (const button of element.querySelectorAll<HTMLElement>('[data-save]')) {
    button.addEventListener('click', async () => {
      const { site = null, source, meta, permalink } = options
      const lines = pictureLines(site, source, meta, permalink(id))
      const text = svgFile(draw({ width: FILE_WIDTH, title, standalone: true }), lines, part('.backstage'))
      try {
        const blob =
          button.dataset.save === 'svg'
            ? new Blob([text], { type: 'image/svg+xml' })
            : await pngFile(text, document)
        download(blob, fileName(fileStem(options), button.dataset.save ?? ''), document)
      } catch (error) {
        output.hidden = false
        output.textContent = `The chart could not be saved: ${error instanceof Error ? error.message : String(error)}.`
      }
    })
  }
}

function hintsFor({ defaultView }: Document): Hints {
  const byFinger = defaultView?.matchMedia('(hover: none) and (pointer: coarse)').matches ?? false
  return byFinger
    ? { plain: 'Tap to read values.', links: 'Tap a row to open its site.' }
    : {
        plain: 'Point or use the arrow keys to read values.',
        links: 'Point or use the arrow keys to read values; a click or Enter opens the site.',
      }
}

let knownWidth: number | null = null

/** Width of the page, px. Asked once until it changes: each time the browser has to lay out what is half built. */
function pageWidth(document: Document): number {
  if (knownWidth === null) {
    knownWidth = document.documentElement.clientWidth
    document.defaultView?.addEventListener('resize', () => (knownWidth = null), { once: true })
  }
  return knownWidth
}
