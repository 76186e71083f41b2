import { canonicalJson } from '../../db/rows/json.ts'

/** Says why a link is not like the one that a page was recorded behind; null where it is. */
export function otherLink(recorded: unknown, configured: object): string | null {
  const condition = conditionOf(recorded)
  if (condition === null) return 'it was recorded without an emulated link'
  const names = new Set([...Object.keys(condition), ...Object.keys(configured)])
  const here = configured as Readonly<Record<string, unknown>>
  const differing = [...names].filter((name) => text(condition[name]) !== text(here[name]))
  if (differing.length === 0) return null
  const words = differing.map((name) => `${name} ${text(condition[name])}, here ${text(here[name])}`)
  return `it was recorded behind another link (${words.join('; ')})`
}

/** A recording names its link by what was configured, beside what was measured. */
function conditionOf(recorded: unknown): Readonly<Record<string, unknown>> | null {
  if (!isObject(recorded)) return null
  return isObject(recorded.condition) ? recorded.condition : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object'
}

function text(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  return isObject(value) ? canonicalJson(value) : String(value)
}
