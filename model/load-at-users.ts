export interface UsersInterval {
  readonly usersFrom: number
  readonly usersTo: number
  readonly pagesDone: number
  readonly pagesFailed: number
  readonly pagesOverdue: number
  /** Is null where there is no page too. */
  readonly p50Ms?: number | null | undefined
  readonly serverBusy: number | null
  /** Memory of the server at its end. */
  readonly serverBytes: number | null
}

/**
 * Medians of page times with so many users, one of each interval that has them; Infinity where most pages failed or were
 * overdue. An interval without a page says nothing.
 */
export function pageTimesAt(intervals: readonly UsersInterval[], users: number): number[] {
  return intervals
    .filter((interval) => hasUsers(interval, users))
    .filter(({ pagesDone, pagesFailed, pagesOverdue }) => pagesDone + pagesFailed + pagesOverdue > 0)
    .map(({ p50Ms }) => p50Ms ?? Infinity)
}

/** Whether more pages were overdue than done with so many users: leaving aside those that failed, most took longer than the limit. */
export function isOverdueAt(intervals: readonly UsersInterval[], users: number): boolean {
  const found = intervals.find((interval) => hasUsers(interval, users))
  return found !== undefined && found.pagesOverdue > found.pagesDone
}

/** Shares of the server's core that were idle with so many users, 0..1, one of each interval that knows it. */
export function idleSharesAt(intervals: readonly UsersInterval[], users: number): number[] {
  return intervals.flatMap((interval) =>
    interval.serverBusy !== null && hasUsers(interval, users) ? [1 - interval.serverBusy] : [],
  )
}

/**
 * The server's growth in memory between so many users and so many, bytes: each on the line between the ends of the intervals
 * around it. Null where the load had fewer users, or memory is not known there.
 *
 * @param intervals of one load, in order
 */
export function memoryAddedBetween(
  intervals: readonly UsersInterval[],
  [from, to]: readonly [from: number, to: number],
): number | null {
  const [before, after] = [bytesAt(intervals, from), bytesAt(intervals, to)]
  return before === null || after === null ? null : after - before
}

function bytesAt(intervals: readonly UsersInterval[], users: number): number | null {
  const index = intervals.findIndex((interval) => hasUsers(interval, users))
  const [before, interval] = [intervals[index - 1], intervals[index]]
  // An interval between them may have been left out.
  if (before === undefined || interval === undefined || before.usersTo !== interval.usersFrom) return null
  const { usersFrom, usersTo } = interval
  if (before.serverBytes === null || interval.serverBytes === null) return null
  const share = (users - usersFrom) / (usersTo - usersFrom)
  return before.serverBytes + share * (interval.serverBytes - before.serverBytes)
}

function hasUsers({ usersFrom, usersTo }: UsersInterval, users: number): boolean {
  return usersFrom < users && users <= usersTo
}
