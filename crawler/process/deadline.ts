import { after } from '../network/after.ts'

/** The outcome of a wait: the value, or that it was not there in time. */
export type Within<T> = { readonly inTime: true; readonly value: T } | { readonly inTime: false }

/**
 * Waits no longer than the limit. A rejection within it rejects; one after it is of no interest any more.
 * For waits on a program that may never answer.
 */
export async function within<T>(work: Promise<T>, limitMs: number): Promise<Within<T>> {
  const late = Promise.withResolvers<Within<T>>()
  const cancel = after(limitMs, () => late.resolve({ inTime: false }))
  try {
    return await Promise.race([work.then((value) => ({ inTime: true, value }) as const), late.promise])
  } finally {
    cancel()
  }
}

/** True where the work was done within the limit; false where it failed or was late. For steps that have a next resort. */
export async function done(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  try {
    return (await within(work, limitMs)).inTime
  } catch {
    // The caller tries its next resort, whatever the reason.
    return false
  }
}
