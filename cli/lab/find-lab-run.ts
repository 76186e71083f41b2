import type { Database } from '../../db/connection/database.ts'
import { type LabRunRow, labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import { defaultLabRun } from '../../server/defaults/default-lab-run.ts'
import { COMMAND } from '../options/entry.ts'
import { findRecorded } from '../survey/find-recorded.ts'

export function findLabRun(db: Database, name: string): Promise<LabRunRow> {
  return findRecorded(db, name, {
    what: 'lab run',
    latest: async (from) => (await listLabRuns(from))[0] ?? null,
    byId: labRunById,
    list: null,
    make: `${COMMAND} lab run quick`,
    opening: defaultLabRun,
  })
}
