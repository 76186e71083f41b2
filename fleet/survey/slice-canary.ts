import type { Canary } from '../../crawler/survey/run/canary-blocks.ts'
import type { CheckedCanary } from '../../db/survey/survey-slices.ts'

export interface SliceCanary {
  /** An answer that was given just now, or a new one. */
  before(): Promise<CheckedCanary>
  /** An answer that is asked for from now on. Slices that end together share one. */
  after(): Promise<CheckedCanary>
}

/** An answer of this age says of the visits that begin what a new one would say. */
const FRESH_MS = 10_000

/** Asks the known-good HTTP/3 server around the slices of a worker, and no more often than that takes. */
export function sliceCanary(
  canary: Canary,
  { clock, wallTime }: { readonly clock: () => number; readonly wallTime: () => string },
): SliceCanary {
  let last: { readonly atMs: number; readonly answer: CheckedCanary } | null = null
  let waiting: Promise<CheckedCanary> | null = null
  let asking: Promise<unknown> = Promise.resolve()

  async function ask(): Promise<CheckedCanary> {
    // A caller from here on needs a question of their own.
    waiting = null
    const checkedAt = wallTime()
    const atMs = clock()
    // It could not even be asked: no better than no answer.
    const answer = await canary().catch(() => ({ ok: false, failure: 'unknown_failure' }) as const)
    last = { atMs, answer: { ...answer, checkedAt } }
    return last.answer
  }

  const after = (): Promise<CheckedCanary> => {
    waiting ??= asking.then(ask)
    asking = waiting
    return waiting
  }
  return {
    after,
    before: async () => (last !== null && clock() - last.atMs < FRESH_MS ? last.answer : await after()),
  }
}
