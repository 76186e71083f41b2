import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GraphedFrom } from '../../pages/shape/lab-page.ts'
import { graphHosts } from './graph-hosts.ts'
import { bodyBytes, isReplayed } from './replayed-node.ts'

/**
 * Writes a file of the right length for each fetch of a page of the catalogue, below `www/<host>/`, for servers that cannot
 * answer as a graph says. Resolves to the waits before their answers, by `host/path`, ms.
 */
export async function writeGraphFiles(
  www: string,
  { graph }: Pick<GraphedFrom, 'graph'>,
): Promise<Record<string, number>> {
  const hosts = graphHosts(graph)
  const think: Record<string, number> = {}
  for (const node of graph.nodes.filter(isReplayed)) {
    const at = `${hosts.get(node.origin)?.name}${node.path}`
    const file = join(www, at.endsWith('/') ? `${at}index.html` : at)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '')
    await truncate(file, bodyBytes(node))
    if (node.thinkMs !== null && node.thinkMs > 0) think[at] = node.thinkMs
  }
  return think
}
