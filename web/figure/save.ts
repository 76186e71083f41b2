import type { Chart } from '../charts/chart.ts'
import { wrapText } from '../charts/text-width.ts'
import { h } from '../dom/h.ts'
import { render } from '../dom/render.ts'

/** Properties of a mark that a stylesheet has and a file has to have itself. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
] as const

const MARGIN = 16
const LINE_PX = 16
const LINE_TEXT_PX = 12
/** Pixels of a PNG for each pixel of the chart: sharp on paper and on dense screens. */
const PNG_SCALE = 2

/**
 * The chart as an SVG file that looks as it does on the page, without the page's stylesheet, and `lines` of text below it.
 * It is drawn into `place`, which is in the document and out of sight, to be asked how it looks.
 */
export function svgFile(chart: Chart, lines: readonly string[], place: HTMLElement): string {
  const { ownerDocument: document } = place
  const svg = render(chart.svg, document)
  place.replaceChildren(svg)
  writeBelow(svg, lines)
  const elements = [svg, ...svg.querySelectorAll('*')]
  for (const element of elements) {
    const style = getComputedStyle(element)
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property)
      if (value !== '') element.setAttribute(property, value)
    }
  }
  // Only now: rules for what is inside the chart hang on the classes outside.
  for (const element of elements) element.removeAttribute('class')
  const width = Number(svg.getAttribute('width'))
  const height = Number(svg.getAttribute('height'))
  svg.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`)
  svg.setAttribute('width', String(width + 2 * MARGIN))
  svg.setAttribute('height', String(height + 2 * MARGIN))
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  paper.setAttribute('x', String(-MARGIN))
  paper.setAttribute('y', String(-MARGIN))
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', getComputedStyle(document.body).backgroundColor)
  svg.prepend(paper)
  const text = new XMLSerializer().serializeToString(svg)
  place.replaceChildren()
  return text
}

/** Lengthens a chart by lines of text, wrapped to its width. */
function writeBelow(svg: Element, lines: readonly string[]): void {
  const width = Number(svg.getAttribute('width'))
  const height = Number(svg.getAttribute('height'))
  const wrapped = lines.flatMap((line) => wrapText(line, width, LINE_TEXT_PX))
  for (const [i, line] of wrapped.entries()) {
    const y = height + (i + 1) * LINE_PX
    svg.append(render(h('text', { class: 'chart-note', x: 0, y }, line), svg.ownerDocument, true))
  }
  svg.setAttribute('height', String(height + wrapped.length * LINE_PX + LINE_PX / 2))
}

/** The same as PNG, twice as dense. */
export async function pngFile(svgText: string, document: Document): Promise<Blob> {
  const image = document.createElement('img')
  // A data URL and not a blob's: the content security policy then needs to allow nothing more.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * PNG_SCALE
  canvas.height = image.naturalHeight * PNG_SCALE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser gives no canvas to draw on')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob === null) throw new Error('this browser could not make a PNG of the chart')
  return blob
}

/** Hands a file to the visitor. */
export function download(content: Blob, name: string, document: Document): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
