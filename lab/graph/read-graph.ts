import { readText } from '../../crawler/files/read-file.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { GRAPH, type Graph } from '../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import { GRAPH_FORMAT, GRAPH_VERSION } from '../../model/graph/version.ts'
import { GraphError } from './graph-error.ts'

/** @throws GraphError where the file cannot be read, or is no graph that can be used */
export async function readGraph(file: string): Promise<Graph> {
  return parseGraph(await readGraphFile(file), file)
}

/**
 * @param file named in messages
 * @throws GraphError
 */
export function parseGraph(text: string, file: string): Graph {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new GraphError(65, `${file}: no JSON (${oneLine((error as Error).message)})`, { cause: error })
  }
  const { format, version, nodes } = (typeof json === 'object' && json !== null ? json : {}) as {
    format?: unknown
    version?: { major?: unknown } | null
    nodes?: unknown
  }
  if (format !== GRAPH_FORMAT) throw new GraphError(65, `${file}: no graph of towline`)
  const major = version?.major
  if (typeof major === 'number' && major > GRAPH_VERSION.major)
    throw new GraphError(
      76,
      `${file}: it has format version ${major}, newer than ${GRAPH_VERSION.major}, which this version of towline reads: update towline`,
    )
  // Said before a fault in each of them is.
  if (Array.isArray(nodes) && nodes.length > GRAPH_LIMITS.nodes)
    throw new GraphError(65, `${file}: ${nodes.length} nodes, more than ${GRAPH_LIMITS.nodes}`)
  const parsed = GRAPH.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'unknown' }
  throw new GraphError(65, `${file}: ${path.length === 0 ? '' : `${path.join('.')}: `}${oneLine(message)}`)
}

async function readGraphFile(file: string): Promise<string> {
  try {
    return await readText(file, { maxBytes: GRAPH_LIMITS.fileBytes })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EISDIR')
      throw new GraphError(66, `${file}: a folder, not a graph: name a file in it`, { cause: error })
    throw new GraphError(66, `${file}: ${code === 'ENOENT' ? 'no such file' : `not readable (${code})`}`, {
      cause: error,
    })
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
