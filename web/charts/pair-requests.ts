/** One request in two loads; null: it was not made in that one. */
export interface PairedRequest<T> {
  readonly first: T | null
  readonly second: T | null
}

/** Two requests are the same by the whole address and, where it is known, the method. */
interface Addressed {
  readonly url: string
  readonly method?: string | null
}

/**
 * Requests of two loads by address; of one that was asked for several times, the n-th of each stand together. In the order
 * of the first load, then what only the second has.
 */
export function pairRequests<T extends Addressed>(
  first: readonly T[],
  second: readonly T[],
): PairedRequest<T>[] {
  const waiting = Map.groupBy(second, addressOf)
  const pairs = first.map((request) => ({
    first: request,
    second: waiting.get(addressOf(request))?.shift() ?? null,
  }))
  const rest = new Set([...waiting.values()].flat())
  return [
    ...pairs,
    ...second.filter((request) => rest.has(request)).map((request) => ({ first: null, second: request })),
  ]
}

function addressOf({ url, method }: Addressed): string {
  return `${method ?? ''} ${url}`
}
