import { criticalPath } from '../../model/graph/critical-path.ts'
import { depths } from '../../model/graph/depth.ts'
import type { Graph, GraphSource } from '../../model/graph/graph.ts'
import type { GraphNode } from '../../model/graph/node.ts'
import { countText, visible } from '../output/text.ts'
import { graphSummary } from './graph-summary.ts'
import { edgeText, nodeText } from './graph-words.ts'

/** A graph for a terminal: none of its lines is longer than `limit`. */
export function graphLines(graph: Graph, limit: number): string[] {
  const { nodes, load } = graph
  const { fetches, hosts, bytes, unknownSizes, edges, guessedEdges, depth, computations } =
    graphSummary(graph)
  const path = criticalPath(graph)
  const isGuessed = path.steps.some(({ node }) => node.kind === 'compute' && node.guessed)
  const share = (what: string, ms: number): string =>
    `  ${what.padEnd(12)}${milliseconds(ms)} ms  ${percent(ms, path.totalMs)}`
  const depthOfNode = depths(nodes)
  const pageOrigin = URL.parse(graph.pageUrl)?.origin ?? null
  return [
    graph.pageUrl,
    `  ${sourceText(graph.madeFrom)}`,
    `  ${countText(fetches, 'fetch', 'fetches')} from ${countText(hosts, 'host')}${bytes === null ? '' : `, ${(bytes / 1_000).toFixed(1)} kB`}; ${countText(computations, 'computation')}; depth ${depth}`,
    ...(unknownSizes === 0 ? [] : [`  of ${unknownSizes} of them the size is unknown`]),
    `  ${countText(edges, 'edge')}, ${guessedEdges} of them guessed`,
    '',
    load.atMs === null
      ? `Critical path: ${milliseconds(path.totalMs).trim()} ms to the last end; the load event is unknown`
      : `Critical path: ${milliseconds(path.totalMs).trim()} ms to the load event`,
    share('network', path.networkMs),
    `${share('computation', path.computeMs)}${isGuessed ? '  guessed from gaps' : ''}`,
    share('waiting', path.waitMs),
    '',
    '  node     start        ms  step',
    ...path.steps.map(
      ({ node, startMs, ms }) =>
        `${cell(String(node.id), 6)}${milliseconds(startMs)}${milliseconds(ms)}  ${nodeText(node, pageOrigin)}`,
    ),
    '',
    'What waits for what (a question mark: guessed)',
    `  node     start        ms  ${'waits for'.padEnd(WAIT_CHARS)}  what`,
    ...nodes.map((node) => nodeLine(node, depthOfNode[node.id] ?? 0, pageOrigin)),
    `  load${milliseconds(load.atMs)}${' '.repeat(12)}${waitsText(load.after.map(edgeText))}  load event`,
  ].map((line) => fit(visible(line), limit))
}

const WAIT_CHARS = 16
/** Deeper nodes are not indented further. */
const MOST_INDENT = 12

function nodeLine(node: GraphNode, depth: number, pageOrigin: string | null): string {
  const indent = ' '.repeat(Math.min(MOST_INDENT, Math.max(0, depth - 1)))
  return `${cell(String(node.id), 6)}${milliseconds(node.startedMs)}${milliseconds(spanMs(node))}  ${waitsText(node.after.map(edgeText))}  ${indent}${nodeText(node, pageOrigin)}`
}

function spanMs(node: GraphNode): number | null {
  if (node.kind === 'compute') return node.ms
  return node.finishedMs === null ? null : node.finishedMs - node.startedMs
}

/** Lists as many as there is room for, and how many more. */
function waitsText(waits: readonly string[]): string {
  let text = waits[0] ?? '–'
  for (const [n, wait] of waits.entries()) {
    if (n === 0) continue
    const left = waits.length - n - 1
    const longer = `${text}, ${wait}`
    if (longer.length + (left === 0 ? 0 : ` +${left}`.length) > WAIT_CHARS) {
      text = `${text} +${left + 1}`
      break
    }
    text = longer
  }
  return text.slice(0, WAIT_CHARS).padEnd(WAIT_CHARS)
}

function sourceText({ kind, file, sample, arm, load, browser, startedAt }: GraphSource): string {
  const from = kind === 'sample' ? `sample ${sample}` : `${kind === 'har' ? 'HAR' : kind} ${file}`
  return [from, arm, load === null ? null : `load ${load}`, browser, startedAt]
    .filter((part) => part !== null)
    .join(', ')
}

const milliseconds = (ms: number | null): string => cell(ms === null ? '–' : ms.toFixed(1), 10)

const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${cell(((100 * part) / whole).toFixed(1), 5)} %`

const cell = (text: string, chars: number): string => text.padStart(chars)

/** The end of a path says more than its middle. */
const END_CHARS = 14

function fit(line: string, chars: number): string {
  const characters = [...line]
  if (characters.length <= chars) return line
  return `${characters.slice(0, chars - END_CHARS - 1).join('')}…${characters.slice(-END_CHARS).join('')}`
}
