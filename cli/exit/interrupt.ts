/** Why a run was stopped by its user. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Whether this is what came of such a stop: streams wrap the reason of the signal that ended them. */
export function isInterruption(error: Error): boolean {
  return error instanceof Interrupted || (error.name === 'AbortError' && error.cause instanceof Interrupted)
}

/**
 * A signal that aborts on the first Ctrl-C (SIGINT) or SIGTERM, so that what is under way can be ended and kept.
 * The second one ends the process as the system would.
 */
export function untilInterrupted(): { readonly signal: AbortSignal } & AsyncDisposable {
  const controller = new AbortController()
  const stop = (): void => {
    release()
    controller.abort(new Interrupted('stopped by the user'))
  }
  const release = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    async [Symbol.asyncDispose]() {
      release()
    },
  }
}
