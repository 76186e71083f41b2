export interface Progress {
  readonly done: number
  readonly total: number
  /** Sites, of those done, that gave no HTTP response. */
  readonly failed: number
  /** Sites per second over the last 30 s of this run; null before there is anything to tell. */
  readonly ratePerS: number | null
  /** Seconds left at that rate, or at the planned one as long as the run is young; null where there is neither. */
  readonly etaS: number | null
}

interface ProgressMeter {
  add(sites: number, failed: number): void
  /** Takes over the database's counts, where others may have recorded sites as well. */
  correct(known: { readonly done: number; readonly failed: number }): void
  now(): Progress
}

// Long enough to hold some sites that wait out their time limit of 20 s, so that the rate does not jump with them.
const WINDOW_MS = 30_000
const STEP_MS = 1_000
/** A rate says more of how the run gets going than of how it goes on until then. */
const YOUNG_S = 10

/**
 * Counts a run on from where it starts. `clock` is monotonic, milliseconds.
 * @param plannedPerS sites a second as planned
 */
export function progressMeter(
  start: { readonly total: number; readonly done: number; readonly failed: number },
  clock: () => number,
  plannedPerS: number | null = null,
): ProgressMeter {
  let { done, failed } = start
  // One mark a second, the oldest first: what was done at that moment.
  const marks = [{ atMs: clock(), done }]

  return {
    correct(known) {
      done = known.done
      failed = known.failed
    },
    add(sites, failedSites) {
      // Another process may report what was counted at the start.
      done = Math.min(start.total, done + sites)
      failed += failedSites
      const atMs = clock()
      if (atMs - (marks.at(-1)?.atMs ?? 0) >= STEP_MS) marks.push({ atMs, done })
      while (marks.length > 2 && atMs - (marks[1]?.atMs ?? atMs) > WINDOW_MS) marks.shift()
    },
    now() {
      const oldest = marks[0] ?? { atMs: clock(), done }
      const seconds = (clock() - oldest.atMs) / 1_000
      const ratePerS = seconds > 0 && done > oldest.done ? (done - oldest.done) / seconds : null
      const goesOnPerS = seconds < YOUNG_S ? (plannedPerS ?? ratePerS) : ratePerS
      return {
        done,
        total: start.total,
        failed,
        ratePerS,
        etaS: goesOnPerS === null ? null : (start.total - done) / goesOnPerS,
      }
    },
  }
}
