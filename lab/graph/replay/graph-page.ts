import { resolve } from 'node:path'
import { readTextSync } from '../../../crawler/files/read-file-sync.ts'
import { RefusedFile } from '../../../crawler/files/refused-file.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../../model/graph/limits.ts'
import { GRAPH_PREFIX } from '../../../model/lab-page-name.ts'
import type { LabHost } from '../../network/messages.ts'
import type { LabPage, LabResource } from '../../pages/shape/lab-page.ts'
import type { PageOptions } from '../../pages/shape/page-options.ts'
import type { ResourceKind } from '../../pages/shape/resource-kind.ts'
import type { ResolvedName } from '../../resolver/resolver-order.ts'
import { GraphError } from '../graph-error.ts'
import { pageGraph } from '../page-graph.ts'
import { parseGraph } from '../read-graph.ts'
import { graphFiles } from './graph-files.ts'
import { graphHosts } from './graph-hosts.ts'
import { mainDocument } from './main-document.ts'
import { bodyBytes, isAnswered, isReplayed } from './replayed-node.ts'

/**
 * A page as a graph's replay loads it: from its own hosts, with its own think times. Of a folder, as its first graph is.
 * @throws RangeError where the file has no graph that can be replayed, or other hosts or waits are asked for than it has
 */
export function graphPage(name: string, options: PageOptions): LabPage {
  const [file] = graphFiles(resolve(name.slice(GRAPH_PREFIX.length)))
  return pageOf(name, graphIn(file), options)
}

/**
 * A page as each of its graphs is replayed, in the order of their files. `shards` are of the first: the others may have other
 * hosts.
 * @throws RangeError as `graphPage`, and where two of them are of different pages
 */
export function graphPages(name: string, options: PageOptions): readonly [LabPage, ...LabPage[]] {
  const [file, ...others] = graphFiles(resolve(name.slice(GRAPH_PREFIX.length)))
  const first = graphIn(file)
  const { shards: _, ...rest } = options
  const further = others.map((other) => {
    const graph = graphIn(other)
    if (graph.pageUrl !== first.pageUrl)
      throw new RangeError(`${file} and ${other} are graphs of different pages`)
    return pageOf(`${GRAPH_PREFIX}${other}`, graph, rest)
  })
  return [pageOf(`${GRAPH_PREFIX}${file}`, first, options), ...further]
}

function pageOf(name: string, graph: Graph, { shards, seed, thinkMs = 0 }: PageOptions): LabPage {
  const hosts = graphHosts(graph)
  const [first] = mainDocument(graph.nodes)
  const document = graph.nodes[first ?? 0]
  if (first === undefined || document?.kind !== 'fetch')
    throw new RangeError(`${name}: no fetch of it had a response`)
  const unknown = graph.nodes.filter(
    (node) => node.kind === 'fetch' && isAnswered(node) && node.bytes === null,
  )
  if (unknown.length > 0)
    throw new RangeError(`${name}: the size of ${unknown.length} of its responses is unknown`)
  const resources = resourcesOf(graph, [...hosts.keys()])
  const sentBytes = graph.nodes.filter(isReplayed).reduce((sum, { requestBytes }) => sum + requestBytes, 0)
  const bytes = resources.reduce((sum, { sizeBytes }) => sum + sizeBytes, sentBytes)
  if (bytes > GRAPH_LIMITS.replayedBytes)
    throw new RangeError(
      `${name}: the bodies of its requests and responses have ${bytes} bytes, more than ${GRAPH_LIMITS.replayedBytes}`,
    )
  if (shards !== undefined && shards !== hosts.size)
    throw new RangeError(`${name} keeps its hosts: it has ${hosts.size} shards, not ${shards}`)
  if (thinkMs !== 0) throw new RangeError(`${name} keeps its think times: thinkMs is 0 there, not ${thinkMs}`)
  return {
    name,
    seed,
    shards: hosts.size,
    title: `graph of ${graph.pageUrl}: ${resources.length} fetches of ${hosts.size} hosts`,
    source: `graph (${graph.madeFrom.kind})`,
    resources,
    graph: {
      graph,
      isMade: false,
      url: `https://${hosts.get(document.origin)?.name}${document.path}`,
      hosts: [...hosts.values()],
      lookUps: graphLookUps(graph, hosts),
    },
  }
}

export function madeGraphPage(name: string, page: LabPage): LabPage {
  const graph = pageGraph(page)
  const hosts = [...graphHosts(graph).values()]
  const url = `https://${hosts[0]?.name}/`
  return {
    ...page,
    name,
    title: `${page.title}, without a browser`,
    graph: { graph, isMade: true, url, hosts, lookUps: [] },
  }
}

function resourcesOf({ nodes }: Graph, origins: readonly string[]): LabResource[] {
  return nodes.filter(isReplayed).map((node, index) => ({
    path: node.path,
    kind: KINDS.get(node.resourceType ?? '') ?? 'fetch',
    sizeBytes: bodyBytes(node),
    parent: index === 0 ? null : 0,
    shard: origins.indexOf(node.origin),
    thinkMs: node.thinkMs ?? 0,
    computeMs: 0,
  }))
}

const KINDS = new Map<string, ResourceKind>(
  Object.entries({
    document: 'document',
    style: 'stylesheet',
    script: 'script',
    image: 'image',
    font: 'font',
  }),
)

function graphIn(file: string): Graph {
  try {
    return parseGraph(readTextSync(file, { maxBytes: GRAPH_LIMITS.fileBytes }), file)
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    if (error instanceof GraphError) throw new RangeError(error.message, { cause: error })
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'no such file' : `not readable (${code})`
    throw new RangeError(`${GRAPH_PREFIX}${file}: ${why}: towline graph make writes such files`, {
      cause: error,
    })
  }
}

/**
 * Names that the lab's resolver answers in a replay: those of `hosts` that the graph's load looked up. The first alone of
 * several origins of one name: the others know it.
 */
function graphLookUps(
  { lookUps = [] }: Pick<Graph, 'lookUps'>,
  hosts: ReadonlyMap<string, LabHost>,
): ResolvedName[] {
  const waits = new Map(lookUps.map(({ host, waitMs }) => [host, waitMs]))
  const names: ResolvedName[] = []
  for (const [origin, { name, address }] of hosts) {
    const { hostname } = new URL(origin)
    const waitMs = waits.get(hostname)
    if (waitMs === undefined) continue
    waits.delete(hostname)
    names.push({ name, address, waitMs })
  }
  return names
}
