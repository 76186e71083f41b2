import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { Plan } from '../plan/plan.ts'

/** SHA-256 of all files of graphs that a plan replays, by the level of its factor `page`: with another graph it is another run. */
export async function planGraphs({ cells }: Pick<Plan, 'cells'>): Promise<Readonly<Record<string, string>>> {
  const files = new Map(
    cells.flatMap(({ page, factors }) => {
      const file = page.slice(GRAPH_PREFIX.length)
      return page.startsWith(GRAPH_PREFIX) && isAbsolute(file) ? [[String(factors.page), file] as const] : []
    }),
  )
  const hashes: Record<string, string> = {}
  for (const [page, file] of files)
    hashes[page] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  return hashes
}
