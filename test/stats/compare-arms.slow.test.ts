import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareArms } from '../../stats/compare-arms.ts'
import { quantile } from '../../stats/quantile.ts'
import { rng } from '../../stats/rng.ts'
import { type Campaign, simulatedCampaign } from './simulated-campaign.ts'

interface Tried {
  /** Shares of campaigns, 0..1. */
  readonly called: number
  readonly gainCovered: number
  readonly meansCovered: number
  /** Middle of what the campaigns say they could have shown. */
  readonly couldHaveShownPercent: number
}

/** What the comparison says of so many campaigns that are alike but for chance. */
function tryOut(campaign: Campaign, campaigns: number, seed: number): Tried {
  const random = rng(seed)
  const trueReduction = 100 * (1 - 1 / campaign.gain)
  let called = 0
  let gainCovered = 0
  let meansCovered = 0
  const couldHaveShown: number[] = []
  for (let i = 0; i < campaigns; i += 1) {
    const result = compareArms({ pairs: simulatedCampaign(campaign, random), seed: i })
    if (result.verdict !== 'no difference shown') called += 1
    if (covers(result.gainInterval, campaign.gain)) gainCovered += 1
    if (covers(result.reductionOfMeansInterval, trueReduction)) meansCovered += 1
    couldHaveShown.push(result.couldHaveShownPercent ?? Number.NaN)
  }
  return {
    called: called / campaigns,
    gainCovered: gainCovered / campaigns,
    meansCovered: meansCovered / campaigns,
    couldHaveShownPercent: quantile(couldHaveShown, 0.5) ?? Number.NaN,
  }
}

function covers(limits: readonly [number, number] | null, truth: number): boolean {
  return limits !== null && limits[0] <= truth && truth <= limits[1]
}

const name = ({ rounds, variation, gain, correlation = 0, outliers = 0 }: Campaign): string =>
  `${rounds} rounds, variation ${variation}, gain ${gain}, correlation ${correlation}, outliers ${outliers}`

test('an A/A campaign is called different in at most 5 % of cases, from six rounds to forty', (context) => {
  for (const [index, [campaign, campaigns]] of (
    [
      [{ rounds: 6, variation: 0.1, gain: 1 }, 4_000],
      // The nearest to the limit, at 4.6 %: it takes more campaigns to tell the two apart.
      [{ rounds: 10, variation: 0.1, gain: 1 }, 20_000],
      [{ rounds: 20, variation: 0.04, gain: 1 }, 4_000],
      [{ rounds: 20, variation: 0.35, gain: 1 }, 4_000],
      [{ rounds: 20, variation: 0.1, gain: 1, outliers: 0.05 }, 4_000],
      [{ rounds: 40, variation: 0.1, gain: 1 }, 4_000],
    ] as const
  ).entries()) {
    const { called, meansCovered } = tryOut(campaign, campaigns, 100 + index)
    context.diagnostic(`${name(campaign)}: called ${called}, interval of means covers ${meansCovered}`)
    assert.ok(called <= 0.05, `${name(campaign)}: ${called}`)
  }
})

test('intervals hold the truth in 95 % of skewed campaigns, means in two points less at worst', (context) => {
  for (const [index, campaign] of [
    { rounds: 6, variation: 0.2, gain: 1.2 },
    { rounds: 10, variation: 0.35, gain: 2 },
    { rounds: 20, variation: 0.04, gain: 1.05 },
    { rounds: 20, variation: 0.35, gain: 1.3 },
    { rounds: 50, variation: 0.2, gain: 0.8 },
    { rounds: 100, variation: 0.35, gain: 1.1, correlation: 0.5 },
  ].entries()) {
    const { gainCovered, meansCovered } = tryOut(campaign, 1_000, 200 + index)
    context.diagnostic(`${name(campaign)}: gain covered ${gainCovered}, means covered ${meansCovered}`)
    assert.ok(gainCovered >= 0.94, `${name(campaign)}: gain covered ${gainCovered}`)
    assert.ok(meansCovered >= 0.93, `${name(campaign)}: means covered ${meansCovered}`)
  }
})

test('a gain of 1.1 is found with 20 rounds as often as the docstring says', (context) => {
  for (const [index, [campaign, atLeast]] of (
    [
      [{ rounds: 20, variation: 0.04, gain: 1.1 }, 0.99],
      [{ rounds: 20, variation: 0.07, gain: 1.1 }, 0.9],
      [{ rounds: 20, variation: 0.1, gain: 1.1, correlation: 0.5 }, 0.81],
      [{ rounds: 20, variation: 0.1, gain: 1.1 }, 0.64],
      [{ rounds: 40, variation: 0.1, gain: 1.1 }, 0.9],
    ] as const
  ).entries()) {
    const { called } = tryOut(campaign, 1_000, 300 + index)
    context.diagnostic(`${name(campaign)}: found ${called}`)
    assert.ok(called >= atLeast, `${name(campaign)}: found ${called}`)
  }
})

test('a difference of the size that could have been shown is found in some 80 % of campaigns', (context) => {
  for (const [index, campaign] of [
    { rounds: 8, variation: 0.1, gain: 1 },
    { rounds: 10, variation: 0.1, gain: 1 },
    { rounds: 20, variation: 0.1, gain: 1 },
    { rounds: 20, variation: 0.35, gain: 1 },
    { rounds: 20, variation: 0.1, gain: 1, correlation: 0.5 },
    { rounds: 100, variation: 0.2, gain: 1 },
  ].entries()) {
    const { couldHaveShownPercent } = tryOut(campaign, 500, 400 + index)
    const planted = { ...campaign, gain: 1 + couldHaveShownPercent / 100 }
    const { called } = tryOut(planted, 1_000, 500 + index)
    context.diagnostic(`${name(planted)}: found ${called}`)
    assert.ok(called > 0.75 && called < 0.86, `${name(planted)}: found ${called}`)
  }
})
