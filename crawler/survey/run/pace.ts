import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopWatch } from '../operation/loop-watch.ts'

/** Connect times later than this would say more of us than of the network. */
const MAX_LATE_MS = 5
const LOOK_AGAIN_MS = 2

/**
 * Holds new visits back while the event loop is behind, so that those under way are noticed in time: how many sites a
 * machine can visit at once and still tell their times, it finds out by itself. First come, first served.
 */
export function pace(loop: Pick<LoopWatch, 'lateMs'>, signal: AbortSignal): () => Promise<void> {
  let last = Promise.resolve()
  const turn = async (): Promise<void> => {
    while (loop.lateMs > MAX_LATE_MS && !signal.aborted) await sleep(LOOK_AGAIN_MS)
  }
  return () => {
    last = last.then(turn)
    return last
  }
}
