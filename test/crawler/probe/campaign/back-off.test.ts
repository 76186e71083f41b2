import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitAsked } from '../../../../crawler/probe/campaign/back-off.ts'
import { load, request } from '../load/load-sample.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const refusing = (status: number, retryAfter?: string) =>
  load({
    status,
    requests: [
      request({
        isMainDocument: true,
        status,
        responseHeaders: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      }),
    ],
  })

test('only 403, 429 and 503 ask to be left alone', () => {
  for (const status of [200, 301, 404, 500, 502]) assert.equal(waitAsked(refusing(status), 1, NOW), null)
  for (const status of [403, 429, 503]) assert.equal(waitAsked(refusing(status), 1, NOW), 60_000)
})

test('without Retry-After the wait doubles with every strike', () => {
  assert.deepEqual(
    [1, 2, 3].map((strikes) => waitAsked(refusing(429), strikes, NOW)),
    [60_000, 120_000, 240_000],
  )
})

test('Retry-After counts, in seconds and as a date; what cannot be read does not', () => {
  assert.equal(waitAsked(refusing(503, '7'), 2, NOW), 7_000)
  assert.equal(waitAsked(refusing(503, 'Sat, 21 Nov 2026 12:01:30 GMT'), 1, NOW), 90_000)
  assert.equal(waitAsked(refusing(503, 'Sat, 21 Nov 2026 11:00:00 GMT'), 1, NOW), 0)
  assert.equal(waitAsked(refusing(503, 'soon'), 1, NOW), 60_000)
})
