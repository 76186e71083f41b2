import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ScheduleOptions, schedule } from '../../../../crawler/probe/campaign/schedule.ts'
import { ARM_NAMES, type Arm } from '../../../../model/arm.ts'
import type { ScheduledSample } from '../../../../model/scheduled-sample.ts'

const SEED = fc.integer({ min: 0, max: 0xffff_ffff })

/** Campaigns of up to five sites, each with some of the arms. */
const OPTIONS: fc.Arbitrary<ScheduleOptions> = fc
  .record({
    arms: fc.shuffledSubarray(ARM_NAMES),
    numbers: fc.uniqueArray(fc.nat(50), { maxLength: 5 }),
    rounds: fc.nat(25),
    seed: SEED,
    chosen: fc.array(fc.shuffledSubarray(ARM_NAMES), { minLength: 5, maxLength: 5 }),
  })
  .map(({ numbers, chosen, ...rest }) => ({
    ...rest,
    sites: numbers.map((site, index) => ({ site, arms: chosen[index] ?? [] })),
  }))

function key({ site, arm, round }: ScheduledSample): string {
  return `${site} ${arm} ${round}`
}

/** The order of arms of each round of a site. */
function ordersOf(samples: readonly ScheduledSample[], site: number): Arm[][] {
  const rounds = Map.groupBy(
    samples.filter((sample) => sample.site === site),
    ({ round }) => round,
  )
  return [...rounds.values()].map((round) => round.map(({ arm }) => arm))
}

function oneSite(arms: readonly Arm[], rounds: number, seed: number): Arm[][] {
  return ordersOf(schedule({ sites: [{ site: 0, arms }], arms, rounds, seed }), 0)
}

/** How often each arm comes straight after each other. */
function successions(orders: readonly Arm[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const order of orders) {
    for (const [index, arm] of order.slice(1).entries()) {
      const pair = `${order[index]} ${arm}`
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
  }
  return counts
}

test('every site, applying arm and round is there exactly once, and nothing else', () => {
  fc.assert(
    fc.property(OPTIONS, (options) => {
      const wanted = options.sites.flatMap(({ site, arms }) =>
        arms
          .filter((arm) => options.arms.includes(arm))
          .flatMap((arm) => Array.from({ length: options.rounds }, (_, round) => `${site} ${arm} ${round}`)),
      )
      assert.deepEqual(schedule(options).map(key).sort(), wanted.sort())
    }),
  )
})

test('rounds come one after the other, and in a round each site’s arms, with their positions', () => {
  fc.assert(
    fc.property(OPTIONS, (options) => {
      const samples = schedule(options)
      const left = new Set<string>()
      for (const [index, { site, round, position }] of samples.entries()) {
        const before = samples[index - 1]
        if (position === 0) {
          assert.ok(before === undefined || round >= before.round)
          assert.ok(!left.has(`${round} ${site}`), 'a site comes twice in a round')
          left.add(`${round} ${site}`)
        } else {
          assert.deepEqual([before?.site, before?.round, before?.position], [site, round, position - 1])
        }
      }
    }),
  )
})

test('after any number of rounds no arm has been in a position more than once oftener than another', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(ARM_NAMES, { minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      SEED,
      (arms, rounds, seed) => {
        const orders = oneSite(arms, rounds, seed)
        for (const position of arms.keys()) {
          const counts = arms.map((arm) => orders.filter((order) => order[position] === arm).length)
          assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${counts} in position ${position}`)
        }
      },
    ),
  )
})

test('after n rounds of n arms (2n where n is odd) each arm has come straight after each other equally often', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(ARM_NAMES, { minLength: 2 }),
      fc.integer({ min: 1, max: 5 }),
      SEED,
      (arms, blocks, seed) => {
        const n = arms.length
        const perBlock = n % 2 === 0 ? 1 : 2
        const counts = successions(oneSite(arms, blocks * perBlock * n, seed))
        assert.equal(counts.size, n * (n - 1))
        assert.deepEqual(new Set(counts.values()), new Set([blocks * perBlock]))
      },
    ),
  )
})

test('between those rounds successions differ by at most two blocks’ worth', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(ARM_NAMES, { minLength: 2 }),
      fc.integer({ min: 1, max: 40 }),
      SEED,
      (arms, rounds, seed) => {
        const counts = successions(oneSite(arms, rounds, seed))
        const all = arms.flatMap((a) => arms.filter((b) => b !== a).map((b) => counts.get(`${a} ${b}`) ?? 0))
        assert.ok(Math.max(...all) - Math.min(...all) <= 2, String(all))
      },
    ),
  )
})

test('the same arguments give the same schedule, whatever order the sites and their arms come in', () => {
  fc.assert(
    fc.property(OPTIONS, (options) => {
      const turned = options.sites.map(({ site, arms }) => ({ site, arms: arms.toReversed() })).reverse()
      assert.deepEqual(schedule(options), schedule({ ...options, sites: turned }))
    }),
  )
})

test('a site’s orders depend neither on the other sites nor on the number of rounds', () => {
  const arms = ['h1', 'h2', 'h3'] as const
  const sites = [0, 1, 2].map((site) => ({ site, arms }))
  const all = schedule({ sites, arms, rounds: 20, seed: 5 })
  const one = schedule({ sites: sites.slice(1, 2), arms, rounds: 7, seed: 5 })
  assert.deepEqual(ordersOf(one, 1), ordersOf(all, 1).slice(0, 7))
})

test('different seeds, sites and rounds have different orders', () => {
  const arms = ['h1', 'h2', 'h3'] as const
  const sites = Array.from({ length: 8 }, (_, site) => ({ site, arms }))
  const text = (samples: readonly ScheduledSample[]): string => samples.map(key).join()
  const seeds = Array.from({ length: 50 }, (_, seed) => text(schedule({ sites, arms, rounds: 4, seed })))
  assert.equal(new Set(seeds).size, 50)
  const samples = schedule({ sites, arms, rounds: 12, seed: 1 })
  assert.equal(new Set(sites.map(({ site }) => ordersOf(samples, site).join('|'))).size, 8)
  const siteOrders = Array.from({ length: 12 }, (_, round) =>
    samples
      .filter((sample) => sample.round === round && sample.position === 0)
      .map(({ site }) => site)
      .join(),
  )
  assert.equal(new Set(siteOrders).size, 12)
})

test('over many seeds each arm is first equally often', () => {
  const arms = ['h1', 'h2', 'h3'] as const
  const firsts = Array.from({ length: 3_000 }, (_, seed) => oneSite(arms, 1, seed)[0]?.[0])
  for (const arm of arms) {
    const share = firsts.filter((first) => first === arm).length / firsts.length
    // Five standard deviations of a binomial share.
    assert.ok(Math.abs(share - 1 / 3) < 5 * Math.sqrt(2 / 9 / 3_000), `${arm}: ${share}`)
  }
})

test('every order of four arms is some seed’s', () => {
  const arms = ['h1', 'h2', 'h3', 'h3-altsvc'] as const
  const orders = Array.from({ length: 500 }, (_, seed) => oneSite(arms, 1, seed)[0]?.join())
  assert.equal(new Set(orders).size, 24)
})

test('no rounds, no sites or no arms give an empty schedule', () => {
  const sites = [{ site: 0, arms: ['h1'] as const }]
  assert.deepEqual(schedule({ sites, arms: ['h1'], rounds: 0, seed: 1 }), [])
  assert.deepEqual(schedule({ sites: [], arms: ['h1'], rounds: 3, seed: 1 }), [])
  assert.deepEqual(schedule({ sites, arms: ['h2'], rounds: 3, seed: 1 }), [])
})

test('rounds and seeds that are no such numbers are refused, and so are twins', () => {
  const sites = [{ site: 0, arms: ['h1'] as const }]
  const good: ScheduleOptions = { sites, arms: ['h1'], rounds: 1, seed: 1 }
  for (const rounds of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => schedule({ ...good, rounds }), RangeError)
  for (const seed of [-1, 0.5, 2 ** 32]) assert.throws(() => schedule({ ...good, seed }), RangeError)
  assert.throws(() => schedule({ ...good, sites: [...sites, ...sites] }), /a site is in the schedule twice/)
  assert.throws(() => schedule({ ...good, arms: ['h1', 'h1'] }), /an arm is in the schedule twice/)
})
