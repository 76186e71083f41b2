import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { rng } from '../../../stats/rng.ts'
import { simulateComparisons, simulateSequence } from './simulate-comparisons.ts'
import { type Campaign, simulatedCampaign } from './simulated-campaign.ts'

// The ranges in docs/method.md are of what these tests print.

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const name = ({ rounds, variation, ...rest }: Partial<Campaign>): string =>
  `${rounds} rounds, variation ${variation}, ${JSON.stringify(rest)}`

/** Variation 0.1 and 0.35; arms of a round that have something in common; one load in twenty twice as long. */
const KINDS = [
  { variation: 0.1 },
  { variation: 0.35 },
  { variation: 0.1, correlation: 0.5 },
  { variation: 0.1, outliers: 0.05 },
] as const

test('an A/A campaign is called different in at most 5 % of cases, from six rounds to forty', (context) => {
  for (const [index, rounds] of [6, 8, 10, 15, 20, 40].entries()) {
    for (const [kind, like] of KINDS.entries()) {
      const campaign = { rounds, gain: 1, ...like }
      const { called, meansCovered } = simulateComparisons(campaign, 2_000, 1_000 + 10 * index + kind)
      context.diagnostic(
        `${name(campaign)}: called ${percent(called)}, means covered ${percent(meansCovered)}`,
      )
      assert.ok(called <= 0.05, `${name(campaign)}: ${called}`)
      assert.ok(meansCovered >= 0.94, `${name(campaign)}: means covered ${meansCovered}`)
    }
  }
})

/** What remains of A/A campaigns called different, by rounds: at most so many, three standard errors of 2,000 included. */
const REMAINS: readonly (readonly [autocorrelation: number, atMost: Readonly<Record<number, number>>])[] = [
  [0, { 10: 0.05, 20: 0.05, 40: 0.05 }],
  [0.3, { 10: 0.065, 20: 0.06, 40: 0.05 }],
  [0.5, { 10: 0.065, 20: 0.06, 40: 0.05 }],
]

test('rounds that resemble their neighbours are called different in some 5 % of A/A campaigns at most', (context) => {
  for (const [index, [autocorrelation, atMost]] of REMAINS.entries()) {
    for (const [place, rounds] of [10, 20, 40].entries()) {
      const campaign = { rounds, gain: 1, variation: 0.1, autocorrelation }
      const { called, halfWidthPercent } = simulateComparisons(campaign, 2_000, 1_100 + 10 * index + place)
      context.diagnostic(
        `${name(campaign)}: called ${percent(called)}, half width ${halfWidthPercent.toFixed(1)} %`,
      )
      assert.ok(called <= (atMost[rounds] ?? 0), `${name(campaign)}: ${called}`)
    }
  }
})

test('intervals hold the truth in 95 % of skewed campaigns', (context) => {
  for (const [index, campaign] of [
    { rounds: 6, variation: 0.2, gain: 1.2 },
    { rounds: 10, variation: 0.35, gain: 2 },
    { rounds: 20, variation: 0.35, gain: 1.3 },
    { rounds: 100, variation: 0.35, gain: 1.1, correlation: 0.5 },
  ].entries()) {
    const { gainCovered, meansCovered } = simulateComparisons(campaign, 1_000, 1_200 + index)
    context.diagnostic(
      `${name(campaign)}: gain covered ${percent(gainCovered)}, means ${percent(meansCovered)}`,
    )
    assert.ok(gainCovered >= 0.95, `${name(campaign)}: gain covered ${gainCovered}`)
    assert.ok(meansCovered >= 0.93, `${name(campaign)}: means covered ${meansCovered}`)
  }
})

test('a gain of 1.1 is found as often as docs/method.md says', (context) => {
  for (const [index, [campaign, atLeast]] of (
    [
      [{ rounds: 20, variation: 0.04, gain: 1.1 }, 0.98],
      [{ rounds: 20, variation: 0.07, gain: 1.1 }, 0.72],
      [{ rounds: 20, variation: 0.1, gain: 1.1 }, 0.4],
      [{ rounds: 20, variation: 0.1, gain: 1.1, correlation: 0.5 }, 0.57],
      [{ rounds: 40, variation: 0.1, gain: 1.1 }, 0.78],
    ] as const
  ).entries()) {
    const { called } = simulateComparisons(campaign, 1_000, 1_300 + index)
    context.diagnostic(`${name(campaign)}: found ${percent(called)}`)
    assert.ok(called >= atLeast, `${name(campaign)}: found ${called}`)
  }
})

test('a difference of the size that could have been shown is found in some 75 % of campaigns', (context) => {
  for (const [index, campaign] of [
    { rounds: 10, variation: 0.1, gain: 1 },
    { rounds: 20, variation: 0.35, gain: 1 },
    { rounds: 100, variation: 0.2, gain: 1 },
  ].entries()) {
    const { couldHaveShownPercent } = simulateComparisons(campaign, 500, 1_400 + index)
    const planted = { ...campaign, gain: 1 + couldHaveShownPercent / 100 }
    const { called } = simulateComparisons(planted, 1_000, 1_500 + index)
    context.diagnostic(`${name(planted)}: found ${percent(called)}`)
    assert.ok(called > 0.66 && called < 0.86, `${name(planted)}: found ${called}`)
  }
})

test('a campaign that stops where its interval is narrow misses in at most 5 % of cases, whenever it stops', (context) => {
  for (const [index, [campaign, within, campaigns]] of (
    [
      [{ rounds: 20, variation: 0.1, gain: 1 }, 0.15, 300],
      [{ rounds: 40, variation: 0.1, gain: 1 }, 0.1, 300],
      [{ rounds: 40, variation: 0.35, gain: 1.3 }, 0.4, 300],
      [{ rounds: 40, variation: 0.1, gain: 1, outliers: 0.05 }, 0.1, 300],
      [{ rounds: 100, variation: 0.1, gain: 1 }, 0.07, 100],
    ] as const
  ).entries()) {
    const seed = 1_600 + index
    const { missedAtStop, missedEver, roundsAtStop } = simulateSequence(
      campaign,
      within,
      'sequential',
      campaigns,
      seed,
    )
    context.diagnostic(
      `up to ${name(campaign)}, within ${percent(within)}: missed at stop ${percent(missedAtStop)}, at any look ${percent(missedEver)}, stopped at ${roundsAtStop}`,
    )
    assert.ok(missedAtStop <= 0.05, `${name(campaign)}: ${missedAtStop}`)
    // Three standard errors of so few campaigns are 3 %.
    assert.ok(missedEver <= 0.06, `${name(campaign)}: ever ${missedEver}`)
  }
})

test('without the sequential rule some look of a campaign misses in far more than 5 % of cases', (context) => {
  const campaign = { rounds: 40, variation: 0.1, gain: 1 }
  const { missedEver, missedAtStop, roundsAtStop } = simulateSequence(campaign, 0.1, 'fixed', 200, 1_700)
  context.diagnostic(
    `missed at stop ${percent(missedAtStop)}, at any look ${percent(missedEver)}, stopped at ${roundsAtStop}`,
  )
  assert.ok(missedEver > 0.1, `${missedEver}`)
})

test('limits stay within ± 1 % over 200 seeds', (context) => {
  for (const rounds of [6, 8, 10, 11, 15, 40]) {
    const pairs = simulatedCampaign({ rounds, variation: 0.35, gain: 1.2 }, rng(rounds))
    const limits = Array.from({ length: rounds <= 10 ? 2 : 200 }, (_, seed) => compareArms({ pairs, seed }))
    const spread = ([0, 1] as const).map((side) => {
      const values = limits.map(({ gainInterval }) => gainInterval?.[side] ?? Number.NaN)
      return Math.max(...values) / Math.min(...values) - 1
    })
    context.diagnostic(`${rounds} rounds: ± ${spread.map((all) => percent(all / 2)).join(' and ')}`)
    for (const all of spread) assert.ok(all <= 0.02, `${rounds} rounds: ${all}`)
    assert.equal(new Set(limits.map(({ verdict }) => verdict)).size, 1)
  }
})
