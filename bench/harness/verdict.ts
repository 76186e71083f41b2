import type { Column } from '../../cli/output/table.ts'
import { type Spread, spreadOfKnown } from './spread.ts'

/** What a figure has to be: divided by the peer's of the same round, or as it is where there is no peer. */
export interface BenchTarget {
  readonly peer: string | null
  readonly limit: number
  /** True: at least the limit; false: at most. */
  readonly atLeast: boolean
}

export interface BenchVerdict<T extends BenchTarget> {
  readonly target: T
  /** Ratio to the peer, or the figure itself; null where one of both did not run. */
  readonly value: Spread | null
  /** Null without a value. */
  readonly met: boolean | null
}

export interface Summary<Row, T extends BenchTarget> {
  readonly contenders: readonly Row[]
  readonly verdicts: readonly BenchVerdict<T>[]
}

/**
 * Judges a target by the rounds of both. Ratios are taken within each round, where both met the same minutes of the
 * machine.
 * @param figure of a contender in a round; null where it has none. `null` names towline
 * @param judged which value of the spread must meet the limit
 */
export function judgeTarget<T extends BenchTarget>(
  target: T,
  rounds: Iterable<number>,
  figure: (peer: string | null, round: number) => number | null,
  judged: keyof Spread = 'median',
): BenchVerdict<T> {
  const values = [...new Set(rounds)].map((round) => {
    const ours = figure(null, round)
    if (target.peer === null || ours === null) return ours
    const theirs = figure(target.peer, round)
    return theirs === null ? null : ours / theirs
  })
  const value = spreadOfKnown(values)
  if (value === null) return { target, value, met: null }
  const met = target.atLeast ? value[judged] >= target.limit : value[judged] <= target.limit
  return { target, value, met }
}

export const TARGET_COLUMNS: readonly Column<BenchVerdict<BenchTarget>>[] = [
  {
    heading: 'target',
    cell: ({ target }) => `${target.atLeast ? '≥' : '≤'} ${target.limit}`,
    align: 'right',
  },
  { heading: '', cell: ({ met }) => (met === null ? 'not run' : met ? 'met' : 'MISSED') },
]
