import type { ComparisonVerdict } from '../comparison/compare-arms.ts'
import type { Limits } from '../limits.ts'

/** Says how an arm compares with the baseline on one server, all else alike. */
export interface ServerGain {
  readonly server: string
  readonly verdict: ComparisonVerdict
  /** Is null for too few rounds. */
  readonly gainInterval: Limits | null
}

/** Whether a difference is the protocol's or a server's. */
export type Scope = 'of the protocol' | 'of this server' | 'not decided'

export interface Finding {
  /** Direction that most servers show; of as many each way the first one's. Null: none shows a difference. */
  readonly direction: 'faster' | 'slower' | null
  readonly scope: Scope
  readonly shownOn: readonly string[]
  readonly contradictedBy: readonly string[]
}

/** Number of servers, each a program of its own, that makes a difference the protocol's. */
const MIN_SERVERS = 3

/**
 * Decides what a difference is of. It is the protocol's where three servers show it and none contradicts; these servers' alone
 * where any contradicts; else it is not decided. A server contradicts that shows the opposite, or whose interval lies on the
 * other side of the intervals of all that show it.
 */
export function findingScope(gains: readonly ServerGain[]): Finding {
  const showing = (direction: 'faster' | 'slower') => gains.filter(({ verdict }) => verdict === direction)
  const first = gains.find(({ verdict }) => verdict === 'faster' || verdict === 'slower')?.verdict
  if (first !== 'faster' && first !== 'slower')
    return { direction: null, scope: 'not decided', shownOn: [], contradictedBy: [] }
  const opposite = first === 'faster' ? 'slower' : 'faster'
  const direction = showing(opposite).length > showing(first).length ? opposite : first
  const shown = showing(direction)
  const contradicting = gains.filter((one) => !shown.includes(one) && contradicts(one, shown, direction))
  return {
    direction,
    scope: scopeOf(shown.length, contradicting.length),
    shownOn: shown.map(({ server }) => server),
    contradictedBy: contradicting.map(({ server }) => server),
  }
}

/** Judges by how many servers show a difference, one at least, and how many contradict it. */
export function scopeOf(shown: number, contradicting: number): Scope {
  if (contradicting > 0) return 'of this server'
  return shown >= MIN_SERVERS ? 'of the protocol' : 'not decided'
}

function contradicts(
  { verdict, gainInterval }: ServerGain,
  shown: readonly ServerGain[],
  direction: 'faster' | 'slower',
): boolean {
  if (verdict === (direction === 'faster' ? 'slower' : 'faster')) return true
  if (gainInterval === null) return false
  const intervals = shown.map((one) => one.gainInterval).filter((interval) => interval !== null)
  return direction === 'faster'
    ? intervals.every(([low]) => gainInterval[1] < low)
    : intervals.every(([, high]) => gainInterval[0] > high)
}
