import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Above any stall of a machine. */
const LIMIT_MS = 30_000
const POLL_MS = 5

/** Waits for what comes when it comes; fails where it does not. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  while (!(await holds())) {
    if (performance.now() > endMs) assert.fail(`waited in vain: ${what}`)
    await sleep(POLL_MS)
  }
}
