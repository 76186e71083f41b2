import { SITE_TIMEOUT } from '../operation/context.ts'

/** The time one site may take. Release it with `using`: a running timer would keep the process alive. */
export interface TimeBudget extends Disposable {
  /** Aborts with `SITE_TIMEOUT` when the time is used up, or with the parent's reason when that aborts. */
  readonly signal: AbortSignal
  /** Milliseconds left; 0 when it is used up. */
  readonly leftMs: number
  /** Stops the time, for instance while waiting for a slot. Pauses add up: as many `resume` end them. */
  pause(): void
  resume(): void
}

export interface TimeBudgetOptions {
  readonly ms: number
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  readonly parent: AbortSignal
}

/** Starts a site's time. */
export function timeBudget({ ms, clock, parent }: TimeBudgetOptions): TimeBudget {
  const controller = new AbortController()
  let leftMs = ms
  let runningSinceMs = clock()
  let pauses = 0
  let timer: NodeJS.Timeout | null = null
  let released = false

  const left = (): number => (pauses > 0 ? leftMs : Math.max(0, leftMs - (clock() - runningSinceMs)))

  function stop(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  function arm(): void {
    if (released || controller.signal.aborted) return
    timer = setTimeout(() => {
      // Timers may fire a little early by the clock that is counted here.
      if (left() > 0) arm()
      else end(SITE_TIMEOUT)
    }, Math.ceil(left()))
  }
  function end(reason: unknown): void {
    stop()
    parent.removeEventListener('abort', stopWithParent)
    controller.abort(reason)
  }
  function stopWithParent(): void {
    end(parent.reason)
  }

  if (parent.aborted) controller.abort(parent.reason)
  else {
    parent.addEventListener('abort', stopWithParent, { once: true })
    arm()
  }

  return {
    signal: controller.signal,
    get leftMs() {
      return left()
    },
    pause() {
      if (pauses === 0) {
        leftMs = left()
        stop()
      }
      pauses += 1
    },
    resume() {
      if (pauses === 0) throw new Error('resume() without pause()')
      pauses -= 1
      if (pauses > 0) return
      runningSinceMs = clock()
      arm()
    },
    [Symbol.dispose]() {
      released = true
      stop()
      parent.removeEventListener('abort', stopWithParent)
    },
  }
}
