import { setTimeout as sleep } from 'node:timers/promises'
import { duration } from './duration.ts'
import type { Terminal } from './guard-output.ts'

/** A wait that is longer than this is announced. */
const LONG_WAIT_MS = 5_000
const TICK_MS = 1_000

/**
 * Waits, and says for what and how long: on a terminal with the seconds that are left, else in one line. A short wait is not
 * spoken of. Rejects with the signal's reason.
 */
export async function announcedWait(
  ms: number,
  what: string,
  {
    out,
    clock,
    signal,
  }: { readonly out: Terminal; readonly clock: () => number; readonly signal: AbortSignal },
): Promise<void> {
  const untilMs = clock() + ms
  const isLong = ms > LONG_WAIT_MS
  if (isLong && out.isTTY !== true) out.write(`${what}: waiting ${duration(ms / 1_000)}\n`)
  const isShown = isLong && out.isTTY === true
  try {
    for (let leftMs = ms; leftMs > 0; leftMs = untilMs - clock()) {
      if (isShown) out.write(`\r\x1b[2K${what}: ${duration(leftMs / 1_000)} left`)
      await sleep(isShown ? Math.min(leftMs, TICK_MS) : Math.ceil(leftMs), undefined, { signal })
    }
  } finally {
    if (isShown) out.write('\r\x1b[2K')
  }
}
