import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairRounds } from '../../../stats/comparison/pair-rounds.ts'

test('keeps the rounds both arms have a value for, ascending, and counts what is left out of each', () => {
  const baseline = [
    { round: 10, value: 100 },
    { round: 2, value: 200 },
    { round: 3, value: null },
    { round: 5, value: 500 },
  ]
  const arm = [
    { round: 2, value: 20 },
    { round: 3, value: 30 },
    { round: 5, value: null },
    { round: 7, value: 70 },
    { round: 8, value: 80 },
    { round: 10, value: 10 },
  ]
  assert.deepEqual(pairRounds(baseline, arm), {
    pairs: [
      { round: 2, baseline: 200, arm: 20 },
      { round: 10, baseline: 100, arm: 10 },
    ],
    baselineLeftOut: 2,
    armLeftOut: 4,
  })
})

test('a value of 0 is a value', () => {
  const { pairs } = pairRounds([{ round: 1, value: 0 }], [{ round: 1, value: 0 }])
  assert.deepEqual(pairs, [{ round: 1, baseline: 0, arm: 0 }])
})

test('an empty arm pairs with nothing', () => {
  assert.deepEqual(pairRounds([], []), { pairs: [], baselineLeftOut: 0, armLeftOut: 0 })
  assert.deepEqual(pairRounds([{ round: 1, value: 1 }], []), { pairs: [], baselineLeftOut: 1, armLeftOut: 0 })
})

test('a round that one arm holds twice is refused, and the message says whose', () => {
  const once = [{ round: 4, value: 1 }]
  const twice = [...once, { round: 4, value: 2 }]
  assert.throws(() => pairRounds(twice, once), {
    name: 'RangeError',
    message: 'the baseline holds round 4 twice',
  })
  assert.throws(() => pairRounds(once, twice), { name: 'RangeError', message: 'the arm holds round 4 twice' })
})
