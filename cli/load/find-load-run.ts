import type { Database } from '../../db/connection/database.ts'
import { type LoadRunRow, listLoadRuns, loadRunById } from '../../db/load/load-runs.ts'
import { defaultLoadRun } from '../../server/defaults/default-load-run.ts'
import { COMMAND } from '../options/entry.ts'
import { findRecorded } from '../survey/find-recorded.ts'

export function findLoadRun(db: Database, name: string): Promise<LoadRunRow> {
  return findRecorded(db, name, {
    what: 'load run',
    latest: async (from) => (await listLoadRuns(from))[0] ?? null,
    byId: loadRunById,
    list: null,
    make: `${COMMAND} load run quick`,
    opening: defaultLoadRun,
  })
}
