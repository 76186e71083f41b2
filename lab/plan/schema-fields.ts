import { z } from 'zod'
import { refusal } from './factors.ts'

/** Builds the fields of plans; each message says what would do, and what is there instead. */

/** One line of text. */
export function line(rule: string) {
  const error = refusal(rule)
  return z.string({ error }).regex(/^\S(.*\S)?$/, { error })
}

export function whole(what: string, low: number, high: number) {
  const error = refusal(`${what} a whole number from ${low} to ${high}`)
  return z.number({ error }).multipleOf(1, { error }).min(low, { error }).max(high, { error })
}

export function listOf<Item extends z.ZodType>(item: Item, rule: string) {
  const error = refusal(rule)
  return z.array(item, { error }).min(1, { error })
}

export function notAMap(issue: { readonly code?: string; readonly input?: unknown }): string | undefined {
  // Names that are not known are reported by the reader, which knows the lines.
  return issue.code === 'invalid_type' ? refusal('a map of names and values')(issue) : undefined
}
