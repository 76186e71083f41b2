/**
 * The name that was meant by a mistyped one: which it is the beginning of (`rtt` for rttMs), else the most like it; null
 * where more than a third of the letters would change.
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const completed = names.find(
    (name) => typed.length > 1 && name.toLowerCase().startsWith(typed.toLowerCase()),
  )
  if (completed !== undefined) return completed
  let nearest: string | null = null
  let fewest = Math.floor(Math.max(typed.length, 3) / 3) + 1
  for (const name of names) {
    const changes = changesBetween(typed.toLowerCase(), name.toLowerCase())
    if (changes < fewest) [nearest, fewest] = [name, changes]
  }
  return nearest
}

/** Letters to put in, take out or replace (Levenshtein 1966). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] as number) + (letter === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] as number) + 1, (next[column - 1] as number) + 1))
    }
    row = next
  }
  return row[other.length] as number
}
