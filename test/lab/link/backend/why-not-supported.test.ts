import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLink } from '../../../../lab/link/backend/open-link.ts'
import { whyNotSupported } from '../../../../lab/link/backend/why-not-supported.ts'
import { checkCondition } from '../../../../lab/link/condition/check-condition.ts'
import type { LinkCondition } from '../../../../lab/link/condition/link.ts'
import { conditionWith } from '../../../../lab/link/condition/profiles.ts'

const SOME_LOST = { goodToBad: 0.01, badToGood: 0.2, lossInGood: 0, lossInBad: 0.5 }
const why = (given: Partial<LinkCondition>) => {
  const condition = conditionWith(given)
  return [whyNotSupported(condition, 'netem'), whyNotSupported(condition, 'rattan')]
}

test('netem replays no trace, rattan loses no part of a burst, and else both can all', () => {
  assert.deepEqual(why({ upTrace: 'x' }), ['netem cannot replay a delivery trace (up)', null])
  assert.deepEqual(why({ lossDown: SOME_LOST }), [
    null,
    'rattan cannot lose only some packets of a burst (down: lossInBad must be 1)',
  ])
  assert.deepEqual(why({ rttMs: 9, jitterMs: 1, lossUp: { ...SOME_LOST, lossInBad: 1 } }), [null, null])
})

test('a link that no backend can make is refused before anything is opened', async () => {
  const condition = conditionWith({ upTrace: '/nowhere', lossDown: SOME_LOST })
  const plan = { between: { client: 'none', server: 'none' }, interfaceName: 'none', cacheDir: '/nowhere' }
  const signal = AbortSignal.timeout(5_000)
  await assert.rejects(openLink({ ...plan, condition, signal }), {
    exitCode: 69,
    message: /^no such link can be made: netem cannot replay .*, and rattan cannot lose only some/,
  })
  await assert.rejects(openLink({ ...plan, condition, backend: 'rattan', signal }), {
    exitCode: 69,
    message: /^no such link can be made: rattan cannot lose only some[^,]*$/,
  })
})

for (const [given, message] of [
  [{ rttMs: -1 }, /^rttMs must be 0 to 10000, not -1$/],
  [{ rttMs: Number.NaN }, /^rttMs must be/],
  [{ rttMs: 10, jitterMs: 6 }, /^jitterMs must be 0 to 5 \(half of rttMs\), not 6$/],
  [{ downMbps: 0 }, /^downMbps must be 0.01 to 10000, not 0$/],
  [{ upMbps: 1, upTrace: 'x' }, /^upMbps and upTrace exclude each other$/],
  [{ lossUp: 1 }, /^lossUp must be 0 to 0.9, not 1$/],
  [{ lossDown: { ...SOME_LOST, lossInBad: 2 } }, /^lossDown.lossInBad must be 0 to 1, not 2$/],
  [{ lossDown: { ...SOME_LOST, badToGood: 0 } }, /^lossDown.badToGood must be more than 0/],
  [{ queuePackets: 0 }, /^queuePackets must be 1 to 100000, not 0$/],
  [{ queuePackets: 1.5 }, /^queuePackets must be whole, not 1.5$/],
] as const)
  test(`${JSON.stringify(given)} makes no link`, () => {
    assert.throws(() => checkCondition(conditionWith(given)), { name: 'RangeError', message: message })
  })
