import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedElsewhere, SPREAD_OF_SERVERS } from '../../advise/expected-elsewhere.ts'

test('a gain on other servers is expected about that of replays, never nearer than servers differ', () => {
  const [low, high] = expectedElsewhere(1.2, [1.2, 1.2])
  const width = 1.96 * SPREAD_OF_SERVERS
  assert.ok(Math.abs(Math.log(1.2 / low) - width) < 1e-9 && Math.abs(Math.log(high / 1.2) - width) < 1e-9)
})

test('where replays are noisy their own interval is what counts', () => {
  const [low, high] = expectedElsewhere(1, [0.5, 2])
  assert.ok(low < 0.5 && low > 0.48 && high > 2 && high < 2.08, `${low}–${high}`)
})
