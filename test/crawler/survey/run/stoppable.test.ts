import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stoppable } from '../../../../crawler/survey/run/stoppable.ts'

const never = new Promise<never>(() => {})

test('it stops with the signal from outside, and has not failed', () => {
  const outer = new AbortController()
  using stopping = stoppable(outer.signal)
  assert.equal(stopping.signal.aborted, false)
  outer.abort('enough')
  assert.deepEqual([stopping.signal.aborted, stopping.signal.reason], [true, 'enough'])
  stopping.throwIfFailed()
})

test('a signal that was aborted before stops it at once', () => {
  using stopping = stoppable(AbortSignal.abort('before'))
  assert.equal(stopping.signal.reason, 'before')
})

test('the first failure counts', () => {
  using stopping = stoppable(new AbortController().signal)
  stopping.fail(new Error('first'))
  stopping.fail(new Error('second'))
  assert.ok(stopping.signal.aborted)
  assert.throws(() => stopping.throwIfFailed(), /first/)
})

test('work is waited for, its failure passed on; after a stop no longer than the grace', async () => {
  using running = stoppable(new AbortController().signal)
  let done = false
  const work = Promise.resolve().then(() => {
    done = true
  })
  await running.settled(work, 0)
  assert.ok(done)
  await assert.rejects(running.settled(Promise.reject(new Error('broken')), 0), /broken/)
  const waiting = running.settled(never, 1)
  running.fail(new Error('stop'))
  await waiting
})

test('once released it hears the signal from outside no more', () => {
  const outer = new AbortController()
  const stopping = stoppable(outer.signal)
  stopping[Symbol.dispose]()
  outer.abort()
  assert.equal(stopping.signal.aborted, false)
})
