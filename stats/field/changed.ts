import type { Members } from '../../model/published-cell.ts'
import { binOf } from './bins.ts'
import type { Contributor } from './contributors.ts'

export function membersOf(contributors: readonly Contributor[]): Members {
  return new Map(contributors.map(({ cidHash, valueMs }) => [cidHash, binOf(valueMs)]))
}

/**
 * Says how many pseudonyms tell two curves apart: those that joined, left or moved to another bin. What one of them did cannot
 * be had from the difference of the curves where there are several (safety.md P8).
 */
export function changed(previous: Members, next: Members): number {
  let count = 0
  for (const [cidHash, bin] of next) if (previous.get(cidHash) !== bin) count += 1
  for (const cidHash of previous.keys()) if (!next.has(cidHash)) count += 1
  return count
}
