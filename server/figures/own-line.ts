import type { Database } from '../../db/connection/database.ts'
import { canaryRoundTrips } from '../../db/survey/canaries.ts'
import type { OwnLine } from '../../figures/own-line.ts'
import { median } from '../../stats/median.ts'

/** Fewer answers say nothing of a line. */
const LEAST = 3
const MOST_TIMES = 2
const MOST_MORE_MS = 20

export async function ownLine(db: Database, surveyId: number): Promise<OwnLine> {
  const [idleMs, ...busy] = await canaryRoundTrips(db, surveyId)
  if (idleMs === undefined) return { surveyId, rows: [] }
  const busyMs = median(busy) ?? null
  const fillsOwnLine =
    busyMs === null || busy.length < LEAST
      ? null
      : busyMs > MOST_TIMES * idleMs && busyMs > idleMs + MOST_MORE_MS
  return { surveyId, rows: [{ idleMs, busyMs, n: busy.length, fillsOwnLine }] }
}
