import { OLDEST_DAYS } from '../contract/contract.ts'

const DAY_MS = 86_400_000

/** Whether a load of this day is taken today: today's, or of one of the 8 days before (safety.md P5). Both are UTC. */
export function isWithinWindow(day: string, today: string): boolean {
  const ms = Date.parse(day)
  // A day that no month has is another day to the calendar: 31 February.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) return false
  const age = (Date.parse(today) - ms) / DAY_MS
  return age >= 0 && age <= OLDEST_DAYS
}
