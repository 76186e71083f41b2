import { type Column, textTable } from '../../cli/output/table.ts'
import { type Spread, spreadOfKnown, spreadText } from '../harness/spread.ts'

/** One thing as the load program and another tool measured it, side by side. */
export interface Agreement {
  readonly what: string
  readonly unit: string
  readonly ours: Spread | null
  readonly theirs: Spread | null
  /** Of the medians; null where one of both is missing. */
  readonly ratio: number | null
}

/** How far both may be apart. */
export const MOST_APART = 0.1

export function agreementOf(
  what: string,
  unit: string,
  ours: readonly number[],
  theirs: readonly number[],
): Agreement {
  const [first, second] = [spreadOfKnown(ours), spreadOfKnown(theirs)]
  return {
    ...{ what, unit, ours: first, theirs: second },
    ratio: first === null || second === null ? null : first.median / second.median,
  }
}

export function isWithin({ ratio }: Agreement): boolean | null {
  return ratio === null ? null : Math.abs(ratio - 1) <= MOST_APART
}

/**
 * Medians with the smallest and the largest.
 * @param isJudged whether both are to agree
 */
export function agreementTable(rows: readonly Agreement[], peer: string, isJudged = true): string {
  const columns: readonly Column<Agreement>[] = [
    { heading: '', cell: ({ what }) => what },
    { heading: 'page users', cell: ({ ours }) => spreadText(ours, 0), align: 'right' },
    { heading: peer, cell: ({ theirs }) => spreadText(theirs, 0), align: 'right' },
    { heading: 'unit', cell: ({ unit }) => unit },
    { heading: 'ratio', cell: ({ ratio }) => ratio?.toFixed(2) ?? null, align: 'right' },
  ]
  const verdict: Column<Agreement> = {
    heading: `within ${100 * MOST_APART} %`,
    cell: (row) => ({ true: 'met', false: 'MISSED', null: 'not run' })[`${isWithin(row)}`],
  }
  return textTable(rows, isJudged ? [...columns, verdict] : columns)
}
