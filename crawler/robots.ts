import { LIMITS } from './survey/context.ts'

export interface RobotsPolicy {
  /** Whether `/` may be asked for: the only path a survey wants. */
  readonly allowsRoot: boolean
  /** Whether this path, with its query, may be asked for. */
  allows(path: string): boolean
}

interface Rule {
  readonly allow: boolean
  readonly pattern: string
}

/**
 * What a robots.txt (RFC 9309) says to us about the root page. Everything that is not a well-formed rule is passed
 * over, as the RFC asks; an empty file allows.
 *
 * @param text of the file; what lies beyond 500 KiB is not read (2.5)
 * @param agentToken our product token, letters, `_` and `-` (2.2.1); its group is taken before that of `*`
 */
export function robotsPolicy(text: string, agentToken: string): RobotsPolicy {
  const ours = productToken(agentToken)
  if (ours === '') throw new RangeError(`not a product token: ${JSON.stringify(agentToken)}`)
  const rules = new Map<string, Rule[]>()
  let group: string[] = []
  let groupIsOpen = false
  for (const [key, value] of records(text)) {
    if (key === 'user-agent') {
      // Agent lines in a row head one group; the first after a rule begins another (2.2.1).
      if (!groupIsOpen) group = []
      groupIsOpen = true
      const agent = /^\*(?:\s|$)/.test(value) ? '*' : productToken(value)
      if (agent === '') continue
      group.push(agent)
      // Groups of one agent are read as one (2.2.1).
      if (!rules.has(agent)) rules.set(agent, [])
    } else if (key === 'allow' || key === 'disallow') {
      groupIsOpen = false
      // `Disallow:` with nothing behind it matches no path.
      if (value === '') continue
      for (const agent of group) rules.get(agent)?.push({ allow: key === 'allow', pattern: value })
    }
  }
  const applied = rules.get(ours) ?? rules.get('*') ?? []
  return { allowsRoot: allows(applied, '/'), allows: (path) => allows(applied, path) }
}

/** The leading run of letters, `_` and `-`: `ExampleBot/1.2` is meant for `examplebot`. Case does not matter (2.2.1). */
function productToken(value: string): string {
  return /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? ''
}

function* records(text: string): Generator<[key: string, value: string]> {
  for (const line of readable(text).split(/\r\n|\r|\n/)) {
    const record = line.replace(/#.*$/, '')
    const colon = record.indexOf(':')
    if (colon > 0) yield [record.slice(0, colon).trim().toLowerCase(), record.slice(colon + 1).trim()]
  }
}

/** Without byte order mark, and cut at the limit: never in the middle of a line, where `/private` may read `/`. */
function readable(text: string): string {
  // The second form is the UTF-8 mark read as Latin-1, as HTTP headers and careless bodies are.
  const body = text.replace(/^(?:\uFEFF|ï»¿)/, '')
  const bytes = Buffer.from(body)
  if (bytes.length < LIMITS.robotsBytes) return body
  const cut = bytes.subarray(0, LIMITS.robotsBytes)
  return cut.subarray(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1).toString()
}

/** The longest matching pattern decides; at equal length Allow does; without a match the path is allowed (2.2.2). */
function allows(rules: readonly Rule[], path: string): boolean {
  let longest = -1
  let allow = true
  for (const rule of rules) {
    const octets = Buffer.byteLength(rule.pattern)
    if (octets < longest || !matches(rule.pattern, path)) continue
    allow = rule.allow || (octets === longest && allow)
    longest = octets
  }
  return allow
}

/** `*` is any run of characters, a final `$` the end of the path (2.2.3). Linear in the pattern: nothing backtracks. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...rest] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = rest.pop()
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (last === undefined) return !anchored || at === path.length
  if (!anchored) return path.indexOf(last, at) >= 0
  return path.length - last.length >= at && path.endsWith(last)
}
