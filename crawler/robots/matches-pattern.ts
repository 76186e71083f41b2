/**
 * Whether a path matches a robots.txt pattern: `*` is any run of characters, a final `$` the end of the path (RFC 9309,
 * 2.2.3). Linear in pattern and path together: each literal part is taken where it is first found, and found by
 * Knuth-Morris-Pratt, since `indexOf` is quadratic for `aaa…baaa…`.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const text = isAnchored ? pattern.slice(0, -1) : pattern
  let star = text.indexOf('*')
  if (star < 0) return isAnchored ? path === text : path.startsWith(text)
  if (!path.startsWith(text.slice(0, star))) return false
  let end = star
  for (;;) {
    const begin = star + 1
    star = text.indexOf('*', begin)
    // The last part: nothing that follows it could still move it.
    if (star < 0 && isAnchored)
      return path.length - (text.length - begin) >= end && path.endsWith(text.slice(begin))
    end = endOfFirst(text.slice(begin, star < 0 ? undefined : star), path, end)
    if (end < 0 || star < 0) return end >= 0
  }
}

/** Finds where the first `part` at or after `from` ends; -1 where there is none. */
function endOfFirst(part: string, text: string, from: number): number {
  if (part === '') return from
  if (part.length > text.length - from) return -1
  if (part.length === 1) {
    const index = text.indexOf(part, from)
    return index < 0 ? -1 : index + 1
  }
  const borders = bordersOf(part)
  let matched = 0
  for (let i = from; i < text.length; i += 1) {
    while (matched > 0 && text.charCodeAt(i) !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (text.charCodeAt(i) === part.charCodeAt(matched)) matched += 1
    if (matched === part.length) return i + 1
  }
  return -1
}

/** Computes for each prefix the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length)
  let matched = 0
  for (let i = 1; i < part.length; i += 1) {
    while (matched > 0 && part.charCodeAt(i) !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (part.charCodeAt(i) === part.charCodeAt(matched)) matched += 1
    borders[i] = matched
  }
  return borders
}
