/** What an interval of a load says of the users who were there. */
export interface UsersInterval {
  readonly usersFrom: number
  readonly usersTo: number
  readonly pagesDone: number
  readonly pagesFailed: number
  readonly pagesOverdue: number
  /** Null where there is no page too. */
  readonly p50Ms?: number | null | undefined
  readonly serverBusy: number | null
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

/** Shares of the server's core that were idle with so many users, 0..1, one of each interval that knows it. */
export function idleSharesAt(intervals: readonly UsersInterval[], users: number): number[] {
  return intervals.flatMap((interval) =>
    interval.serverBusy !== null && hasUsers(interval, users) ? [1 - interval.serverBusy] : [],
  )
}

function hasUsers({ usersFrom, usersTo }: UsersInterval, users: number): boolean {
  return usersFrom < users && users <= usersTo
}
