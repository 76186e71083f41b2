import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import type { PageFidelity, ReplayAgainstLive } from '../contract/contract.ts'
import { measuredCells } from '../lab/lab-gains.ts'
import { againstLive, livePltMsOf } from './against-live.ts'
import { pageFidelity } from './page-fidelity.ts'
import { type ReplayedArm, type ReplayedCell, replayedArms } from './replayed-cells.ts'
import { runRecordings } from './run-recordings.ts'

/** Page load times of an arm against live ones; null where the recording has none of that arm, or there is no recording. */
export function armAgainstLive(
  { cell, recording, arms }: ReplayedCell,
  { arm, pltMs }: Pick<ReplayedArm, 'arm' | 'pltMs'>,
): ReplayAgainstLive | null {
  if (recording === null) return null
  const run = arms.map((each) => each.arm)
  const livePltMs = livePltMsOf(recording, arm, run)
  return livePltMs === null ? null : againstLive(livePltMs, pltMs, recording.link, cell.configuredLink)
}

/** Whether replays of a run's recorded pages are faithful, by condition; without those whose page is no recording. */
export async function pageFidelities(
  db: Database,
  run: LabRunRow,
): Promise<ReadonlyMap<number, PageFidelity>> {
  const recordings = runRecordings(run)
  const found = new Map<number, PageFidelity>()
  if (recordings.length === 0) return found
  for (const cell of measuredCells(await labCells(db, run.id))) {
    const recording = recordings.find(({ page }) => page === cell.factors.page)
    if (recording === undefined) continue
    const arms = await replayedArms(db, cell, false)
    const replayed = { cell, recording, arms }
    const own = arms.map((each) => ({ arm: each.arm, live: armAgainstLive(replayed, each) }))
    found.set(cell.cell, pageFidelity(own, recording))
  }
  return found
}
