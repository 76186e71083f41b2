import type { Database } from '../../db/connection/database.ts'
import { type FieldRelease, newestRelease } from '../../db/field/field-cells.ts'
import { listStudies, type Study } from '../../db/field/field-studies.ts'

/** A study with the newest release of it; null: none has been made. */
export interface VisibleStudy extends Study {
  readonly release: FieldRelease | null
}

/** Studies that are open to everybody, and with an invite those of its pilot, these first; the newest first. */
export async function visibleStudies(db: Database, pilot: string | null): Promise<VisibleStudy[]> {
  const visible = (await listStudies(db)).filter((study) => study.pilot === null || study.pilot === pilot)
  const studies: VisibleStudy[] = []
  for (const study of visible) studies.push({ ...study, release: await newestRelease(db, study.list) })
  return studies.sort((a, b) => Number(b.pilot !== null) - Number(a.pilot !== null))
}
