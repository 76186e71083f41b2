import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'

const LOOK_EVERY_MS = 50

/** Sites that the first survey of a database has done; 0 where there is none yet. */
export async function sitesDone(database: string): Promise<number> {
  return (await progressOf(database)).done
}

/** All sites of the first survey of a database, and those that it has done; 0 where there is none yet. */
export async function progressOf(
  database: string,
): Promise<{ readonly total: number; readonly done: number }> {
  const none = { total: 0, done: 0 }
  if (!existsSync(database)) return none
  try {
    await using db = await openDatabase({ url: database, readOnly: true })
    return await surveyProgress(db, 1)
  } catch {
    // Its tables are just being made.
    return none
  }
}

/**
 * Resolves when a survey under way has done so many sites, or has ended: how far it is, and not how long it took, on
 * machines of any speed.
 */
export async function untilDone(database: string, sites: number, ended: Promise<unknown>): Promise<void> {
  let over = false
  void ended.then(() => {
    over = true
  })
  while (!over && (await sitesDone(database)) < sites) await sleep(LOOK_EVERY_MS)
}
