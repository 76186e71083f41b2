import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labTree } from '../../../server/routes/lab-tree.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('of too few conditions there is no tree, and how many there are is told', async () => {
  const answer = await bench.answer('labTree', labTree, run())
  assert.deepEqual(
    [answer.arm, answer.conditions, answer.leftOut, answer.needed, answer.rows, answer.accuracy],
    ['h2', 4, 1, 30, [], null],
  )
  const fixed = await bench.answer('labTree', labTree, run(), { 'fixed.rttMs': '20' })
  assert.equal(fixed.conditions, 2)
  await assert.rejects(bench.answer('labTree', labTree, { id: '99' }), { code: 'not_found' })
})
