export interface Recognisable {
  readonly method: string
  readonly url: string
}

export const exact = ({ method, url }: Recognisable): string => `${method} ${url.replace(/#.*$/s, '')}`
export const withoutQuery = ({ method, url }: Recognisable): string =>
  `${method} ${url.replace(/[?#].*$/s, '')}`

/**
 * Pairs the requests of one load with those of another: the n-th of the same method and URL, then, of what is left on both
 * sides, the n-th of the same method, origin and path.
 */
export function findAgain<A extends Recognisable, B extends Recognisable>(
  wanted: readonly A[],
  found: readonly B[],
  keys: readonly ((request: Recognisable) => string)[] = [exact, withoutQuery],
): Map<A, B> {
  const pairs = new Map<A, B>()
  const taken = new Set<B>()
  for (const keyOf of keys) {
    const rest = Map.groupBy(
      found.filter((each) => !taken.has(each)),
      keyOf,
    )
    for (const each of wanted) {
      if (pairs.has(each)) continue
      const match = rest.get(keyOf(each))?.shift()
      if (match === undefined) continue
      pairs.set(each, match)
      taken.add(match)
    }
  }
  return pairs
}
