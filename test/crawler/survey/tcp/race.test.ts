import assert from 'node:assert/strict'
import { test } from 'node:test'
import { race } from '../../../../crawler/survey/tcp/race.ts'

/** Longer than any test takes. */
const NEVER_MS = 60_000

/** Attempts that end when the test says so; `started` are those that the race has begun. */
function controlled(count: number) {
  const started: { readonly outrun: AbortSignal; readonly end: PromiseWithResolvers<string> }[] = []
  const attempts = Array.from({ length: count }, () => (outrun: AbortSignal) => {
    const end = Promise.withResolvers<string>()
    started.push({ outrun, end })
    outrun.addEventListener('abort', () => end.resolve('outrun'), { once: true })
    return end.promise
  })
  return { started, attempts }
}

const isWin = (result: string) => result === 'connected'

/** All that is due at once has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the first attempt that answers is the only one', async () => {
  const { started, attempts } = controlled(3)
  const done = race(attempts, isWin, NEVER_MS)
  started[0]?.end.resolve('connected')
  assert.deepEqual(await done, { results: ['connected'], winner: 'connected' })
  assert.equal(started.length, 1)
})

test('an attempt that fails is followed by the next at once (RFC 8305, 5)', async () => {
  const { started, attempts } = controlled(3)
  const done = race(attempts, isWin, NEVER_MS)
  started[0]?.end.resolve('refused')
  await settled()
  started[1]?.end.resolve('connected')
  assert.deepEqual(await done, { results: ['refused', 'connected'], winner: 'connected' })
})

test('an attempt that does not answer is followed by the next after the delay, and given up when that one connects', async () => {
  const { started, attempts } = controlled(2)
  const done = race(attempts, isWin, 1)
  while (started.length < 2) await settled()
  assert.equal(started[0]?.outrun.aborted, false)
  started[1]?.end.resolve('connected')
  assert.deepEqual(await done, { results: ['outrun', 'connected'], winner: 'connected' })
})

test('an earlier attempt that answers late wins as well, and nothing is started after it', async () => {
  const { started, attempts } = controlled(3)
  const done = race(attempts, isWin, 1)
  while (started.length < 3) await settled()
  started[0]?.end.resolve('connected')
  assert.deepEqual(await done, { results: ['connected', 'outrun', 'outrun'], winner: 'connected' })
})

test('where all fail there is no winner, and all results are there', async () => {
  const { started, attempts } = controlled(2)
  const done = race(attempts, isWin, 1)
  while (started.length < 2) await settled()
  started[1]?.end.resolve('refused')
  started[0]?.end.resolve('timed out')
  assert.deepEqual(await done, { results: ['timed out', 'refused'], winner: null })
  assert.deepEqual(await race([], isWin, 1), { results: [], winner: null })
})

test('it rejects with what an attempt rejects with, after the others have ended', async () => {
  const { started, attempts } = controlled(3)
  const done = race(attempts, isWin, 1)
  while (started.length < 2) await settled()
  started[0]?.end.reject(new Error('stopped'))
  await assert.rejects(done, /stopped/)
  assert.equal(started[1]?.outrun.aborted, true)
})
