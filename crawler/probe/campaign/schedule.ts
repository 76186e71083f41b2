import type { Arm } from '../../../model/arm.ts'
import type { ScheduledSample } from '../../../model/scheduled-sample.ts'
import { mix32, rng } from '../../../stats/rng.ts'

interface ScheduledSite {
  readonly site: number
  /** The campaign's arms that apply to it. */
  readonly arms: readonly Arm[]
}

export interface ScheduleOptions {
  readonly sites: readonly ScheduledSite[]
  readonly arms: readonly Arm[]
  readonly rounds: number
  /** 0 to 2^32 - 1. */
  readonly seed: number
}

/**
 * All samples of a campaign in the order in which they are taken. Every round goes through the sites in a random order
 * of its own and takes each site's arms one after the other. The order of arms is balanced over the rounds of a site:
 * at any moment no arm has been in a position twice more than another has (it is never off by more than one), and after
 * n rounds (n even) or 2n rounds (n odd) each arm has come straight after each other equally often.
 *
 * Depends on nothing but its arguments, and a site's orders not even on the other sites. Throws a RangeError on rounds
 * or a seed that are no such numbers, and on a site or an arm that is there twice.
 *
 * Source: E. J. Williams, Experimental designs balanced for the estimation of residual effects of treatments, 1949.
 */
export function schedule({ sites, arms, rounds, seed }: ScheduleOptions): ScheduledSample[] {
  if (!Number.isSafeInteger(rounds) || rounds < 0)
    throw new RangeError(`rounds are a whole number, not ${rounds}`)
  refuseTwice(
    'a site',
    sites.map(({ site }) => site),
  )
  refuseTwice('an arm', arms)
  const visited = sites
    .map(({ site, arms: applied }) => ({ site, applied: arms.filter((arm) => applied.includes(arm)) }))
    .sort((a, b) => a.site - b.site)
  const orders = new Map(
    visited.map(({ site, applied }) => [site, armOrders(applied, mix32(mix32(seed, SITES), site))]),
  )
  const siteSeed = mix32(seed, ROUNDS)
  return Array.from({ length: rounds }, (_, round) =>
    shuffled(visited, rng(mix32(siteSeed, round))).flatMap(({ site }) => {
      const order = orders.get(site)?.next().value ?? []
      return order.map((arm, position) => ({ site, arm, round, position }))
    }),
  ).flat()
}

// Streams of random numbers that must not be the same.
const SITES = 1
const ROUNDS = 2

/** The order of arms of one round after the other, without end. */
function* armOrders(arms: readonly Arm[], seed: number): Generator<Arm[], never> {
  const random = rng(seed)
  for (;;) {
    const labels = shuffled(arms, random)
    for (const square of shuffled(williamsSquares(arms.length), random)) {
      for (const row of shuffled(square, random)) yield row.flatMap((index) => labels[index] ?? [])
    }
  }
}

/**
 * Latin squares of 0 … n - 1, of which the rows together hold each ordered pair of neighbours equally often. One square
 * does for an even n; for an odd one it takes a second, its mirror image.
 */
function williamsSquares(n: number): number[][][] {
  if (n === 0) return [[[]]]
  // 0, 1, n - 1, 2, n - 2, …: the differences of neighbours are all different.
  const zigzag = Array.from({ length: n }, (_, k) => (k % 2 === 1 ? (k + 1) / 2 : (n - k / 2) % n))
  const square = Array.from({ length: n }, (_, row) => zigzag.map((index) => (index + row) % n))
  return n % 2 === 0 ? [square] : [square, square.map((row) => row.toReversed())]
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const item = order[last] as T
    order[last] = order[other] as T
    order[other] = item
  }
  return order
}

function refuseTwice(what: 'a site' | 'an arm', items: readonly (number | string)[]): void {
  if (new Set(items).size !== items.length) throw new RangeError(`${what} is in the schedule twice`)
}
