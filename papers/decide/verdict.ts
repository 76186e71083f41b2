import type { StatementVerdict } from '../../model/statement-verdict.ts'
import type { Expectation } from '../rule.ts'

/** A figure of samples with its 95 % interval; null limits where there are too few rounds. */
export interface Estimate {
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}

export type Decided = Exclude<StatementVerdict, 'not measured' | 'nothing decides'>

/**
 * Says what an interval means for an expected value: found again where all of it is on the expected side by at least the size,
 * turned round where all of it is on the other side of no difference, not found where it excludes the size alone, else not
 * decided.
 *
 * @param same the value that stands for no difference
 */
export function verdictOf({ low, high }: Estimate, expects: Expectation, same: number): Decided {
  if (low === null || high === null) return 'not decided'
  if ('between' in expects) {
    const [from, to] = expects.between
    if (low >= from && high <= to) return 'found again'
    return high < from || low > to ? 'not found' : 'not decided'
  }
  if ('atLeast' in expects) return oneSided(low, high, expects.atLeast, expects.turnsAt ?? same)
  return oneSided(-high, -low, -expects.atMost, -(expects.turnsAt ?? same))
}

function oneSided(low: number, high: number, size: number, turnsAt: number): Decided {
  if (low >= size) return 'found again'
  if (high < Math.min(size, turnsAt)) return 'turned round'
  return high < size ? 'not found' : 'not decided'
}

/** Combines several figures, of which so many have to hold. */
export function enoughOf(verdicts: readonly Decided[], enough: number): Decided {
  const count = (...wanted: readonly Decided[]): number =>
    verdicts.filter((verdict) => wanted.includes(verdict)).length
  if (count('found again') >= enough) return 'found again'
  if (count('turned round') >= enough) return 'turned round'
  return verdicts.length - count('not found', 'turned round') < enough ? 'not found' : 'not decided'
}

/** Combines the clauses of a rule: the first alone can turn a statement round, the others can but keep it from holding. */
export function verdictOfClauses([first, ...others]: readonly [Decided, ...Decided[]]): Decided {
  if (first !== 'found again') return first
  if (others.every((verdict) => verdict === 'found again')) return 'found again'
  return others.includes('not found') || others.includes('turned round') ? 'not found' : 'not decided'
}
