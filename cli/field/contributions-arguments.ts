import { InvalidArgumentError } from 'commander'
import { DAY_PATTERN, LIST_PATTERN } from '../../model/contribution-terms.ts'
import { addDays, mondayOf } from '../../stats/field/days.ts'

export function listId(text: string): string {
  if (!LIST_PATTERN.test(text))
    throw new InvalidArgumentError('must be 4 to 16 letters and digits, as the id of a Tranco list.')
  return text
}

export function pilotName(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text))
    throw new InvalidArgumentError('must be a name of letters, digits, dots and hyphens.')
  return text
}

/** `2026-W47`, or a day of that week, to its Monday. */
export function isoWeek(text: string): string {
  const [, year, week] = /^(20\d\d)-W([0-5]\d)$/.exec(text) ?? []
  // ISO 8601: the 4th of January lies in week 1.
  if (year !== undefined && Number(week) >= 1) {
    const monday = addDays(mondayOf(`${year}-01-04`), 7 * (Number(week) - 1))
    // ISO 8601: a week belongs to the year of its Thursday: not every year has a 53rd one.
    if (addDays(monday, 3).startsWith(year)) return monday
  }
  if (DAY_PATTERN.test(text) && addDays(text, 0) === text) return mondayOf(text)
  throw new InvalidArgumentError('must be a week such as 2026-W47, or a day of it such as 2026-11-16.')
}

/** A pseudonym as the extension shows it. */
export function cidOf(text: string): string | null {
  return /^[A-Za-z0-9_-]{43}$/.test(text) ? text : null
}
