import { messageOf } from '../../crawler/process/thrown.ts'
import {
  type BegunCheck,
  type CheckOutcome,
  endCheck,
  releaseCheck,
  renewCheck,
} from '../../db/checks/check-leases.ts'
import { type Database, type Query, writeUnshown } from '../../db/connection/database.ts'
import type { CheckBoxOptions } from '../../server/checks/check-box.ts'
import { runCheckProcess } from './check-process.ts'

/** Does checks, until it is disposed of: one under way goes back to the queue. */
export type OpenChecks = Pick<CheckBoxOptions, 'enqueue'> & AsyncDisposable

/** A check whose server gives no sign of life for so long is another's to take. */
export const CHECK_LEASE_MS = 30_000

export interface WorkOptions {
  readonly db: Database
  readonly words: readonly string[]
  readonly folder: string
  /** Stops it: the check goes back, and that attempt does not count. */
  readonly signal: AbortSignal
  readonly now: () => string
  readonly warn: (line: string) => void
  /** Part of the transaction that records the outcome. Default: nothing. */
  readonly onRecorded?: (query: Query) => Promise<void>
}

/** Runs a check that was begun, and records how it came out; rejects where it was stopped. */
export async function workOnCheck(check: BegunCheck, options: WorkOptions): Promise<void> {
  const { db, words, folder, signal, now, warn, onRecorded = async () => {} } = options
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewCheck(db, check, CHECK_LEASE_MS).then(
      (isOurs) => {
        if (!isOurs) lost.abort(new Error(`check ${check.id} was taken over by another server`))
      },
      // The database is away: whether the check is still ours shows when it is back.
      (error: unknown) => warn(messageOf(error)),
    )
  }, CHECK_LEASE_MS / 3)
  const stop = AbortSignal.any([signal, lost.signal])
  try {
    const outcome: CheckOutcome = await runCheckProcess(check.url, { words, folder, signal: stop, warn })
    await writeUnshown(db, async (query) => {
      if (await endCheck(query, check, outcome, now())) await onRecorded(query)
    })
  } catch (error) {
    if (signal.aborted) await releaseCheck(db, check)
    throw error
  } finally {
    clearInterval(renewal)
  }
}
