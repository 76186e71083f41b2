import { after } from '../../network/after.ts'

export class VisitAbandoned extends Error {
  override readonly name = 'VisitAbandoned'

  constructor(graceMs: number) {
    super(`the visit was abandoned: ${graceMs} ms after its time limit, or a stop, it had not ended`)
  }
}

/**
 * Waits for work that ends when its signal is aborted, but for no longer than the grace after that: what does not heed
 * the signal would be waited for forever.
 * @throws VisitAbandoned
 */
export async function abandonLate<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  let cancel = (): void => {}
  const onAbort = (): void => {
    cancel = after(graceMs, () => late.reject(new VisitAbandoned(graceMs)))
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, late.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
    cancel()
  }
}
