import type { ContributedTime } from '../../model/contribution-terms.ts'
import type { FieldRow } from '../../model/field-row.ts'
import { median } from '../median.ts'
import { blurred } from './blurred.ts'
import { addDays, quarterOf } from './days.ts'
import type { FieldRules } from './field-rules.ts'

/** One vote: somebody's median over the days of a window. */
export interface Contributor {
  readonly cidHash: string
  /** That its pseudonym is of. */
  readonly quarter: string
  readonly valueMs: number
  readonly samples: number
}

/** Rows of the days that a release of this week is about: `windowDays` up to the Sunday before it. */
export function inWindow<T extends { readonly day: string }>(
  rows: readonly T[],
  week: string,
  { windowDays }: FieldRules,
): T[] {
  const from = addDays(week, -windowDays)
  return rows.filter(({ day }) => day >= from && day < week)
}

/**
 * Pseudonyms that count (safety.md ING-9): they have loads of so many distinct days, by any protocol, and are among those
 * of which something came on as many days by the server's clock. The days of loads alone are their sender's word.
 */
export function outOfQuarantine(
  rows: readonly Pick<FieldRow, 'cidHash' | 'day'>[],
  arrived: ReadonlySet<string>,
  { quarantineDays }: FieldRules,
): Set<string> {
  const days = Map.groupBy(rows, ({ cidHash }) => cidHash)
  const isOut = (of: typeof rows): boolean => new Set(of.map(({ day }) => day)).size >= quarantineDays
  return new Set(
    [...days].filter(([cidHash, of]) => arrived.has(cidHash) && isOut(of)).map(([cidHash]) => cidHash),
  )
}

/**
 * One value for each pseudonym, whatever the number of its loads, so that ten thousand of them weigh as one
 * (safety.md ING-9). By pseudonym; the order of the rows does not matter.
 *
 * @param blur scale by which each value is moved (`blurred`). Default 0: not at all
 */
export function contributorMedians(
  rows: readonly FieldRow[],
  metric: ContributedTime,
  { blur }: Pick<FieldRules, 'blur'> = { blur: 0 },
): Contributor[] {
  const found: Contributor[] = []
  for (const [cidHash, own] of Map.groupBy(rows, (row) => row.cidHash)) {
    const known = own.flatMap(({ times }) => times[metric] ?? [])
    const middleMs = median(known)
    if (middleMs === undefined) continue
    const valueMs = blurred(middleMs, { cidHash, what: metric }, blur)
    const [firstDay = ''] = own.map(({ day }) => day).toSorted()
    found.push({ cidHash, quarter: quarterOf(firstDay), valueMs, samples: known.length })
  }
  return found.toSorted(byPseudonym)
}

function byPseudonym(a: Contributor, b: Contributor): number {
  return a.cidHash < b.cidHash ? -1 : 1
}
