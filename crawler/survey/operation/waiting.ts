import { addAbortListener, type EventEmitter } from 'node:events'
import type { FailureCode } from '../../../model/failure-codes.ts'
import { after } from '../../network/after.ts'
import { SITE_TIMEOUT } from './context.ts'

/** One wait of an operation. Everything attached through it is detached when the wait ends, whichever way it ends. */
export interface Waiting<T> {
  /** Ends the wait. The first call counts, later ones do nothing. */
  settle(value: T): void
  /** Calls `listener` on each `event` until the wait ends. */
  on<A extends unknown[]>(emitter: EventEmitter, event: string, listener: (...args: A) => void): void
  /** Calls `late` after `delayMs` unless the wait ends before; the returned function cancels it. */
  after(delayMs: number, late: () => void): () => void
  defer(release: () => void): void
}

/**
 * Waits for the network. `begin` attaches what may end the wait.
 *
 * When `signal` aborts because the site's time is over, `siteTimeout` makes the value, with what was learnt until
 * then; with any other reason the promise rejects with that reason, for the run is being stopped.
 */
export function waitFor<T>(
  signal: AbortSignal,
  siteTimeout: (failure: FailureCode) => T,
  begin: (waiting: Waiting<T>) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const releases: (() => void)[] = []
    let ended = false
    const end = (finish: () => void) => {
      if (ended) return
      ended = true
      for (const release of releases) release()
      finish()
    }
    const waiting: Waiting<T> = {
      settle: (value) => end(() => resolve(value)),
      on: (emitter, event, listener) => {
        const listening = listener as (...args: unknown[]) => void
        emitter.on(event, listening)
        waiting.defer(() => emitter.off(event, listening))
      },
      after: (delayMs, late) => {
        const cancel = after(delayMs, late)
        waiting.defer(cancel)
        return cancel
      },
      defer: (release) => {
        if (ended) release()
        else releases.push(release)
      },
    }
    const aborted = () =>
      end(() => {
        if (signal.reason !== SITE_TIMEOUT) return reject(signal.reason)
        resolve(siteTimeout('site_timeout'))
      })
    if (signal.aborted) return aborted()
    const listening = addAbortListener(signal, aborted)
    waiting.defer(() => listening[Symbol.dispose]())
    try {
      begin(waiting)
    } catch (error) {
      end(() => reject(error))
    }
  })
}
