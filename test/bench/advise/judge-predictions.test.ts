import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePrediction, summariseJudged } from '../../../bench/advise/judge-predictions.ts'
import { predictionLines } from '../../../bench/advise/prediction-text.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { rng } from '../../../stats/rng.ts'

/** Loads whose arm is `gain` times as fast, each with noise of some `spread`. */
function comparisonOf(
  gain: number,
  { rounds, spread, seed }: { rounds: number; spread: number; seed: number },
) {
  const random = rng(seed)
  const load = (ms: number): number => ms * Math.exp(spread * (random() + random() + random() - 1.5) * 2)
  const pairs = Array.from({ length: rounds }, (_, round) => ({
    round,
    baseline: load(1_000),
    arm: load(1_000 / gain),
  }))
  return compareArms({ pairs, seed: 1 })
}

const pairOf = (predicted: number, live: number, seed: number) => ({
  ...{ page: 'a.test', link: '4g' },
  predicted: comparisonOf(predicted, { rounds: 20, spread: 0.01, seed }),
  live: comparisonOf(live, { rounds: 7, spread: 0.04, seed: seed + 1_000 }),
})

test('a right prediction holds in some 95 of 100 pairs, though live loads have noise of their own', () => {
  const judged = Array.from({ length: 40 }, (_, seed) => judgePrediction(pairOf(1.2, 1.2, seed)) ?? [])
  const { judged: n, held, within, ownErrorPercent } = summariseJudged(judged.flat())
  assert.equal(n, 40)
  assert.ok(held >= 36, `${held} of 40`)
  // The interval of exact replays alone misses most of them.
  assert.ok(within < 20, `${within} of 40`)
  assert.ok(ownErrorPercent !== null && ownErrorPercent < 3, `${ownErrorPercent} % beyond noise`)
})

test('a prediction that is off by more than both intervals allow does not hold', () => {
  const judged = Array.from({ length: 40 }, (_, seed) => judgePrediction(pairOf(1.2, 1, seed)) ?? [])
  const { held, heldOfDecided, distancePercent, ownErrorPercent } = summariseJudged(judged.flat())
  assert.ok(held < 6, `${held} of 40`)
  assert.ok(heldOfDecided[1] < 6, 'without a gain few live loads decide that there is one')
  assert.ok(distancePercent !== null && distancePercent > 15 && distancePercent < 25)
  assert.ok(
    ownErrorPercent !== null && Math.abs(ownErrorPercent - 20) < 2,
    `${ownErrorPercent} % beyond noise`,
  )
})

test('a pair without an interval is not judged, and is listed', () => {
  const { predicted, ...pair } = pairOf(1.2, 1.2, 1)
  const few = { ...pair, predicted, live: comparisonOf(1.2, { rounds: 5, spread: 0.06, seed: 1 }) }
  assert.equal(judgePrediction(few), null)
  assert.equal(judgePrediction({ ...pair, predicted: null }), null)
  const text = predictionLines([few, { ...pair, predicted: null }, pairOf(1.2, 1.2, 1)]).join('\n')
  assert.match(text, /not judged\n.*not judged\n.*held/)
  assert.match(text, /^1 of 1 \(100 %, 21–100 %\) of predictions hold by/m)
  assert.match(text, /^2 of 3 pairs are not judged/m)
})
