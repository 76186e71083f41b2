import { after } from '../../network/after.ts'

interface Race<T> {
  /** The results, in the order in which the attempts were started. */
  readonly results: readonly T[]
  /** The attempt that succeeded first; null where none did. */
  readonly winner: T | null
}

/** Aborts attempts. An error, which is the default, costs a stack trace: a hundredth of a visit. */
const OVER = 'the race is over'

/**
 * Starts attempts one after the other until one succeeds (RFC 8305, 5): the next one starts when the last one has
 * failed, or `delayMs` after its start. When one succeeds, the signal that all were given is aborted; they must then
 * end soon. Resolves when all that were started have ended.
 *
 * Rejects with what an attempt rejects with, after all others have ended.
 */
export async function race<T>(
  attempts: Iterable<(outrun: AbortSignal) => Promise<T>>,
  succeeded: (result: T) => boolean,
  delayMs: number,
): Promise<Race<T>> {
  const outrun = new AbortController()
  const running: Promise<T>[] = []
  let winner: T | null = null
  const over = Promise.withResolvers<void>()
  for (const attempt of attempts) {
    const started = attempt(outrun.signal)
    running.push(started)
    const ended = started.then(
      (result) => {
        if (winner === null && succeeded(result)) {
          winner = result
          over.resolve()
          outrun.abort(OVER)
        }
      },
      () => {
        over.resolve()
        outrun.abort(OVER)
      },
    )
    const delay = Promise.withResolvers<void>()
    const cancel = after(delayMs, delay.resolve)
    const isStopped = await Promise.race([over.promise.then(() => true), ended, delay.promise])
    cancel()
    if (winner !== null || isStopped === true) break
  }
  const results: T[] = []
  for (const each of await Promise.allSettled(running)) {
    if (each.status === 'rejected') throw each.reason
    results.push(each.value)
  }
  return { results, winner }
}
