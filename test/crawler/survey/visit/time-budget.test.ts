import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SITE_TIMEOUT } from '../../../../crawler/survey/operation/context.ts'
import { timeBudget } from '../../../../crawler/survey/visit/time-budget.ts'

const clock = (): number => performance.now()
const never = new AbortController().signal

test('the signal aborts with SITE_TIMEOUT when the time is used up, and not before', async () => {
  const startMs = clock()
  using budget = timeBudget({ ms: 60, clock, parent: never })
  await new Promise((done) => budget.signal.addEventListener('abort', done))
  assert.equal(budget.signal.reason, SITE_TIMEOUT)
  assert.ok(clock() - startMs >= 60)
  assert.equal(budget.leftMs, 0)
})

test('time that is spent waiting for a slot does not count', async () => {
  using budget = timeBudget({ ms: 60, clock, parent: never })
  budget.pause()
  const left = budget.leftMs
  await sleep(120)
  assert.equal(budget.signal.aborted, false)
  assert.equal(budget.leftMs, left)
  budget.resume()
  await sleep(120)
  assert.equal(budget.signal.reason, SITE_TIMEOUT)
})

test('pauses add up: time runs again when the last has ended', async () => {
  using budget = timeBudget({ ms: 40, clock, parent: never })
  budget.pause()
  budget.pause()
  budget.resume()
  await sleep(80)
  assert.equal(budget.signal.aborted, false)
  budget.resume()
  await sleep(80)
  assert.equal(budget.signal.aborted, true)
  assert.throws(() => budget.resume(), /without pause/)
})

test('it aborts with its parent and for its reason', () => {
  const parent = new AbortController()
  using budget = timeBudget({ ms: 1_000, clock, parent: parent.signal })
  const reason = new Error('Ctrl-C')
  parent.abort(reason)
  assert.equal(budget.signal.reason, reason)
  using late = timeBudget({ ms: 1_000, clock, parent: parent.signal })
  assert.equal(late.signal.reason, reason)
})

test('once released it never aborts, also where it is resumed after that', async () => {
  const parent = new AbortController()
  const budget = timeBudget({ ms: 20, clock, parent: parent.signal })
  budget.pause()
  budget[Symbol.dispose]()
  budget.resume()
  parent.abort()
  await sleep(60)
  assert.equal(budget.signal.aborted, false)
})
