import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from '../../db/connection/database-error.ts'

/** A database that was killed is back within this time, or the job another worker's. */
const MOST_TRIES = 30
const TRY_EVERY_MS = 1_000

/** Does what a database that is away for a moment must not prevent. */
export async function whenBack(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseError) || tries === MOST_TRIES) throw error
    }
    await sleep(TRY_EVERY_MS)
  }
}
