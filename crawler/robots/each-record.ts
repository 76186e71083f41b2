type RobotsKey = 'user-agent' | 'allow' | 'disallow'

/** No two are of one length, so that a line's length says which one it may be. */
const KEYS: ReadonlyMap<number, RobotsKey> = new Map([
  [10, 'user-agent'],
  [8, 'disallow'],
  [5, 'allow'],
])
const COLON = 0x3a
const HASH = 0x23

/**
 * Calls `use` with each agent and rule of a robots.txt (RFC 9309, 2.2), in the order of the lines: without comments and
 * the blanks around. Nothing is allocated for any other line, so that no file makes more of itself than it is.
 */
export function eachRecord(text: string, use: (key: RobotsKey, value: string) => void): void {
  for (let begin = 0; begin < text.length; begin += 1) {
    let colon = -1
    let hash = -1
    let end = begin
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (code === 0x0a || code === 0x0d) break
      if (hash >= 0) continue
      if (code === HASH) hash = end
      else if (code === COLON && colon < 0) colon = end
    }
    const key = colon < 0 ? null : keyOf(text, begin, colon)
    if (key !== null) use(key, text.slice(colon + 1, hash < 0 ? end : hash).trim())
    begin = end
  }
}

/** Finds the key that stands between these places, in any case, with blanks around it; null where none of ours does. */
function keyOf(text: string, from: number, to: number): RobotsKey | null {
  let begin = from
  let end = to
  while (begin < end && isBlank(text.charCodeAt(begin))) begin += 1
  while (end > begin && isBlank(text.charCodeAt(end - 1))) end -= 1
  const key = KEYS.get(end - begin)
  return key !== undefined && isInAnyCase(text, begin, key) ? key : null
}

/** Space, tab, no-break space: what `trim` takes away and people type. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0
}

/** `key` is in lower case; 0x20 is the bit of ASCII letters that says their case. `-` has that bit as well. */
function isInAnyCase(text: string, begin: number, key: string): boolean {
  for (let i = 0; i < key.length; i += 1) {
    if ((text.charCodeAt(begin + i) | 0x20) !== key.charCodeAt(i)) return false
  }
  return true
}
