import type { Arm } from '../../model/arm.ts'
import { labPages } from '../pages/page.ts'
import type { LabPage } from '../pages/shape/lab-page.ts'
import { cellLimits } from './cell-limits.ts'
import type { Plan, PlannedCell } from './plan.ts'

export interface PlanEstimate {
  readonly cells: number
  /** Loads that are recorded: cells × arms × rounds. */
  readonly samples: number
  readonly totalMs: number
  /** The largest wire limit: no load of that page takes less, so a load must be allowed a multiple of it. */
  readonly longestLimitMs: number
}

/** Time of a run beside the pages, as guessed before it; the page itself is guessed from its wire limit. */
export const ESTIMATE = {
  /** Page time over the wire limit: near 1 where bytes fill the link, up to 4 where HTTP/1.1 waits for many objects. */
  pageTimeOfLimit: 1.5,
  /** A fresh browser context before each load, the recording of it after. */
  loadMs: 600,
  /** Servers, link and browsers of each cell, and the load that warms it up. */
  cellMs: 5_000,
  /** Each link that differs is measured before and after, some of them at the same time. */
  linkMs: 12_000,
} as const

/** Says how much a plan is, and how long it takes on one lane, within a factor of two. */
export function estimatePlan(
  plan: Pick<Plan, 'cells' | 'rounds' | 'pauseMs' | 'seed'>,
  limitsOf: (cell: PlannedCell) => Partial<Record<Arm, number>> = wireLimits(plan.seed),
): PlanEstimate {
  const { loadMs, cellMs, linkMs, pageTimeOfLimit } = ESTIMATE
  const cells = plan.cells.filter(({ skip }) => skip === null)
  let samples = 0
  let longestLimitMs = 0
  let totalMs = linkMs * new Set(cells.map(({ link }) => JSON.stringify(link))).size
  for (const cell of cells) {
    const { applied } = cell.arms
    const limits = limitsOf(cell)
    const pagesMs = applied.reduce((sum, arm) => sum + pageTimeOfLimit * (limits[arm] ?? 0), 0)
    samples += applied.length * plan.rounds
    longestLimitMs = Math.max(longestLimitMs, ...applied.map((arm) => limits[arm] ?? 0))
    totalMs += cellMs + plan.rounds * (pagesMs + applied.length * (loadMs + plan.pauseMs))
  }
  return { cells: cells.length, samples, totalMs, longestLimitMs }
}

/** The smallest possible page times of a cell, of several graphs of its page the largest of them; each page is made once. */
function wireLimits(seed: number): (cell: PlannedCell) => Partial<Record<Arm, number>> {
  const pages = new Map<string, readonly LabPage[]>()
  return (cell) => {
    const { page, shards, thinkMs } = cell
    const key = JSON.stringify([page, shards, thinkMs])
    const sized = pages.get(key) ?? labPages(page, { shards, thinkMs, seed })
    pages.set(key, sized)
    const limits = sized.map((each) => cellLimits(cell, each))
    return Object.fromEntries(
      cell.arms.applied.map((arm) => [arm, Math.max(...limits.map((each) => each[arm] ?? 0))]),
    )
  }
}
