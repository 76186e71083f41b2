import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCanary } from '../../../db/survey/canaries.ts'
import { PLAIN_HANDLERS } from '../../../server/routes/plain-figure.ts'
import { handlerBench } from '../handler-bench.ts'

const { ownLine } = PLAIN_HANDLERS

/** What a survey whose known-good server answered within these times says of its own line. */
async function rowOf(rttsMs: readonly (number | null)[]) {
  await using bench = await handlerBench()
  const { surveyId } = bench.fixture
  let block: number | null = null
  for (const [index, rttMs] of rttsMs.entries())
    block = await recordCanary(bench.writer, {
      ...{ surveyId, owner: 'one', ok: true, failure: null, rttMs, opens: true },
      checkedAt: `2026-11-28T10:00:0${index}.000Z`,
      closes: block === null ? [] : [block],
    })
  return (await bench.answer('ownLine', ownLine, { id: String(surveyId) })).rows[0]
}

test('a survey fills its line where the median round trip is more than twice the first, and 20 ms above', async () => {
  assert.deepEqual(await rowOf([20, 90, 30, 110]), { idleMs: 20, busyMs: 90, n: 3, fillsOwnLine: true })
  assert.equal((await rowOf([20, 38, 39, 39]))?.fillsOwnLine, false)
  assert.equal((await rowOf([2, 12, 12, 12]))?.fillsOwnLine, false)
})

test('few answers decide nothing, and without any there is no row', async () => {
  assert.deepEqual(await rowOf([20, 90, null, 110]), { idleMs: 20, busyMs: 100, n: 2, fillsOwnLine: null })
  assert.equal(await rowOf([null, null]), undefined)
})
