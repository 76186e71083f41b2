import { FAILURES } from '../../model/failure-codes.ts'
import { INVALID_REASONS } from '../../model/sample.ts'

const MEANINGS: Readonly<Record<string, string>> = { ...FAILURES, ...INVALID_REASONS }

/** A reason whose last word is a code, with what the code means. */
export function withMeaning(reason: string): string {
  const code = /[a-z0-9_]+$/.exec(reason)?.[0] ?? ''
  const meaning = MEANINGS[code]
  return meaning === undefined ? reason : `${reason} (${meaning})`
}
