import { LIMITS } from '../network/limits.ts'
import { eachRecord } from './each-record.ts'
import { matchesPattern } from './matches-pattern.ts'

interface RobotsPolicy {
  /** Whether `/` may be asked for: the only path a survey wants. */
  readonly allowsRoot: boolean
  /** Whether this path, with its query, may be asked for. */
  allows(path: string): boolean
}

/** Patterns of one group: what allows and what disallows, apart since their order does not matter (2.2.2). */
interface Rules {
  readonly allow: string[]
  readonly disallow: string[]
}

/**
 * Characters of patterns and paths compared for one decision: 20 times what the largest files in use need. A file whose
 * rules take more says no, as one that cannot be had does (RFC 9309, 2.3.1.4).
 */
const MOST_COMPARED_CHARACTERS = 2_000_000

/**
 * Reads what a robots.txt (RFC 9309) says to us about the root page. Everything that is not a well-formed rule is passed over,
 * as the RFC asks; an empty file allows. Time and memory are linear in the text: of the agents that are named only ours and `*`
 * are remembered, and each rule at most once for either.
 *
 * @param text of the file; what lies beyond 500 KiB is not read (2.5)
 * @param agentToken our product token, letters, `_` and `-` (2.2.1); its group is taken before that of `*`
 */
export function robotsPolicy(text: string, agentToken: string): RobotsPolicy {
  const ours = productToken(agentToken)
  if (ours === '') throw new RangeError(`not a product token: ${JSON.stringify(agentToken)}`)
  // Groups of one agent are read as one (2.2.1). Null: nobody has named that agent.
  let ourRules: Rules | null = null
  let anyRules: Rules | null = null
  let isOurGroup = false
  let isAnyGroup = false
  let isHead = false
  eachRecord(readable(text), (key, value) => {
    if (key === 'user-agent') {
      // Agent lines in a row head one group; the first after a rule begins another (2.2.1).
      if (!isHead) isOurGroup = isAnyGroup = false
      isHead = true
      isAnyGroup ||= isAnyAgent(value)
      isOurGroup ||= productToken(value) === ours
      if (isAnyGroup) anyRules ??= { allow: [], disallow: [] }
      if (isOurGroup) ourRules ??= { allow: [], disallow: [] }
      return
    }
    isHead = false
    // `Disallow:` with nothing behind it matches no path.
    if (value === '') return
    if (isOurGroup) ourRules?.[key].push(value)
    if (isAnyGroup) anyRules?.[key].push(value)
  })
  const applied: Rules = ourRules ?? anyRules ?? { allow: [], disallow: [] }
  return { allowsRoot: allows(applied, '/'), allows: (path) => allows(applied, path) }
}

function isAnyAgent(value: string): boolean {
  return value === '*' || /^\*\s/.test(value)
}

/** The leading run of letters, `_` and `-`: `ExampleBot/1.2` is meant for `examplebot`. Case does not matter (2.2.1). */
function productToken(value: string): string {
  return /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? ''
}

/** Drops a byte order mark, and cuts at the limit: never in the middle of a line, where `/private` may read `/`. */
function readable(text: string): string {
  // The second form is the UTF-8 mark read as Latin-1, as HTTP headers and careless bodies are.
  const body = text.replace(/^(?:\uFEFF|ï»¿)/, '')
  const bytes = Buffer.from(body)
  if (bytes.length < LIMITS.robotsBytes) return body
  const cut = bytes.subarray(0, LIMITS.robotsBytes)
  return cut.subarray(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1).toString()
}

/** The longest matching pattern decides; at equal length Allow does; without a match the path is allowed (2.2.2). */
function allows(rules: Rules, path: string): boolean {
  let compared = 0
  /** Octets of the longest pattern that matches; -1 where none does, null where it would take too long to tell. */
  const longest = (patterns: readonly string[]): number | null => {
    let most = -1
    for (const pattern of patterns) {
      compared += Math.min(pattern.length, path.length) + (pattern.includes('*') ? path.length : 0)
      if (compared > MOST_COMPARED_CHARACTERS) return null
      if (matchesPattern(pattern, path)) most = Math.max(most, Buffer.byteLength(pattern))
    }
    return most
  }
  const disallowed = longest(rules.disallow)
  const allowed = longest(rules.allow)
  return disallowed !== null && allowed !== null && allowed >= disallowed
}
