import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { labBeside, labConditionsFor } from '../../../server/routes/field-lab.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('conditions with the page come first; a skipped cell is none', async () => {
  const { db } = bench.context
  const own = await labConditionsFor(db, 'c.lab.test')
  assert.deepEqual(
    own.map(({ cell, ofThisPage }) => [cell, ofThisPage]),
    [
      [2, true],
      [0, false],
      [1, false],
      [3, false],
    ],
  )
  assert.ok((await labConditionsFor(db, 'site1.test')).every(({ ofThisPage }) => !ofThisPage))
})

test('beside a site stands the condition that is asked for, else that of its page, else none', async () => {
  const { context } = bench
  const own = await labConditionsFor(context.db, 'c.lab.test')
  assert.equal((await labBeside(context, own, 'plt_ms', undefined))?.cell, 2)
  assert.equal((await labBeside(context, own, 'plt_ms', '1:3'))?.cell, 3)
  assert.equal(await labBeside(context, [], 'plt_ms', undefined), null)
  await assert.rejects(labBeside(context, own, 'plt_ms', '1:4'), { code: 'not_found' })
})

test('a page that was replayed without a browser is neither offered nor given', async () => {
  const { context, writer, fixture } = bench
  const before = await labConditionsFor(context.db, 'c.lab.test')
  assert.ok(before.every(({ campaignId }) => campaignId === fixture.labCampaignId))
  await writer.write((query) =>
    query("UPDATE campaigns SET source = 'graph' WHERE id = ?", [fixture.labCampaignId]),
  )
  assert.deepEqual(await labConditionsFor(context.db, 'c.lab.test'), [])
  await assert.rejects(labBeside(context, [], 'plt_ms', '1:2'), { code: 'not_found' })
})
