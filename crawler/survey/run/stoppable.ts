import { setMaxListeners } from 'node:events'

/** A run's way to end before its time. Release it with `using`. */
export interface Stoppable extends Disposable {
  /** Aborted from outside, or by the first failure. */
  readonly signal: AbortSignal
  /** Ends it. The first error is the one that counts. */
  readonly fail: (error: unknown) => void
  throwIfFailed(): void
  /** Waits for work, but once the signal is aborted no longer than the grace, milliseconds. */
  settled(work: Promise<unknown>, graceMs: number): Promise<void>
}

export function stoppable(outer: AbortSignal): Stoppable {
  const controller = new AbortController()
  const { signal } = controller
  // One listener and more per visit; the default is to warn of a leak at ten.
  setMaxListeners(0, signal)
  let failure: { readonly error: unknown } | null = null
  const stop = (): void => controller.abort(outer.reason)
  if (outer.aborted) stop()
  else outer.addEventListener('abort', stop, { once: true })
  return {
    signal,
    fail(error) {
      failure ??= { error }
      controller.abort(error)
    },
    throwIfFailed() {
      if (failure !== null) throw failure.error
    },
    async settled(work, graceMs) {
      await new Promise<void>((resolve, reject) => {
        let timer: NodeJS.Timeout | null = null
        const onAbort = (): void => {
          timer = setTimeout(resolve, graceMs)
        }
        if (signal.aborted) onAbort()
        else signal.addEventListener('abort', onAbort, { once: true })
        const done = (): void => {
          if (timer !== null) clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
        }
        work.then(() => resolve(), reject).finally(done)
      })
    },
    [Symbol.dispose]() {
      outer.removeEventListener('abort', stop)
    },
  }
}
