import { CONTRIBUTED_VISITS } from '../../model/contribution-terms.ts'
import type { VisitRow } from '../../model/field-row.ts'
import type { CellPast, Members } from '../../model/published-cell.ts'
import { type Interval, wilson } from '../tests/wilson.ts'
import { drawnVote } from './blurred.ts'
import { changed } from './changed.ts'
import { inWindow, outOfQuarantine } from './contributors.ts'
import { loadsOf, shortOf } from './curve.ts'
import { quarterOf } from './days.ts'
import type { FieldRules } from './field-rules.ts'
import { type CellOutcome, fewestChanged } from './release-cell.ts'

export interface VisitOptions {
  readonly week: string
  readonly rules: FieldRules
  readonly arrived: ReadonlySet<string>
}

/**
 * The visits of a site under one protocol in a weekly release, by the same thresholds as curves (safety.md P8): each
 * pseudonym is one vote, for the visit that most of its loads were. `bins` counts the votes by their place in
 * `CONTRIBUTED_VISITS`. Half of the votes are drawn at random, as curves move theirs.
 */
export function releaseVisits(
  rows: readonly VisitRow[],
  past: CellPast,
  { week, rules, arrived }: VisitOptions,
): CellOutcome {
  const inTime = inWindow(rows, week, rules)
  const counted = outOfQuarantine(inTime, arrived, rules)
  const votes = [...Map.groupBy(inTime, ({ cidHash }) => cidHash)]
    .filter(([cidHash]) => counted.has(cidHash))
    .map(([cidHash, own]) => ({
      cidHash,
      quarter: quarterOf(own.map(({ day }) => day).toSorted()[0] ?? ''),
      samples: own.length,
      vote: (isDrawn(rules) ? drawnVote(cidHash, CONTRIBUTED_VISITS.length) : null) ?? mostOf(own),
    }))
  const reasons = shortOf(votes, rules)
  if (reasons.length > 0) return { state: 'withheld', reasons }
  const members: Members = new Map(votes.map(({ cidHash, vote }) => [cidHash, vote]))
  const wasPublished = past.members.size + past.lost > 0
  if (wasPublished && past.lost + changed(past.members, members) < fewestChanged(week, rules)) {
    if (past.current === null) return { state: 'withheld', reasons: ['too_few_changed'] }
    return { state: 'carried', cell: past.current }
  }
  const bins = CONTRIBUTED_VISITS.map(
    (_, visit) => [visit, votes.filter(({ vote }) => vote === visit).length] as const,
  )
  const samples = Math.max(1, Math.round(loadsOf(votes, rules.blur)))
  const curve = { bins, contributors: votes.length, samples, medianMs: null, lowMs: null, highMs: null }
  return { state: 'made', cell: { curve, madeIn: week, frozenSince: null }, members, held: 0 }
}

/** Takes of equals the one that the browser knew less for. */
function mostOf(rows: readonly VisitRow[]): number {
  const counts = CONTRIBUTED_VISITS.map((visit) => rows.filter((row) => row.visit === visit).length)
  return counts.lastIndexOf(Math.max(...counts))
}

/** Half of the votes are drawn; where curves move none, no vote is drawn. */
const DRAWN = 0.5
const isDrawn = ({ blur }: Pick<FieldRules, 'blur'>): boolean => blur > 0

/**
 * The share of a visit among contributors, with what was drawn taken out again, and its 95 % interval (Wilson's of the votes,
 * shifted and stretched likewise), each held between 0 and 1.
 */
export function visitShare(
  votes: number,
  contributors: number,
  rules: Pick<FieldRules, 'blur'>,
): Interval | null {
  const counted = wilson(votes, contributors)
  if (counted === null || !isDrawn(rules)) return counted
  const undrawn = (share: number): number =>
    Math.min(1, Math.max(0, (share - DRAWN / CONTRIBUTED_VISITS.length) / (1 - DRAWN)))
  return { share: undrawn(counted.share), low: undrawn(counted.low), high: undrawn(counted.high) }
}
