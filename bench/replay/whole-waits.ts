import { join } from 'node:path'
import { replayFidelity } from '../../crawler/metrics/replay-fidelity.ts'
import { waitsSeen } from '../../crawler/metrics/waits-seen.ts'
import { decodeArtifacts } from '../../crawler/probe/load/artifact-codec.ts'
import { readArtifacts } from '../../db/campaign/artifacts.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'
import { pageOfCell } from './measured-loads.ts'

/** Of each exchange, the whole waits of the loads that got it, with the link's queue. */
export type WaitsByExchange = ReadonlyMap<number, readonly number[]>

/** How the waits for the first bytes compare, with the queue: meant for the arm `recorded` over the recorded link. */
export interface WholeWaits {
  readonly exchanges: number
  /** Median over exchanges of |median replayed − median live|. */
  readonly differenceMs: number
  /** The same of one live load and the others: what nothing can be nearer than. Null with one load. */
  readonly liveDifferenceMs: number | null
}

/** Null where no exchange has both. */
export function wholeWaits({ exchanges, loads }: Recording, replayed: WaitsByExchange): WholeWaits | null {
  const timed = new Set(loads.flatMap(({ purpose, ordinal }) => (purpose === 'times' ? ordinal : [])))
  const waits = exchanges.map(({ id, timings }) => ({
    live: timings.flatMap(({ load, thinkMs }) => (timed.has(load) ? (thinkMs ?? []) : [])),
    replayed: replayed.get(id) ?? [],
  }))
  const differences = waits.flatMap(({ live, replayed }) => distance(live, replayed))
  const differenceMs = median(differences)
  if (differenceMs === undefined) return null
  const amongLive = waits.flatMap(({ live }) =>
    live.flatMap((waitMs, index) => distance([waitMs], live.toSpliced(index, 1))),
  )
  return {
    exchanges: differences.length,
    differenceMs,
    liveDifferenceMs: median(amongLive) ?? null,
  }
}

function distance(some: readonly number[], others: readonly number[]): number[] {
  const [one, other] = [median(some), median(others)]
  return one === undefined || other === undefined ? [] : [Math.abs(one - other)]
}

/** Of the arm `recorded`, by page, from all lab runs in a database of a part. */
export async function replayedWaits(
  folder: string,
  database: string,
): Promise<ReadonlyMap<string, WaitsByExchange>> {
  await using db = await openDatabase({ url: join(folder, database), readOnly: true })
  const samples = await db.query(
    `SELECT s.id, c.factors FROM lab_cells c JOIN samples s ON s.campaign_id = c.campaign_id AND s.site = c.site
     WHERE s.arm = 'recorded' AND s.role = 'sample' AND s.state = 'valid' ORDER BY s.id`,
  )
  const pages = new Map<string, Map<number, number[]>>()
  for (const { id, factors } of samples) {
    const page = pageOfCell(String(factors))
    const waits = pages.get(page) ?? new Map<number, number[]>()
    pages.set(page, waits)
    const { har } = await decodeArtifacts(await readArtifacts(db, Number(id), ['har']))
    const fidelity = replayFidelity(har)
    if (fidelity === null) continue
    const seen = waitsSeen(fidelity)
    for (const [{ id: exchange }, entries] of fidelity.given)
      for (const entry of entries) {
        const { mostMs } = seen.get(entry) ?? {}
        if (mostMs !== undefined) waits.set(exchange, [...(waits.get(exchange) ?? []), mostMs])
      }
  }
  return pages
}
