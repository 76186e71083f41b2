import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeriesCampaign } from '../../../bench/probe/series-campaign.ts'
import {
  gainAgreement,
  isUsable,
  judgeAa,
  judgeKinds,
  judgePower,
} from '../../../bench/probe/study-verdict.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'

/** A campaign whose second series takes `factor` times as long as the first, give or take a little. */
function campaign(factor: number, { usableRounds = 20, rounds = 20, noise = 0.02 } = {}): SeriesCampaign {
  const pairs = Array.from({ length: usableRounds }, (_, round) => ({
    round,
    baseline: 1_000 * (1 + noise * Math.sin(3 * round)),
    arm: 1_000 * factor * (1 + noise * Math.cos(5 * round)),
  }))
  return { seed: 1, rounds, pairs, comparison: compareArms({ pairs, seed: 1 }) }
}

const many = (n: number, factor: number): SeriesCampaign[] =>
  Array.from({ length: n }, () => campaign(factor))

test('of 20 A/A campaigns two may call a difference, in either direction, and three may not', () => {
  const two = [...many(18, 1), campaign(1.2), campaign(0.8)]
  assert.deepEqual(judgeAa(two), { campaigns: 20, counted: 2, limit: 2, unusable: 0, met: true })
  const three = [...many(17, 1), ...many(3, 1.2)]
  assert.deepEqual(judgeAa(three), { campaigns: 20, counted: 3, limit: 2, unusable: 0, met: false })
})

test('of 10 campaigns with a slow-down nine must call the arm slower: faster is no finding', () => {
  assert.equal(judgePower([...many(9, 1.1), campaign(1)]).met, true)
  assert.equal(judgePower([...many(8, 1.1), ...many(2, 0.9)]).counted, 8)
  assert.equal(judgePower([...many(8, 1.1), ...many(2, 0.9)]).met, false)
})

test('a campaign that lost more than a quarter of its rounds leaves the study without a judgement', () => {
  assert.equal(isUsable(campaign(1, { usableRounds: 15 })), true)
  assert.equal(isUsable(campaign(1, { usableRounds: 14 })), false)
  assert.equal(judgeAa([...many(19, 1), campaign(1, { usableRounds: 14 })]).met, null)
  assert.equal(judgePower([...many(9, 1.1), campaign(1.1, { usableRounds: 0 })]).met, null)
  assert.equal(judgeAa([]).met, null)
})

test('gains agree where the whole interval of their ratio is within two per cent of 1', () => {
  const same = gainAgreement({ warm: campaign(0.8, { noise: 0.002 }), cold: campaign(0.8, { noise: 0.002 }) })
  assert.equal(same?.ratio, 1)
  assert.equal(same?.agree, true)
  // A difference of half a per cent that is shown to be one is still none that matters.
  const near = gainAgreement({
    warm: campaign(0.8, { noise: 0.002 }),
    cold: campaign(0.804, { noise: 0.002 }),
  })
  assert.ok((near?.interval[0] ?? 0) > 1)
  assert.equal(near?.agree, true)
  const unknown = gainAgreement({
    warm: campaign(0.8, { noise: 0.05 }),
    cold: campaign(0.8, { noise: 0.05 }),
  })
  assert.equal(unknown?.agree, false)
  const apart = gainAgreement({ warm: campaign(0.8), cold: campaign(0.95) })
  assert.equal(apart?.agree, false)
  assert.ok((apart?.interval[0] ?? 0) > 1)
})

test('the interval of a ratio of gains is as wide as both intervals, added in squares', () => {
  const warm = campaign(0.8, { noise: 0.03 })
  const cold = campaign(0.8, { noise: 0.04 })
  const half = ({ comparison }: SeriesCampaign): number => {
    const [low = Number.NaN, high = Number.NaN] = comparison.gainInterval ?? []
    return Math.log(high / low) / 2
  }
  const { interval } = gainAgreement({ warm, cold }) ?? { interval: [Number.NaN, Number.NaN] }
  const width = Math.log((interval[1] ?? Number.NaN) / (interval[0] ?? Number.NaN)) / 2
  assert.ok(Math.abs(width - Math.sqrt(half(warm) ** 2 + half(cold) ** 2)) < 1e-12)
})

test('gains without an interval agree with nothing', () => {
  const few = campaign(1, { usableRounds: 5 })
  assert.equal(gainAgreement({ warm: few, cold: campaign(1) }), null)
  assert.equal(judgeKinds([{ warm: few, cold: campaign(1) }]).met, null)
})
