import type { ContributedProtocol, ContributedTime } from '../../model/contribution-terms.ts'
import type { FieldRow, VisitRow } from '../../model/field-row.ts'
import type { CellPast } from '../../model/published-cell.ts'
import { inWindow, outOfQuarantine } from './contributors.ts'
import { addDays } from './days.ts'
import type { FieldRules } from './field-rules.ts'
import { type CellOutcome, releaseCell } from './release-cell.ts'
import { releaseVisits } from './release-visits.ts'

export interface CellKey {
  readonly proto: ContributedProtocol
  readonly metric: ContributedTime | 'visit'
}

interface SiteOptions {
  readonly week: string
  readonly rules: FieldRules
  readonly cells: readonly CellKey[]
  /** Pseudonyms of which something came on enough days by the server's clock (`outOfQuarantine`). */
  readonly arrived: ReadonlySet<string>
  /** Visits of the window. Default: none. */
  readonly visits?: readonly VisitRow[]
  /** The site's present level is taken as it is, whatever it was. Default false. */
  readonly accept?: boolean
}

export interface ReleasedCell extends CellKey {
  readonly outcome: CellOutcome
}

/**
 * Says how many weeks back the past reaches that a release looks at: what is followed since a quarter's begin, and the weeks
 * until the pseudonyms of the quarter before have left the window.
 */
export const PAST_WEEKS = 18

/** The first day whose rows a release of this week needs. */
export function firstDayOf(week: string, { windowDays }: FieldRules): string {
  return addDays(week, -7 * PAST_WEEKS - windowDays)
}

/**
 * The cells of a site in a weekly release, in the order asked for.
 *
 * @param rows all that count, from `firstDayOf` on: not excluded, and of connections that were opened for them
 */
export function releaseSite(
  rows: readonly FieldRow[],
  pastOf: (key: CellKey) => CellPast,
  { week, rules, cells, arrived, visits = [], accept = false }: SiteOptions,
): ReleasedCell[] {
  const counted = outOfQuarantine(inWindow(rows, week, rules), arrived, rules)
  const byProtocol = Map.groupBy(rows, ({ proto }) => proto)
  const visitsBy = Map.groupBy(visits, ({ proto }) => proto)
  return cells.map((key) => {
    const { proto, metric } = key
    const outcome =
      metric === 'visit'
        ? releaseVisits(visitsBy.get(proto) ?? [], pastOf(key), { week, rules, arrived })
        : releaseCell(byProtocol.get(proto) ?? [], counted, pastOf(key), { metric, week, rules, accept })
    return { ...key, outcome }
  })
}
