import { integer } from '../../figures/quantity.ts'
import { armLabel } from './arm.ts'

/** Says how many samples of an arm a chart draws, and how many it leaves out. */
export interface Counted {
  readonly arm: string
  readonly n: number
  readonly leftOut: number
}

/** `HTTP/2: n = 20, 1 left out; HTTP/3: …`, without a full stop. */
export function countsNote(arms: readonly Counted[]): string {
  if (arms.length === 0) return 'No protocol has a load'
  return arms
    .map(({ arm, n, leftOut }) => `${armLabel(arm)}: n = ${integer(n)}, ${integer(leftOut)} left out`)
    .join('; ')
}
