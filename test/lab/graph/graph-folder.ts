import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Graph } from '../../../model/graph/graph.ts'
import { fetchNode, finished, graphOf } from '../../model/graph/small-graph.ts'

/** A document and so many scripts, each of a host of its own. */
export function graphOfHosts(scripts: number, more: Partial<Graph> = {}): Graph {
  const document = fetchNode(0, { path: '/', resourceType: 'document' })
  const others = Array.from({ length: scripts }, (_, index) =>
    fetchNode(index + 1, { origin: `https://s${index}.a.test`, after: [finished(0)] }),
  )
  const after = [document, ...others].map(({ id }) => finished(id, 0, { why: 'load' }))
  return graphOf([document, ...others], { load: { atMs: null, guessed: true, after }, ...more })
}

/** Writes graphs by their files' names. Resolves to the folder, which is made. */
export async function writeGraphFolder(
  folder: string,
  graphs: Readonly<Record<string, Graph>>,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, graph] of Object.entries(graphs))
    await writeFile(join(folder, name), JSON.stringify(graph))
  return folder
}
