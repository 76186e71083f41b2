import { SITE_TIMEOUT } from '../operation/context.ts'

/** The time one site may take. Release it with `using`: a running timer would keep the process alive. */
interface TimeBudget extends Disposable {
  /** Aborts with `SITE_TIMEOUT` when the time is used up, or with the parent's reason when that aborts. */
  readonly signal: AbortSignal
  /** Milliseconds left; 0 when it is used up. */
  readonly leftMs: number
  /** Stops the time, for instance while waiting for a slot. Pauses add up: as many `resume` end them. */
  pause(): void
  resume(): void
}

interface TimeBudgetOptions {
  readonly ms: number
  readonly clock: () => number
  readonly parent: AbortSignal
}

/** Starts a site's time. */
export function timeBudget(options: TimeBudgetOptions): TimeBudget {
  return new RunningBudget(options)
}

class RunningBudget implements TimeBudget {
  readonly #controller = new AbortController()
  readonly #clock: () => number
  readonly #parent: AbortSignal
  #leftMs: number
  #runningSinceMs: number
  #pauses = 0
  #timer: NodeJS.Timeout | null = null
  #released = false
  readonly #onParentAbort = (): void => this.#end(this.#parent.reason)

  constructor({ ms, clock, parent }: TimeBudgetOptions) {
    this.#clock = clock
    this.#parent = parent
    this.#leftMs = ms
    this.#runningSinceMs = clock()
    if (parent.aborted) this.#controller.abort(parent.reason)
    else {
      parent.addEventListener('abort', this.#onParentAbort, { once: true })
      this.#arm()
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get leftMs(): number {
    if (this.#pauses > 0) return this.#leftMs
    return Math.max(0, this.#leftMs - (this.#clock() - this.#runningSinceMs))
  }

  pause(): void {
    if (this.#pauses === 0) {
      this.#leftMs = this.leftMs
      this.#stopTimer()
    }
    this.#pauses += 1
  }

  resume(): void {
    if (this.#pauses === 0) throw new Error('resume() without pause()')
    this.#pauses -= 1
    if (this.#pauses > 0) return
    this.#runningSinceMs = this.#clock()
    this.#arm()
  }

  [Symbol.dispose](): void {
    this.#released = true
    this.#stopTimer()
    this.#parent.removeEventListener('abort', this.#onParentAbort)
  }

  #arm(): void {
    if (this.#released || this.signal.aborted) return
    this.#timer = setTimeout(() => {
      // Timers may fire a little early by the clock that is counted here.
      if (this.leftMs > 0) this.#arm()
      else this.#end(SITE_TIMEOUT)
    }, Math.ceil(this.leftMs))
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #end(reason: unknown): void {
    this.#stopTimer()
    this.#parent.removeEventListener('abort', this.#onParentAbort)
    this.#controller.abort(reason)
  }
}
