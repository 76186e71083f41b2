import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaperPointRow } from '../../figures/paper-points.ts'
import type { LabRunLines } from '../../web/charts/lab-run-lines.ts'
import { paperLinesChart } from '../../web/charts/paper-lines.ts'
import { paperLinesData } from '../../web/charts/paper-lines-data.ts'
import { h } from '../../web/dom/h.ts'
import { markup } from '../../web/dom/markup.ts'

const STYLES = join(import.meta.dirname, '../../web/styles')
const WIDTH = 390
const GAP = 24
const ABOVE = 24
const COLUMNS = 2

/** A figure of a paper as an SVG file of its own, a panel for each series. */
export function figureSvg(title: string, rows: readonly PaperPointRow[]): string {
  const bySeries = [...Map.groupBy(rows, ({ series }) => series)]
  return linesSvg(
    title,
    bySeries.map(([series, own]) => ({ series, data: paperLinesData(own) })),
  )
}

/** Charts of one figure as an SVG file. */
export function linesSvg(title: string, lines: readonly LabRunLines[]): string {
  const panels = lines.map(({ series, data }) => {
    const { svg, height } = paperLinesChart(data, { width: WIDTH, title: `${title}, ${series}` })
    return { series, svg, height }
  })
  const high = ABOVE + Math.max(...panels.map(({ height }) => height)) + GAP
  const columns = Math.min(COLUMNS, panels.length)
  const [width, height] = [columns * (WIDTH + GAP), Math.ceil(panels.length / columns) * high]
  return `${markup(
    h(
      'svg',
      {
        ...{ xmlns: 'http://www.w3.org/2000/svg', class: 'chart', viewBox: `0 0 ${width} ${height}` },
        ...{ width, height, role: 'img', 'aria-label': title },
      },
      h('style', style()),
      h('rect', { class: 'ground', width, height }),
      panels.map(({ series, svg }, index) =>
        h(
          'g',
          {
            transform: `translate(${(index % columns) * (WIDTH + GAP) + 8} ${Math.floor(index / columns) * high})`,
          },
          h('text', { class: 'strong', x: 0, y: 16 }, series),
          h('g', { transform: `translate(0 ${ABOVE})` }, svg),
        ),
      ),
    ),
  )}\n`
}

/** The dashboard's marks with its colours written out: a picture in a document knows no variables of a page. */
function style(): string {
  const marks = readFileSync(join(STYLES, 'chart/marks.css'), 'utf8').replaceAll(
    /\/\*.*?\*\/|:is\(th.*?\}/gs,
    '',
  )
  const theme = readFileSync(join(STYLES, 'theme.css'), 'utf8')
  const used = new Set([...marks.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
  const colours = [...theme.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)].filter(([, name]) =>
    used.has(name),
  )
  const root = (which: 2 | 3): string => `:root{${colours.map((one) => `${one[1]}:${one[which]}`).join(';')}}`
  const light = root(2).replace('{', '{--sans:system-ui,sans-serif;--serif:Georgia,serif;')
  return `${light}@media(prefers-color-scheme:dark){${root(3)}}.ground{fill:var(--paper)}${marks.replaceAll(/\s*\n\s*/g, '')}`
}
