/** A request from when it was sent until its response's first byte. Both in milliseconds of one clock. */
export interface Waiting {
  readonly host: string
  readonly sentMs: number
  readonly firstByteMs: number
}

/** Counts for each request how many to its host, itself among them, were waiting at once while it did, at most. */
export function mostUnderWay(requests: readonly Waiting[]): number[] {
  const hosts = Map.groupBy(requests, ({ host }) => host)
  const levels = new Map([...hosts].map(([host, own]) => [host, levelsOf(own)] as const))
  return requests.map(({ host, sentMs, firstByteMs }) => {
    const own = levels.get(host) ?? []
    const first = countWhile(own, ({ fromMs }) => fromMs < sentMs)
    const last = countWhile(own, ({ fromMs }) => fromMs < firstByteMs)
    return own.slice(first, last).reduce((most, { waiting }) => Math.max(most, waiting), 1)
  })
}

/** Says how many were waiting from each moment on at which one was sent; of those sent at one moment, the last says it. */
function levelsOf(requests: readonly Waiting[]): { readonly fromMs: number; readonly waiting: number }[] {
  const ends = requests.map(({ firstByteMs }) => firstByteMs).toSorted((a, b) => a - b)
  const starts = requests.map(({ sentMs }) => sentMs).toSorted((a, b) => a - b)
  return starts.map((fromMs, place) => ({
    fromMs,
    waiting: place + 1 - countWhile(ends, (endMs) => endMs <= fromMs),
  }))
}

/** Says how many of a sorted list are not past a limit. */
function countWhile<T>(sorted: readonly T[], isWithin: (each: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isWithin(sorted[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
