import type { Arm } from '../../model/arm.ts'
import { PAYLOAD_BYTES } from '../../model/slow-start.ts'
import { meanLoss } from '../link/condition/loss.ts'
import { labPages } from '../pages/page.ts'
import type { LabPage } from '../pages/shape/lab-page.ts'
import { cellLimits } from './cell-limits.ts'
import type { Plan, PlannedCell } from './plan.ts'

export interface PlanEstimate {
  readonly cells: number
  /** Loads that are recorded: cells × arms × rounds. */
  readonly samples: number
  readonly totalMs: number
  /** The largest wire limit: no load of that page takes less. */
  readonly longestLimitMs: number
  /** The longest that a page takes at the rate that its link's bandwidth or loss allows; loads need a multiple of it. */
  readonly longestPageMs: number
}

/** How long a cell's page takes at least, in milliseconds. */
interface PageTimes {
  readonly wireLimits: Partial<Record<Arm, number>>
  /** All of its bytes over one connection at the rate that loss allows; 0 without loss. */
  readonly lossLimitMs: number
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
  timesOf: (cell: PlannedCell) => PageTimes = pageTimes(plan.seed),
): PlanEstimate {
  const { loadMs, cellMs, linkMs, pageTimeOfLimit } = ESTIMATE
  const cells = plan.cells.filter(({ skip }) => skip === null)
  let samples = 0
  let longestLimitMs = 0
  let longestPageMs = 0
  let totalMs = linkMs * new Set(cells.map(({ link }) => JSON.stringify(link))).size
  for (const cell of cells) {
    const { applied } = cell.arms
    const { wireLimits: limits, lossLimitMs } = timesOf(cell)
    const pagesMs = applied.reduce((sum, arm) => sum + pageTimeOfLimit * (limits[arm] ?? 0), 0)
    samples += applied.length * plan.rounds
    longestLimitMs = Math.max(longestLimitMs, ...applied.map((arm) => limits[arm] ?? 0))
    longestPageMs = Math.max(longestPageMs, longestLimitMs, lossLimitMs)
    totalMs += cellMs + plan.rounds * (pagesMs + applied.length * (loadMs + plan.pauseMs))
  }
  return { cells: cells.length, samples, totalMs, longestLimitMs, longestPageMs }
}

/** The times of a cell, of several graphs of its page the largest of them; each page is made once. */
function pageTimes(seed: number): (cell: PlannedCell) => PageTimes {
  const pages = new Map<string, readonly LabPage[]>()
  return (cell) => {
    const { page, shards, thinkMs } = cell
    const key = JSON.stringify([page, shards, thinkMs])
    const sized = pages.get(key) ?? labPages(page, { shards, thinkMs, seed })
    pages.set(key, sized)
    const limits = sized.map((each) => cellLimits(cell, each))
    return {
      wireLimits: Object.fromEntries(
        cell.arms.applied.map((arm) => [arm, Math.max(...limits.map((each) => each[arm] ?? 0))]),
      ),
      lossLimitMs: Math.max(...sized.map((each) => lossLimitMs(each, cell.link))),
    }
  }
}

/** Segments a round trip and root of the loss that TCP's congestion avoidance sends at most (Mathis et al. 1997, 3). */
const MATHIS_CONSTANT = 1.22

function lossLimitMs({ resources }: LabPage, { rttMs, lossDown }: PlannedCell['link']): number {
  const segments = resources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / PAYLOAD_BYTES
  return (segments * rttMs * Math.sqrt(meanLoss(lossDown))) / MATHIS_CONSTANT
}
