/**
 * Tells how late this process may have noticed an event. A network event waits until the event loop comes round: on a
 * busy loop a connect time is mostly our own delay, and would be taken for the network's.
 */
export interface LoopWatch extends Disposable {
  /**
   * Milliseconds by which an event that is being handled now may have happened earlier: since the turn of the loop
   * before this one began. Never below the watch's own step.
   */
  readonly lateMs: number
}

const STEP_MS = 1

/** `clock` is monotonic, milliseconds. The watch costs one timer a millisecond, some 1 % of a core. */
export function watchLoop(clock: () => number): LoopWatch {
  let thisTurnMs = clock()
  let lastTurnMs = thisTurnMs
  const timer = setInterval(() => {
    lastTurnMs = thisTurnMs
    thisTurnMs = clock()
  }, STEP_MS)
  timer.unref()
  return {
    get lateMs() {
      return Math.max(STEP_MS, clock() - lastTurnMs)
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}
