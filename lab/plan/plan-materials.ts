import { dirname, resolve } from 'node:path'
import { readTextSync } from '../../crawler/files/read-file-sync.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { GRAPH_ARMS } from '../graph/replay/graph-arms.ts'
import { MAX_TRACE_BYTES, parseTrace } from '../link/condition/trace.ts'
import { isMadePage, labPages } from '../pages/page.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import type { Plan } from './plan.ts'

/** Holds what a plan names and does not hold itself. Each is looked at once. */
export interface PlanMaterials {
  /**
   * A page as `labPages` knows it, with the number of its hosts: so many as are asked for, else as it has by itself.
   * @throws RangeError where there is no such page, or it cannot be had under one of the arms
   */
  readonly checkedPage: (
    page: string,
    shards: number | undefined,
  ) => { readonly page: string; readonly shards: number }
  /**
   * Path of a delivery trace.
   * @throws RangeError where there is none
   */
  readonly checkedTrace: (name: string) => string
}

const FILE_PREFIXES = [RECORDING_PREFIX, GRAPH_PREFIX]

/** Recordings, graphs and traces lie beside the plan. */
export function planMaterials({
  seed,
  file,
  arms,
}: Pick<Plan, 'seed' | 'arms'> & { readonly file: string }): PlanMaterials {
  const pages = new Map<string, number>()
  const traces = new Set<string>()
  /** Whether a page is a graph: all of them, or none. */
  const graphs = new Set<boolean>()
  const beside = (name: string): string => resolve(dirname(file), name)
  return {
    checkedPage(name, shards) {
      const prefix = FILE_PREFIXES.find((each) => name.startsWith(each))
      const rest = name.slice(prefix?.length ?? 0)
      const isFile = prefix === RECORDING_PREFIX || (prefix === GRAPH_PREFIX && !isMadePage(rest))
      const page = isFile ? `${prefix}${beside(rest)}` : name
      graphs.add(prefix === GRAPH_PREFIX)
      if (graphs.size > 1)
        throw new RangeError(
          `${name}: loads by a browser and of graphs are never compared, so no plan has both`,
        )
      const key = `${shards} ${page}`
      const pageShards =
        pages.get(key) ?? shardsOf(page, { seed, ...(shards === undefined ? {} : { shards }) }, arms)
      pages.set(key, pageShards)
      return { page, shards: pageShards }
    },
    checkedTrace(name) {
      const path = beside(name)
      if (!traces.has(path)) parseTrace(textOf(path, name), name)
      traces.add(path)
      return path
    },
  }
}

function shardsOf(
  name: string,
  options: { readonly seed: number; readonly shards?: number },
  arms: Plan['arms'],
): number {
  const [{ shards, recording, graph }] = labPages(name, options)
  const other = arms.find((arm) => !(GRAPH_ARMS as readonly string[]).includes(arm))
  if (graph !== undefined && other !== undefined)
    throw new RangeError(`${name} is a graph, for the arms ${GRAPH_ARMS.join(', ')}, not ${other}`)
  if (recording === undefined && arms.includes('recorded'))
    throw new RangeError('the arm recorded is for pages that were recorded: recording:FOLDER')
  const unknown = recording?.hosts.find(({ asRecorded }) => asRecorded === null)
  if (unknown !== undefined && arms.includes('recorded'))
    throw new RangeError(
      `${name} does not say by which protocol ${unknown.name} came, which the arm recorded needs`,
    )
  const secure = arms.find((arm) => arm !== 'http' && arm !== 'recorded')
  if (recording?.url.startsWith('http:') && secure !== undefined)
    throw new RangeError(`${recording.url} came without TLS: it is for the arm http alone, not ${secure}`)
  return shards
}

function textOf(path: string, name: string): string {
  try {
    return readTextSync(path, { maxBytes: MAX_TRACE_BYTES })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new RangeError(`${name}: the trace cannot be read (${code})`, { cause: error })
  }
}
