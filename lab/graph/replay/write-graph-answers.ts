import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Graph } from '../../../model/graph/graph.ts'
import type { LoadHost } from '../../load/order.ts'
import { CONTENT_TYPE_BY_EXTENSION } from '../../origin/content-types.ts'
import type { ReplayAnswer, ReplayFile } from '../../replay/replay-file.ts'
import { bodyBytes, isReplayed, type ReplayedFetch } from './replayed-node.ts'

const EXTENSIONS = new Map(
  Object.entries({
    document: 'html',
    style: 'css',
    script: 'js',
    image: 'png',
    font: 'ttf',
    media: 'mp4',
    data: 'json',
  }),
)

/**
 * Writes what the lab's server gives for a graph with bodies of the right lengths, below `folder`.
 * Resolves to the file. Think times are those of the graph; where it has none the server answers at once.
 */
export async function writeGraphAnswers(
  folder: string,
  { nodes }: Pick<Graph, 'nodes'>,
  hosts: ReadonlyMap<string, LoadHost>,
): Promise<string> {
  const bodies = join(folder, 'bodies')
  await mkdir(bodies, { recursive: true })
  const fetches = nodes.filter(isReplayed)
  for (const bytes of new Set(fetches.map(bodyBytes))) {
    const file = join(bodies, String(bytes))
    await writeFile(file, '')
    await truncate(file, bytes)
  }
  const answers = fetches.map((node) => answerOf(node, hosts))
  const replay: ReplayFile = { page: answers[0]?.url ?? '', bodies, answers }
  const file = join(folder, 'answers.json')
  await writeFile(file, JSON.stringify(replay))
  return file
}

function answerOf(node: ReplayedFetch, hosts: ReadonlyMap<string, LoadHost>): ReplayAnswer {
  const host = hosts.get(node.origin)
  if (host === undefined) throw new Error(`${node.origin} has no host`)
  const bytes = bodyBytes(node)
  const extension = EXTENSIONS.get(node.resourceType ?? '') ?? ''
  const port = host.port === 443 ? '' : `:${host.port}`
  return {
    id: node.id,
    method: node.method,
    url: `https://${host.name}${port}${node.path}`,
    requestBodySha256: null,
    range: null,
    status: node.status,
    headers: [
      ['content-type', CONTENT_TYPE_BY_EXTENSION[extension] ?? 'application/octet-stream'],
      ['content-length', String(bytes)],
    ],
    body: String(bytes),
    thinkMs: node.thinkMs ?? 0,
    ending: 'whole',
  }
}
