import type { Database } from '../../../db/connection/database.ts'
import { isRefusedValue } from '../../../db/connection/database-error.ts'
import { type EncodedSite, encodeFinishedSite, saveSites } from '../../../db/survey/finished-sites.ts'
import type { VisitRecord } from '../../../db/survey/survey-sites.ts'
import type { OperationRow } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import { isClientBusy, networkError } from '../../network/classify.ts'
import { unknownFacts } from '../facts/unknown-facts.ts'

type VisitTimes = Omit<VisitRecord, 'detail' | 'facts'>

export interface FinishedVisit {
  readonly rank: number
  readonly reachable: boolean
  readonly times: VisitTimes
  readonly encoded: EncodedSite
  /** Says why it failed for a reason of ours; null where it did not. */
  readonly fault: string | null
}

/** A visit with its results; where these hold a value that cannot be stored, a broken one. */
export function finishedVisit(
  times: VisitTimes,
  { rows, facts }: { readonly rows: readonly OperationRow[]; readonly facts: SiteFacts },
): FinishedVisit {
  try {
    const encoded = encodeFinishedSite({ ...times, detail: null, facts }, rows)
    return { rank: times.rank, reachable: facts.reachable, times, encoded, fault: null }
  } catch (error) {
    return brokenVisit(times, error)
  }
}

/** A visit that failed for a reason of ours: counted and kept with its text, never an end of the run. */
export function brokenVisit(times: VisitTimes, error: unknown): FinishedVisit {
  const detail = String(error).slice(0, 1_000)
  const failure = isClientBusy(networkError(error)) ? 'client_busy' : 'unknown_failure'
  const encoded = encodeFinishedSite({ ...times, detail, facts: unknownFacts(failure) }, [])
  return { rank: times.rank, reachable: false, times, encoded, fault: detail }
}

/**
 * Writes visits in one transaction; resolves to the ranks written. Where the database refuses a value (a CHECK, a
 * type), each visit is written alone, and the one at fault as a broken one.
 */
export async function saveVisits(
  db: Database,
  lease: { readonly surveyId: number; readonly owner: string },
  visits: readonly FinishedVisit[],
): Promise<ReadonlySet<number>> {
  try {
    return await saveSites(
      db,
      lease,
      visits.map(({ encoded }) => encoded),
    )
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    const written = new Set<number>()
    for (const visit of visits) {
      for (const rank of await saveAlone(db, lease, visit)) written.add(rank)
    }
    return written
  }
}

async function saveAlone(
  db: Database,
  lease: { readonly surveyId: number; readonly owner: string },
  visit: FinishedVisit,
): Promise<ReadonlySet<number>> {
  try {
    return await saveSites(db, lease, [visit.encoded])
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return saveSites(db, lease, [brokenVisit(visit.times, error).encoded])
  }
}
