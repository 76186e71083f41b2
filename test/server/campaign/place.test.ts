import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseBaseline } from '../../../model/choose-baseline.ts'
import { orderArms } from '../../../server/campaign/place.ts'

test('arms stand in the order of the contract, each once', () => {
  assert.deepEqual(orderArms(['h3', 'h1', 'h3', 'http']), ['http', 'h1', 'h3'])
})

for (const [arms, baseline] of [
  [['h3', 'h1', 'h2'], 'h1'],
  [['h3', 'h2'], 'h2'],
  [[], 'h1'],
] as const)
  test(`the baseline of ${arms.join(', ') || 'no arms'} is ${baseline}`, () => {
    assert.equal(chooseBaseline(arms), baseline)
  })
