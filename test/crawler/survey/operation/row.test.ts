import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  endpointTarget,
  fail,
  oneLine,
  recordRow,
  succeed,
} from '../../../../crawler/survey/operation/row.ts'
import { endpoint, surveyContext } from '../../../servers/survey-context.ts'

test("a row's start counts from the start of the visit, its duration from its own", async () => {
  let nowMs = 1_000
  const context = surveyContext({ clock: () => nowMs, originMs: 400 })
  const row = await recordRow(endpointTarget('tcp', endpoint(443)), context, async () => {
    nowMs += 25
    return succeed({ family: 4 })
  })
  assert.deepEqual([row.startMs, row.durationMs, row.failure, row.detail], [600, 25, null, null])
})

test('what an attempt throws is not made a row', async () => {
  const stop = new Error('stopped')
  await assert.rejects(
    recordRow(endpointTarget('tcp', endpoint(443)), surveyContext(), () => Promise.reject(stop)),
    stop,
  )
})

test('a failure keeps the result that came before it, and its detail is one line', async () => {
  const row = await recordRow(endpointTarget('http1', endpoint(443), '/'), surveyContext(), async () =>
    fail('http_truncated', 'first\nsecond\x1b[31m\u202e', { status: 200 }),
  )
  assert.deepEqual(
    [row.path, row.result, row.detail],
    ['/', { status: 200 }, 'first\\x0asecond\\x1b[31m\\u{202e}'],
  )
})

test('no text has more than 200 characters, control characters or ends in half a one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = oneLine(text)
      assert.ok(line.length <= 200 && line.isWellFormed())
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
  assert.equal(oneLine(`${'a'.repeat(199)}😀`), `${'a'.repeat(199)}`)
})
