/**
 * Aborts when the program that started this process ends or closes its standard input, or when a signal asks for it; so
 * nothing outlives the owner, not even a kill -9.
 */
export function stopWithOwner(): AbortController {
  const stop = new AbortController()
  const onEnd = (): void => stop.abort()
  process.stdin.on('end', onEnd).on('close', onEnd).on('error', onEnd)
  // The reader may be gone already; the end of standard input says so too.
  process.stdout.on('error', onEnd)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      stop.abort()
      process.stdin.destroy()
    })
  return stop
}
