import { uptime } from 'node:os'

/**
 * Notices whether this process stood still: stopped by a signal, on a machine that was suspended, or without a processor.
 * Whatever a peer did meanwhile was not seen when it happened, and peers had given up waiting.
 */
export interface StandstillWatch extends Disposable {
  /** Number of standstills so far. */
  readonly count: number
}

const LOOK_EVERY_MS = 250
/** Shorter than each of the limits that a visit waits for (`TIMEOUTS`), so that a standstill alone makes none pass. */
const STANDSTILL_MS = 2_000

/**
 * `clock` is monotonic, milliseconds, and on Linux stands still while the machine is suspended (clock_gettime(2),
 * CLOCK_MONOTONIC); `sinceBoot` counts that time as well (CLOCK_BOOTTIME). Default: the system's uptime.
 */
export function watchStandstill(clock: () => number, sinceBoot: () => number = uptimeMs()): StandstillWatch {
  let count = 0
  let lastMs = clock()
  let lastSinceBootMs = sinceBoot()
  const look = (): void => {
    const nowMs = clock()
    const nowSinceBootMs = sinceBoot()
    const passedMs = Math.max(nowMs - lastMs, nowSinceBootMs - lastSinceBootMs)
    if (passedMs >= LOOK_EVERY_MS + STANDSTILL_MS) count += 1
    lastMs = nowMs
    lastSinceBootMs = nowSinceBootMs
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    get count() {
      // A caller may have been called before the timer was.
      look()
      return count
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Node reads the uptime from a file: again only once the wall clock, which goes on while suspended too, has moved on. */
function uptimeMs(): () => number {
  let readAtMs = 0
  let knownMs = 0
  return () => {
    if (Math.abs(Date.now() - readAtMs) >= LOOK_EVERY_MS) {
      readAtMs = Date.now()
      knownMs = uptime() * 1_000
    }
    return knownMs
  }
}

/** Visits of one site, the canary's too, that may be disturbed before it is given up. */
const MOST_TRIES = 5

/**
 * Repeats an attempt during which this process stood still; its result is dropped, an error as well.
 * @throws Error where each of five attempts was disturbed
 */
export async function undisturbed<T>(
  watch: Pick<StandstillWatch, 'count'>,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const before = watch.count
    const outcome = await attempt().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if (watch.count !== before && !signal.aborted) continue
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
  throw new Error(`this process stood still during each of ${MOST_TRIES} attempts`)
}
