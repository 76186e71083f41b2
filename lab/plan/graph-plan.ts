import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import type { Plan } from './plan.ts'
import { planOfFiles, type RunOfFiles } from './plan-of-files.ts'

export interface GraphPlanOptions extends RunOfFiles {
  /** Whole paths of files, each once, with the links that it is replayed over. */
  readonly graphs: readonly { readonly file: string; readonly links: readonly LinkCondition[] }[]
}

/**
 * The plan that replays graphs: each over its links, on the lab's own server, under all arms.
 * @throws RangeError where one of them cannot be had
 */
export function graphPlan({ graphs, ...run }: GraphPlanOptions): Plan {
  const files = graphs.map(({ file, links }) => ({ path: file, links }))
  return planOfFiles(
    files,
    { name: 'graph', prefix: GRAPH_PREFIX, titleStart: 'Graphs without a browser:' },
    run,
  )
}
