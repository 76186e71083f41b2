import { criticalPath, lastDue } from '../../model/graph/critical-path.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GraphNode } from '../../model/graph/node.ts'
import { html, Markup } from '../../server/http/html.ts'
import { visible } from '../output/text.ts'
import { nodeText } from './graph-words.ts'

const WIDTH = 1_000
const LABEL_WIDTH = 340
const ROW_HEIGHT = 18
const BAR_HEIGHT = 10
const HEAD_HEIGHT = 44
const MARGIN = 12
const LABEL_CHARS = 52

/** Colours of the dashboard (web/styles/theme.css); a picture file has no others. */
const STYLE = new Markup(`
text { font: 12px system-ui, sans-serif; fill: #1a1d21; }
.quiet { fill: #565d64; }
.back { fill: #fdfdfb; }
.fetch { fill: #a9aeb3; }
.compute { fill: #e0c79a; }
.fetch.critical { fill: #00705c; }
.compute.critical { fill: #8c510a; }
.wait { fill: none; stroke: #c5c8c4; }
.wait.critical { stroke: #1a1d21; }
.guessed { stroke-dasharray: 3 2; }
.load { stroke: #8c510a; }
@media (prefers-color-scheme: dark) {
  text { fill: #e7e8e6; }
  .quiet { fill: #a6adb3; }
  .back { fill: #14171a; }
  .fetch { fill: #5b6269; }
  .compute { fill: #6d5730; }
  .fetch.critical { fill: #45c9b0; }
  .compute.critical { fill: #e0a85a; }
  .wait { stroke: #343a40; }
  .wait.critical { stroke: #e7e8e6; }
  .load { stroke: #e0a85a; }
}
`)

/** A graph as a picture: a bar for each node, a line to each from what it waited for last, the critical path in colour. */
export function graphSvg(graph: Graph): string {
  const { nodes, load } = graph
  const { steps, totalMs } = criticalPath(graph)
  const critical = new Set(steps.map(({ node }) => node.id))
  const endMs = nodes.reduce((most, node) => Math.max(most, endOf(node)), Math.max(1, totalMs))
  const x = (ms: number): number => LABEL_WIDTH + (ms / endMs) * (WIDTH - LABEL_WIDTH - MARGIN)
  const y = (id: number): number => HEAD_HEIGHT + id * ROW_HEIGHT
  const px = (value: number): string => value.toFixed(1)
  const pageOrigin = URL.parse(graph.pageUrl)?.origin ?? null
  const height = y(nodes.length) + MARGIN
  const kind = (name: string, ...more: (string | false)[]): string =>
    [name, ...more.filter((each) => each !== false)].join(' ')

  const waits = nodes.flatMap((node) => {
    const edge = lastDue(node.after, nodes)
    if (edge === null) return []
    const dueX = x(Math.max(0, node.startedMs - edge.waitMs))
    const line = `M${px(dueX)} ${y(edge.node) + ROW_HEIGHT / 2}V${y(node.id) + ROW_HEIGHT / 2}H${px(x(node.startedMs))}`
    const isCritical = critical.has(node.id) && critical.has(edge.node)
    return html`<path class="${kind('wait', isCritical && 'critical', edge.guessed && 'guessed')}" d="${line}"/>`
  })
  const rows = nodes.map((node) => {
    const text = nodeText(node, pageOrigin)
    const width = Math.max(1, x(endOf(node)) - x(node.startedMs))
    return html`<g><title>${visible(`${node.id}: ${text}, ${node.startedMs} ms to ${endOf(node)} ms`)}</title><text x="${MARGIN}" y="${y(node.id) + 13}">${visible(`${node.id} ${cut(text)}`)}</text><rect class="${kind(node.kind, critical.has(node.id) && 'critical')}" x="${px(x(node.startedMs))}" y="${y(node.id) + (ROW_HEIGHT - BAR_HEIGHT) / 2}" width="${px(width)}" height="${BAR_HEIGHT}"/></g>`
  })
  const loadLine =
    load.atMs === null
      ? null
      : html`<line class="load" x1="${px(x(load.atMs))}" x2="${px(x(load.atMs))}" y1="${HEAD_HEIGHT}" y2="${height - MARGIN}"/>`
  const caption =
    load.atMs === null
      ? 'load event: unknown'
      : `load event after ${load.atMs.toFixed(1)} ms; dashed lines are guessed; the critical path in colour`
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${visible(`What waits for what: ${graph.pageUrl}`)}"><style>${STYLE}</style><rect class="back" width="${WIDTH}" height="${height}"/><text x="${MARGIN}" y="18">${visible(graph.pageUrl.slice(0, 140))}</text><text class="quiet" x="${MARGIN}" y="35">${caption}</text>${waits}${rows}${loadLine}</svg>`
      .text
  }\n`
}

function endOf(node: GraphNode): number {
  if (node.kind === 'compute') return node.startedMs + node.ms
  return node.finishedMs ?? node.firstByteMs ?? node.startedMs
}

const cut = (text: string): string =>
  text.length <= LABEL_CHARS ? text : `${text.slice(0, LABEL_CHARS - 1)}…`
