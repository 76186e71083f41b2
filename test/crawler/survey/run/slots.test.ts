import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slots } from '../../../../crawler/survey/run/slots.ts'

const never = new AbortController().signal

test('no more than the limit hold one key at once; other keys do not wait', async () => {
  const pool = slots(2)
  const a = await pool.acquire('192.0.2.1', never)
  await pool.acquire('192.0.2.1', never)
  let third = false
  const waiting = pool.acquire('192.0.2.1', never).then((slot) => {
    third = true
    return slot
  })
  await pool.acquire('192.0.2.2', never)
  assert.equal(third, false)
  a[Symbol.dispose]()
  await waiting
  assert.equal(third, true)
})

test('those who wait are admitted in the order in which they came', async () => {
  const pool = slots(1)
  const order: number[] = []
  const first = await pool.acquire('a', never)
  const all = [1, 2, 3, 4].map(async (n) => {
    using _slot = await pool.acquire('a', never)
    order.push(n)
    await null
  })
  first[Symbol.dispose]()
  await Promise.all(all)
  assert.deepEqual(order, [1, 2, 3, 4])
})

test('a slot that passes from hand to hand cannot be taken in between', async () => {
  const pool = slots(1)
  const first = await pool.acquire('a', never)
  const order: string[] = []
  const waiter = pool.acquire('a', never).then((slot) => {
    order.push('waiter')
    return slot
  })
  first[Symbol.dispose]()
  const late = pool.acquire('a', never).then(() => order.push('late'))
  ;(await waiter)[Symbol.dispose]()
  await late
  assert.deepEqual(order, ['waiter', 'late'])
})

test('a slot that is given back twice counts once', async () => {
  const pool = slots(1)
  const first = await pool.acquire('a', never)
  first[Symbol.dispose]()
  const second = await pool.acquire('a', never)
  first[Symbol.dispose]()
  let third = false
  const waiting = pool.acquire('a', never).then(() => {
    third = true
  })
  await new Promise(setImmediate)
  assert.equal(third, false)
  second[Symbol.dispose]()
  await waiting
})

test('who gives up waiting leaves the queue with the signal’s reason, and the next one moves up', async () => {
  const pool = slots(1)
  const first = await pool.acquire('a', never)
  const stop = new AbortController()
  const leaving = pool.acquire('a', stop.signal)
  const staying = pool.acquire('a', never)
  const reason = new Error('stopped')
  stop.abort(reason)
  await assert.rejects(leaving, reason)
  first[Symbol.dispose]()
  ;(await staying)[Symbol.dispose]()
  await assert.rejects(pool.acquire('a', stop.signal), reason)
  assert.equal(pool.size, 0)
})

test('keys that nobody holds take no memory', async () => {
  const pool = slots(2)
  for (let i = 0; i < 1_000; i += 1) (await pool.acquire(`key ${i}`, never))[Symbol.dispose]()
  assert.equal(pool.size, 0)
})

test('a limit below one is refused', () => {
  assert.throws(() => slots(0), RangeError)
  assert.throws(() => slots(1.5), RangeError)
})
