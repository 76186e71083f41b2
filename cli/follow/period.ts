import { InvalidArgumentError } from 'commander'
import { DAY_MS } from '../../stats/field/days.ts'

export const PERIODS = ['day', 'week', 'month', 'quarter'] as const
export type Period = (typeof PERIODS)[number]

/** The moment `count` periods after the first survey's start, in UTC. A month has no day 31: its last day stands for it. */
function dueAt(anchorMs: number, period: Period, count: number): number {
  if (period === 'day') return anchorMs + count * DAY_MS
  if (period === 'week') return anchorMs + count * 7 * DAY_MS
  const months = period === 'month' ? count : 3 * count
  const anchor = new Date(anchorMs)
  const due = new Date(anchorMs)
  due.setUTCDate(1)
  due.setUTCMonth(due.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate()
  due.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return due.getTime()
}

/**
 * Says when the next survey is due: on the grid that begins with the first survey, the first moment after the newest one. What
 * was missed while nothing ran is made up for once, not for each period; a late survey does not move those after it.
 *
 * @param anchorMs start of the first survey, milliseconds since 1970
 * @param lastMs start of the newest
 */
export function nextDue(anchorMs: number, lastMs: number, period: Period): number {
  let count = 1
  while (dueAt(anchorMs, period, count) <= lastMs) count++
  return dueAt(anchorMs, period, count)
}

export function periodArgument(text: string): Period {
  const period = PERIODS.find((name) => name === text)
  if (period === undefined) throw new InvalidArgumentError(`must be one of ${PERIODS.join(', ')}.`)
  return period
}
