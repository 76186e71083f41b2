import { metricValues } from '../../db/campaign/sample-metrics.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'

export interface PlannedTime {
  readonly loads: number
  /** Page load times of all loads, warm-ups not among them; a load that has none counts as nothing. */
  readonly pagesMs: number
  readonly pausesMs: number
}

/** Sums the page load times and the pauses of a lab run. */
export async function plannedTime(db: Database, labRunId: number): Promise<PlannedTime> {
  const run = await labRunById(db, labRunId)
  if (run === null) throw new RangeError(`there is no lab run ${labRunId}`)
  const { pauseMs } = run.plan as { readonly pauseMs: number }
  let [loads, pagesMs] = [0, 0]
  for (const { campaignId } of await labCells(db, labRunId)) {
    if (campaignId === null) continue
    for (const { value } of await metricValues(db, campaignId, 'plt_ms')) {
      loads += 1
      pagesMs += value ?? 0
    }
  }
  return { loads, pagesMs, pausesMs: loads * pauseMs }
}

/** A plan's wall time over its page load times and pauses. */
export const MOST_OVERHEAD = 1.3

/** For people: where the time went, and whether that is little enough. */
export function overheadReport(wallMs: number, { loads, pagesMs, pausesMs }: PlannedTime): string {
  const ratio = wallMs / (pagesMs + pausesMs)
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(0)} s`
  return [
    `${loads} loads: ${seconds(pagesMs)} of page load times, ${seconds(pausesMs)} of pauses, ${seconds(wallMs)} in all`,
    `wall time over both: ${ratio.toFixed(2)} (at most ${MOST_OVERHEAD}: ${ratio <= MOST_OVERHEAD ? 'met' : 'MISSED'})`,
  ].join('\n')
}
