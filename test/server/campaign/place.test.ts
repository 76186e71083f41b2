import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseBaseline } from '../../../model/choose-baseline.ts'
import { findPage, orderArms } from '../../../server/campaign/place.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

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

test('a page is found by campaign and number; what is missing is named', async () => {
  const { context, fixture } = bench
  const page = await findPage(context, { id: fixture.campaignId, site: 1 })
  assert.equal(page.domain, 'site2.test')
  await assert.rejects(
    findPage(context, { id: fixture.campaignId, site: 9 }),
    /no such site in this campaign/,
  )
  await assert.rejects(findPage(context, { id: 99, site: 0 }), /no such campaign/)
})
