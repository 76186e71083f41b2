import type { ContributedTime } from '../../model/contribution-terms.ts'
import type { FieldRow } from '../../model/field-row.ts'
import type { Bins, CellPast, Curve, Members, PublishedCell } from '../../model/published-cell.ts'
import { changed, membersOf } from './changed.ts'
import { type Contributor, contributorMedians, inWindow } from './contributors.ts'
import { corroboratedChange, referenceWeek } from './corroborated-change.ts'
import { cellOf, type WithheldReason } from './curve.ts'
import { addDays, daysBetween, quarterOf } from './days.ts'
import type { FieldRules } from './field-rules.ts'
import { frozen, standardError } from './frozen.ts'
import { holdBack } from './hold-back.ts'

export const NO_PAST: CellPast = { published: [], members: new Map(), current: null, lost: 0 }

/** `held` counts those whom the pace keeps out for now. */
export type CellOutcome =
  | { readonly state: 'made'; readonly cell: PublishedCell; readonly members: Members; readonly held: number }
  | { readonly state: 'carried' | 'frozen'; readonly cell: PublishedCell }
  | { readonly state: 'withheld'; readonly reasons: readonly WithheldReason[] }

interface CellOptions {
  readonly metric: ContributedTime
  readonly week: string
  readonly rules: FieldRules
  /** The present level is taken as it is, whatever it was. */
  readonly accept: boolean
}

/**
 * One cell of a weekly release: a pure function of the loads of a site under one protocol, and of what was published of
 * it. The order of the rows does not matter, and who has been deleted might never have contributed.
 *
 * @param rows of this protocol, as far back as the past reaches; not those of a connection that was there before, nor
 *   excluded ones
 * @param counted pseudonyms that are out of quarantine
 */
export function releaseCell(
  rows: readonly FieldRow[],
  counted: ReadonlySet<string>,
  past: CellPast,
  options: CellOptions,
): CellOutcome {
  const { metric, week, rules, accept } = options
  const all = contributorMedians(
    inWindow(rows, week, rules).filter(({ cidHash }) => counted.has(cidHash)),
    metric,
    rules,
  )
  const everybody = cellOf(all, rules)
  if ('reasons' in everybody) return { state: 'withheld', reasons: everybody.reasons }
  const level = accept ? null : levelOf(rows, all, past, options)
  if (level !== null && frozen(medians(past, rules), level.ms, level.bins, everybody.curve, rules)) {
    const since = past.published.at(-1)?.cell.frozenSince ?? week
    if (past.current === null) return { state: 'withheld', reasons: ['leapt'] }
    return { state: 'frozen', cell: { ...past.current, frozenSince: since } }
  }
  const kept = level?.isPaced === true ? holdBack(all, past.members, level.ms, level.step) : all
  const guarded = cellOf(kept, rules)
  if ('reasons' in guarded) return { state: 'withheld', reasons: guarded.reasons }
  const members = membersOf(kept)
  const wasPublished = past.members.size + past.lost > 0
  if (wasPublished && past.lost + changed(past.members, members) < fewestChanged(week, rules)) {
    if (past.current === null) return { state: 'withheld', reasons: ['too_few_changed'] }
    return { state: 'carried', cell: { ...past.current, frozenSince: null } }
  }
  const curve = { ...guarded.curve, ...widest(guarded.curve, everybody.curve) }
  const cell = { curve, madeIn: week, frozenSince: null }
  return { state: 'made', cell, members, held: all.length - kept.length }
}

interface Level {
  readonly ms: number
  /** Bins of the last good curve. */
  readonly bins: Bins
  readonly isPaced: boolean
  /** Step as a logarithm. */
  readonly step: number
}

const QUARTER_WEEKS = 13

/** Says where the median is expected: where it was, or where those who were there before say that it has gone. */
function levelOf(
  rows: readonly FieldRow[],
  now: readonly Contributor[],
  { published }: CellPast,
  { metric, week, rules }: CellOptions,
): Level | null {
  const last = published.at(-1)
  const lastMs = last?.cell.curve.medianMs ?? null
  if (last === undefined || lastMs === null) return null
  const settled = published.slice(rules.settledWeeks - 1)
  const isPaced = settled.length > 0
  const candidates = isPaced ? settled : published.filter((one) => one.week === last.cell.madeIn)
  const weeks = candidates.map((one) => one.week)
  const reference = referenceWeek(weeks, rows, now, rules)
  const then = candidates.find((one) => one.week === reference)
  const thenMs = then?.cell.curve.medianMs ?? null
  const change =
    then === undefined
      ? null
      : corroboratedChange(contributorMedians(inWindow(rows, then.week, rules), metric, rules), now, rules)
  const slow = now.length >= rules.manyContributors
  const pace = slow ? rules.step : Math.max(rules.step, standardError(last.cell.curve.bins) / QUARTER_WEEKS)
  return {
    ms: thenMs === null || change === null ? lastMs : thenMs * Math.exp(change),
    bins: last.cell.curve.bins,
    isPaced,
    step: pace * Math.max(1, daysBetween(last.week, week) / 7),
  }
}

/** Lists those of the last weeks; a curve that was shown for several weeks counts once. */
function medians({ published }: CellPast, { historyWeeks }: FieldRules): number[] {
  const own = published.filter(({ week, cell }) => cell.madeIn === week)
  return own.slice(-historyWeeks).flatMap(({ cell }) => cell.curve.medianMs ?? [])
}

/** Two changes may be one's after a quarter's turn, when somebody leaves by one pseudonym and joins by the next. */
export function fewestChanged(week: string, { changed: fewest, windowDays }: FieldRules): number {
  return spansQuarters(week, windowDays) ? 2 * fewest : fewest
}

function spansQuarters(week: string, windowDays: number): boolean {
  return quarterOf(addDays(week, -windowDays)) !== quarterOf(addDays(week, -1))
}

/** An interval that holds both: those who are kept out for now are part of what is not known. */
function widest(a: Curve, b: Curve): Pick<Curve, 'lowMs' | 'highMs'> {
  const both = (x: number | null, y: number | null, pick: (...values: number[]) => number): number | null =>
    x === null || y === null ? null : pick(x, y)
  return { lowMs: both(a.lowMs, b.lowMs, Math.min), highMs: both(a.highMs, b.highMs, Math.max) }
}
