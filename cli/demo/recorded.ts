import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Recorded by scripts/record-demo.sh: survey, campaign behind a link, lab run, and a made-up field release. */
export const RECORDED = join(import.meta.dirname, '../../demo/recorded.sqlite')

/** Puts a copy of the recorded data at this path unless there is something already: an open database has files beside it. */
export async function copyRecorded(database: string): Promise<void> {
  await mkdir(dirname(database), { recursive: true })
  if (!existsSync(database)) await copyFile(RECORDED, database)
}
