import { type Interval, wilson } from '../tests/wilson.ts'

/**
 * The share of all `n` sites that are shown to adopt, with its Wilson 95 % interval: those of which it is unknown count as
 * not shown to. Null where it is unknown of every site: then nothing was learned, not even a bound.
 */
export function knownShare(count: number, unknown: number, n: number): Interval | null {
  return unknown === n ? null : wilson(count, n)
}
