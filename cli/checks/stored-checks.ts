import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../crawler/process/thrown.ts'
import { beginCheck } from '../../db/checks/check-leases.ts'
import { CHECK_LEASE_MS, type WorkOptions, workOnCheck } from './work-on-check.ts'

/** Between two looks for a check where there was none. */
const LOOK_EVERY_MS = 1_000

/** Does the checks of an SQLite database one after the other until it is stopped: their rows are the queue. Never rejects. */
export async function workOnStoredChecks(
  options: Omit<WorkOptions, 'onRecorded'>,
  owner: string,
): Promise<void> {
  const { db, signal, now, warn } = options
  let said = ''
  while (!signal.aborted) {
    try {
      const check = await beginCheck(db, owner, CHECK_LEASE_MS, now())
      if (check === null) await sleep(LOOK_EVERY_MS, undefined, { signal })
      else await workOnCheck(check, options)
      said = ''
    } catch (error) {
      if (signal.aborted) return
      // Once for a database that is away for an hour.
      if (messageOf(error) !== said) warn(messageOf(error))
      said = messageOf(error)
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {
        // Stopped.
      })
    }
  }
}
