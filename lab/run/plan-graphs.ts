import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { readBytes } from '../../crawler/files/read-file.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { graphFiles } from '../graph/replay/graph-files.ts'
import type { Plan } from '../plan/plan.ts'

/** SHA-256 of files of graphs, by the level of the factor `page`: of a folder a list, in the order in which blocks load them. */
export type PlanGraphs = Readonly<Record<string, string | readonly string[]>>

/** All graphs that a plan replays from files: with another one it is another run. */
export async function planGraphs({ cells }: Pick<Plan, 'cells'>): Promise<PlanGraphs> {
  const paths = new Map(
    cells.flatMap(({ page, factors }) => {
      const path = page.slice(GRAPH_PREFIX.length)
      return page.startsWith(GRAPH_PREFIX) && isAbsolute(path) ? [[String(factors.page), path] as const] : []
    }),
  )
  const hashes: Record<string, string | string[]> = {}
  for (const [page, path] of paths) {
    const files = graphFiles(path)
    const ofPage: string[] = []
    for (const file of files) ofPage.push(await sha256(file))
    hashes[page] = files[0] === path ? (ofPage[0] as string) : ofPage
  }
  return hashes
}

const sha256 = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readBytes(file, { maxBytes: GRAPH_LIMITS.fileBytes }))
    .digest('hex')
