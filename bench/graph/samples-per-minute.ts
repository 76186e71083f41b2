import type { Database } from '../../db/connection/database.ts'
import type { PairedCell } from './paired-cells.ts'

/** A run that stood still for longer was interrupted and resumed: its pause counts for neither side. */
const LONGEST_PAUSE_MS = 60_000

/** One load of a page, also one that failed. */
export interface TakenSample {
  readonly startedMs: number
  readonly wallMs: number
  readonly valid: boolean
}

/** The loads of some campaigns, in the order in which they began; warm-ups are among them, since they take their time too. */
export async function takenSamples(db: Database, campaignIds: readonly number[]): Promise<TakenSample[]> {
  const taken: TakenSample[] = []
  for (const campaignId of campaignIds) {
    const rows = await db.query(
      `SELECT started_at, wall_ms, state, role FROM samples
       WHERE campaign_id = ? AND started_at IS NOT NULL AND wall_ms IS NOT NULL`,
      [campaignId],
    )
    for (const { started_at, wall_ms, state, role } of rows)
      taken.push({
        startedMs: Date.parse(String(started_at)),
        wallMs: Number(wall_ms),
        valid: state === 'valid' && role === 'sample',
      })
  }
  return taken.toSorted((a, b) => a.startedMs - b.startedMs)
}

/**
 * Valid samples a minute, the time between loads and between cells in it. Several lanes count as they overlap. Null where less
 * than two loads were taken.
 */
export function samplesPerMinute(taken: readonly TakenSample[]): number | null {
  if (taken.length < 2) return null
  let spentMs = 0
  let endMs = -Infinity
  for (const { startedMs, wallMs } of taken) {
    const fromMs = startedMs > endMs + LONGEST_PAUSE_MS ? startedMs : endMs
    endMs = Math.max(fromMs, startedMs + wallMs)
    spentMs += endMs - fromMs
  }
  return spentMs === 0 ? null : (60_000 * taken.filter(({ valid }) => valid).length) / spentMs
}

/** Valid samples a minute of the same cells, by the browser and of graphs; null where too few loads were taken. */
export async function sampleRates(
  db: Database,
  cells: readonly PairedCell[],
): Promise<{ readonly browser: number | null; readonly graph: number | null }> {
  const rateOf = async (side: 'browser' | 'graph'): Promise<number | null> =>
    samplesPerMinute(
      await takenSamples(
        db,
        cells.map(({ campaigns }) => campaigns[side]),
      ),
    )
  return { browser: await rateOf('browser'), graph: await rateOf('graph') }
}
