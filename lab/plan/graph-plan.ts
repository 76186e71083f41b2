import type { Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX } from '../graph/replay/graph-page.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import { cellArms } from './cell-arms.ts'
import { linkFactors } from './link-factors.ts'
import type { Plan, PlannedCell } from './plan.ts'
import { planMaterials } from './plan-materials.ts'
import { publicNames } from './public-names.ts'

export interface GraphPlanOptions {
  /** Whole paths of files, each once, with the links that it is replayed over. */
  readonly graphs: readonly { readonly file: string; readonly links: readonly LinkCondition[] }[]
  readonly arms: readonly Arm[]
  readonly rounds: number
  readonly pauseMs: number
  readonly seed: number
}

const MOST_NAMED = 3

/**
 * The plan that replays graphs: each over its links, on the lab's own server, under all arms.
 * @throws RangeError where one of them cannot be had
 */
export function graphPlan({ graphs, arms, rounds, pauseMs, seed }: GraphPlanOptions): Plan {
  const { checkedPage } = planMaterials({ seed, arms, file: '' })
  const names = publicNames(graphs.map(({ file }) => file))
  const conditions = graphs.flatMap(({ file, links }) => {
    const page = checkedPage(`${GRAPH_PREFIX}${file}`, undefined)
    return links.map((link) => ({
      factors: { page: `${GRAPH_PREFIX}${names.get(file) ?? ''}`, ...linkFactors(link) },
      ...page,
      ...{ server: 'towline' as const, link, initcwnd: null, congestionControl: null },
      ...{ addresses: 'each' as const, streams: null, thinkMs: 0 },
    }))
  })
  const baseline = arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')
  const applied = cellArms(conditions, { arms, baseline })
  const cells = conditions.map(
    (condition, index): PlannedCell => ({ ...condition, ...(applied[index] as (typeof applied)[number]) }),
  )
  const named = [...names.values()].slice(0, MOST_NAMED).join(', ')
  const others = names.size - MOST_NAMED
  const title = `Graphs without a browser: ${named}${others > 0 ? ` and ${others} more` : ''}`
  return { name: 'graph', title, source: null, arms, baseline, rounds, pauseMs, seed, cells }
}
