import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostUnderWay, type Waiting } from '../../record/most-under-way.ts'

const waiting = (sentMs: number, firstByteMs: number, host = 'a.test'): Waiting => ({
  host,
  sentMs,
  firstByteMs,
})

test('a request that waits alone has itself under way', () => {
  assert.deepEqual(mostUnderWay([waiting(0, 10), waiting(10, 20), waiting(20, 30)]), [1, 1, 1])
})

test('what was sent while a request waited counts, also where it was sent later', () => {
  assert.deepEqual(
    mostUnderWay([waiting(0, 100), waiting(10, 20), waiting(30, 40), waiting(35, 50)]),
    [3, 2, 3, 3],
  )
})

test('all of a burst have the whole burst under way, and other hosts do not count', () => {
  const burst = Array.from({ length: 200 }, (_, place) => waiting(5, 20 + place))
  assert.deepEqual(new Set(mostUnderWay(burst)), new Set([200]))
  const two = [...burst.slice(0, 3), ...burst.slice(0, 2).map((each) => ({ ...each, host: 'b.test' }))]
  assert.deepEqual(mostUnderWay(two), [3, 3, 3, 2, 2])
})

test('six connections never have more than six under way', () => {
  // Each connection asks for the next as soon as the one before has come.
  const requests = Array.from({ length: 60 }, (_, place) => {
    const sentMs = Math.floor(place / 6) * 30
    return waiting(sentMs, sentMs + 30)
  })
  assert.ok(mostUnderWay(requests).every((most) => most <= 6))
})

test('a request that was answered at once has itself under way', () => {
  assert.deepEqual(mostUnderWay([waiting(0, 0), waiting(0, 5)]), [1, 1])
  assert.deepEqual(mostUnderWay([]), [])
})
