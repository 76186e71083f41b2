import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { done, within } from '../../../crawler/process/deadline.ts'
import { socketPair, standStill } from '../../servers/stand-still.ts'

const never = new Promise<never>(() => {})

test('a value that comes is returned, one that does not come in time is not waited for', async () => {
  assert.deepEqual(await within(Promise.resolve(3), 60_000), { inTime: true, value: 3 })
  assert.deepEqual(await within(never, 10), { inTime: false })
})

test('what fails within the limit rejects, and is not done', async () => {
  const wrong = new Error('wrong')
  await assert.rejects(within(Promise.reject(wrong), 60_000), wrong)
  assert.equal(await done(Promise.reject(wrong), 60_000), false)
  assert.equal(await done(never, 10), false)
  assert.equal(await done(Promise.resolve(), 60_000), true)
})

test('an answer that came in time counts, also where the process stood still until the time was over', async () => {
  using pair = await socketPair()
  const answer = within(once(pair.near, 'data'), 20)
  pair.far.write('x')
  standStill(100)
  assert.equal((await answer).inTime, true)
})
