import type { Limits } from '../../stats/limits.ts'
import { hodgesLehmann, type Shift } from '../../stats/tests/hodges-lehmann.ts'
import { pairedHodgesLehmann } from '../../stats/tests/paired-hodges-lehmann.ts'

/** Whether what a study says shows in other measurements. */
export type Finding = 'found again' | 'not found' | 'undecided'

/** What is to be above 0 where a statement holds. */
export interface Estimate {
  /** Values that it is of. */
  readonly n: number
  readonly value: number
  /** 95 %; null: too few values. */
  readonly interval: Limits | null
}

export interface Judged extends Estimate {
  readonly finding: Finding
}

/** Of conditions or pages: the Hodges–Lehmann estimate of their middle. Null without values. */
export function middleOf(values: readonly number[]): Judged | null {
  return judged(pairedHodgesLehmann(values), values.length)
}

/** How far the values of one group lie above those of the other. Null where one is empty. */
export function aboveBy(these: readonly number[], others: readonly number[]): Judged | null {
  return judged(hodgesLehmann(these, others), these.length + others.length)
}

/** Of two that must both hold, the one that is further from it; the first of equals. Null where one is unknown. */
export function weakest(one: Judged | null, other: Judged | null): Judged | null {
  if (one === null || other === null) return null
  return STRENGTHS.indexOf(other.finding) < STRENGTHS.indexOf(one.finding) ? other : one
}

const STRENGTHS: readonly Finding[] = ['not found', 'undecided', 'found again']

function judged(shift: Shift | undefined, n: number): Judged | null {
  if (shift === undefined) return null
  const { shift: value, interval } = shift
  return { n, value, interval, finding: findingOf(interval) }
}

/** By the interval alone: one that holds 0, or that few values do not have, decides nothing. */
function findingOf(interval: Limits | null): Finding {
  if (interval === null) return 'undecided'
  if (interval[0] > 0) return 'found again'
  return interval[1] < 0 ? 'not found' : 'undecided'
}
