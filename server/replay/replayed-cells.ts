import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { median } from '../../stats/median.ts'
import {
  ARM_NAMES,
  type Arm,
  DEFAULT_METRIC,
  type ReplayFidelity,
  type ReplayRecording,
} from '../contract/contract.ts'
import { type MeasuredCell, measuredCells } from '../lab/lab-gains.ts'
import { fidelityOf, MISSES_REASON, REPLAY_METRICS, type ReplayMetric } from './replay-metrics.ts'
import { runRecordings } from './run-recordings.ts'

export interface ReplayedArm {
  readonly arm: Arm
  /** Page load times of the valid loads. */
  readonly pltMs: Float64Array
  readonly valid: number
  readonly leftOut: number
  readonly missedLoads: number
  /** Is null where the page is no recording. */
  readonly fidelity: ReplayFidelity | null
}

export interface ReplayedCell {
  readonly cell: MeasuredCell
  readonly recording: ReplayRecording | null
  readonly arms: readonly ReplayedArm[]
}

export interface ReplayedRun {
  readonly labRunId: number
  readonly recordings: readonly ReplayRecording[]
  readonly cells: readonly ReplayedCell[]
  readonly unmeasured: number
}

/** Reads what a lab run measured of page load times, and of recorded pages how faithful the replay was. */
export async function replayedRun(db: Database, run: LabRunRow): Promise<ReplayedRun> {
  const recordings = runRecordings(run)
  const planned = await labCells(db, run.id)
  const cells: ReplayedCell[] = []
  for (const cell of measuredCells(planned)) {
    const recording = recordings.find(({ page }) => page === cell.factors.page) ?? null
    const arms = await replayedArms(db, cell, recording !== null)
    if (arms.length > 0) cells.push({ cell, recording, arms })
  }
  return { labRunId: run.id, recordings, cells, unmeasured: planned.length - cells.length }
}

/** @param isRecorded asks for how faithful each arm was, too */
export async function replayedArms(
  db: Database,
  { campaignId, site }: MeasuredCell,
  isRecorded: boolean,
): Promise<ReplayedArm[]> {
  const place = { campaignId, site }
  const tallies = await sampleTallies(db, campaignId, site)
  const times = await readSeries(db, { ...place, metric: DEFAULT_METRIC })
  const measured = isRecorded ? await readMeasured(db, place) : null
  return ARM_NAMES.filter((arm) => tallies.some((tally) => tally.arm === arm)).map((arm) => {
    const counted = tallies.filter((tally) => tally.arm === arm)
    const count = (isCounted: (tally: (typeof counted)[number]) => boolean): number =>
      counted.filter(isCounted).reduce((sum, { samples }) => sum + samples, 0)
    return {
      arm,
      pltMs: times.find((series) => series.arm === arm)?.values ?? new Float64Array(),
      valid: count(({ state }) => state === 'valid'),
      leftOut: count(({ state }) => state !== 'valid'),
      missedLoads: count(({ reason }) => reason === MISSES_REASON),
      fidelity: measured === null ? null : armFidelity(measured, arm),
    }
  })
}

type Measured = readonly { readonly name: ReplayMetric; readonly arm: Arm; readonly values: Float64Array }[]

async function readMeasured(
  db: Database,
  place: { readonly campaignId: number; readonly site: number },
): Promise<Measured> {
  const measured: Measured[number][] = []
  for (const [name, metric] of Object.entries(REPLAY_METRICS))
    for (const { arm, values } of await readSeries(db, { ...place, metric }))
      measured.push({ name: name as ReplayMetric, arm, values })
  return measured
}

function armFidelity(measured: Measured, arm: Arm): ReplayFidelity {
  const found = measured.filter((series) => series.arm === arm)
  const medians = found.flatMap(({ name, values }) => {
    const middle = median(values)
    return middle === undefined ? [] : [[name, middle] as const]
  })
  const n = Math.max(0, ...found.map(({ values }) => values.length))
  return fidelityOf(n, Object.fromEntries(medians))
}
