import { studentLimit } from '../stats/student-tail.ts'

/** The smallest gain that is worth an owner's work… */
const SMALLEST_GAIN = 1.05
/** …and the least that a load has to become shorter by, milliseconds: less than that nobody notices. */
const SMALLEST_SAVED_MS = 20

const LEVEL = 0.95

/** Result of a change over one network. */
export interface ChangeResult {
  /** Median page load time as it is / changed; null: not compared. */
  readonly gain: number | null
  /** 95 %; null: too few rounds. */
  readonly interval: readonly [number, number] | null
  /** Rounds with a valid load of both. */
  readonly rounds: number
  /** Median page load time as it is; null: unknown. */
  readonly beforeMs: number | null
}

/**
 * Picks the results of one advice that are to be acted on: the whole 95 % interval lies at or above the smallest gain that
 * matters, in both respects, and an interval that holds for all results at once (Bonferroni) lies above 1. Of a page that needs
 * nothing, some result is among them in at most 5 % of advices, however many changes and networks were tried.
 *
 * @param results of all changes over all networks
 */
export function shownGains<Result extends ChangeResult>(results: readonly Result[]): Result[] {
  const compared = results.filter(({ interval }) => interval !== null).length
  return results.filter(({ gain, interval, rounds, beforeMs }) => {
    if (gain === null || interval === null || beforeMs === null) return false
    const [low] = interval
    if (low < SMALLEST_GAIN || beforeMs * (1 - 1 / low) < SMALLEST_SAVED_MS) return false
    return Math.log(gain) - widening(compared, rounds) * (Math.log(gain) - Math.log(low)) > 0
  })
}

/** Says how much longer intervals are that hold the truth together, `count` of them, than each by itself. */
function widening(count: number, rounds: number): number {
  const freedom = rounds - 1
  return studentLimit(1 - (1 - LEVEL) / count, freedom) / studentLimit(LEVEL, freedom)
}
