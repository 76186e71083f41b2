import type { ContributedProtocol, ContributedTime } from '../../server/contract/contribution-terms.ts'
import { median } from '../median.ts'
import { addDays, quarterOf } from './days.ts'
import type { FieldRules } from './field-rules.ts'

/** A load as it is stored, of a site that is known. */
export interface FieldRow {
  /** SHA-256 of the pseudonym, hexadecimal. */
  readonly cidHash: string
  readonly proto: ContributedProtocol
  /** UTC. */
  readonly day: string
  /** Whole milliseconds; null is not known. */
  readonly times: Readonly<Record<ContributedTime, number | null>>
}

/** One vote: somebody's median over the days of a window. */
export interface Contributor {
  readonly cidHash: string
  /** That its pseudonym is of. */
  readonly quarter: string
  readonly valueMs: number
  readonly samples: number
}

/** Rows of the days that a release of this week is about: `windowDays` up to the Sunday before it. */
export function inWindow(rows: readonly FieldRow[], week: string, { windowDays }: FieldRules): FieldRow[] {
  const from = addDays(week, -windowDays)
  return rows.filter(({ day }) => day >= from && day < week)
}

/** Pseudonyms that have been there on so many distinct days, by any protocol, that they count (SAFETY ING-9). */
export function outOfQuarantine(rows: readonly FieldRow[], { quarantineDays }: FieldRules): Set<string> {
  const days = Map.groupBy(rows, ({ cidHash }) => cidHash)
  const isOut = (of: readonly FieldRow[]): boolean => new Set(of.map(({ day }) => day)).size >= quarantineDays
  return new Set([...days].filter(([, of]) => isOut(of)).map(([cidHash]) => cidHash))
}

/**
 * One value for each pseudonym, whatever the number of its loads, so that ten thousand of them weigh as one
 * (SAFETY ING-9). By pseudonym; the order of the rows does not matter.
 */
export function contributorMedians(rows: readonly FieldRow[], metric: ContributedTime): Contributor[] {
  const found: Contributor[] = []
  for (const [cidHash, own] of Map.groupBy(rows, (row) => row.cidHash)) {
    const known = own.flatMap(({ times }) => times[metric] ?? [])
    const valueMs = median(known)
    if (valueMs === undefined) continue
    const [firstDay = ''] = own.map(({ day }) => day).toSorted()
    found.push({ cidHash, quarter: quarterOf(firstDay), valueMs, samples: known.length })
  }
  return found.toSorted(byPseudonym)
}

function byPseudonym(a: Contributor, b: Contributor): number {
  return a.cidHash < b.cidHash ? -1 : 1
}
