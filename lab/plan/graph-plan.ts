import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { Plan } from './plan.ts'
import { type PageFile, planOfFiles, type RunOfFiles } from './plan-of-files.ts'

export interface GraphPlanOptions extends RunOfFiles {
  /** Files, or folders of several graphs of a page. */
  readonly graphs: readonly PageFile[]
}

/**
 * The plan that replays graphs: each over its links, on the lab's own server, under all arms.
 * @throws RangeError where one of them cannot be had
 */
export function graphPlan({ graphs, ...run }: GraphPlanOptions): Plan {
  return planOfFiles(
    graphs,
    { name: 'graph', prefix: GRAPH_PREFIX, titleStart: 'Graphs without a browser:' },
    run,
  )
}
