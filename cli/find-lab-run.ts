import type { Database } from '../db/database.ts'
import { type LabRunRow, labRunById, listLabRuns } from '../db/lab-runs.ts'
import { findRecorded } from './find-recorded.ts'

/** The lab run that `7` or `latest` names. */
export function findLabRun(db: Database, name: string): Promise<LabRunRow> {
  return findRecorded(db, name, {
    what: 'lab run',
    latest: async (from) => (await listLabRuns(from))[0] ?? null,
    byId: labRunById,
    list: null,
    make: 'towline lab run quick',
  })
}
