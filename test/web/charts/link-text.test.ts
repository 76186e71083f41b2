import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configuredLinkText, measuredLinkText } from '../../../web/charts/link-text.ts'

const LINK = {
  rttMs: 100,
  jitterMs: 0,
  downMbps: 10,
  upMbps: 5,
  lossDown: 0,
  lossUp: 0,
  queuePackets: 256,
  downTrace: null,
  upTrace: null,
}

test('a link is described in a few words, and only what it does', () => {
  assert.equal(configuredLinkText(LINK), '100 ms round trip, 10/5 Mbit/s, queue of 256')
  assert.equal(
    configuredLinkText({ ...LINK, jitterMs: 5, lossDown: 0.07, lossUp: 0.07, upMbps: null }),
    '100 ms round trip, ± 5 ms, 10/unlimited Mbit/s, 7 % loss, queue of 256',
  )
  const bursts = { goodToBad: 0.01, badToGood: 0.5, lossInGood: 0, lossInBad: 1 }
  assert.equal(
    configuredLinkText({ ...LINK, lossDown: bursts, lossUp: 0.01, downMbps: null, downTrace: 'a.trace' }),
    '100 ms round trip, trace/5 Mbit/s, loss in bursts down, 1 % loss up, queue of 256',
  )
})

test('a link of before losses had directions is described alike', () => {
  const old = { rttMs: 50, downMbps: 20, upMbps: 10, lossFraction: 0.01, queuePackets: 64 }
  assert.equal(configuredLinkText(old), '50 ms round trip, 20/10 Mbit/s, 1 % loss, queue of 64')
})

test('what was measured is shown for before and after, with the losses counted', () => {
  const counts = (lost: number) => ({ sent: 2_000, lost, bursts: lost })
  const measured = {
    rtt: { medianMs: 100.42 },
    downMbps: 9.957,
    upMbps: null,
    lossDown: counts(21),
    lossUp: counts(0),
  }
  const said = '100.4 ms round trip, 9.96/not measured Mbit/s, lost 21 of 2,000 down, 0 of 2,000 up'
  assert.equal(measuredLinkText(measured), said)
  assert.equal(measuredLinkText({ before: measured }), `before: ${said}`)
  assert.equal(measuredLinkText({ before: measured, after: measured }), `before: ${said}; after: ${said}`)
})

test('what has another shape is shown as it is stored, and nothing as not known', () => {
  assert.equal(configuredLinkText({ delayMs: 5, more: { a: 1 } }), 'delayMs 5, more {"a":1}')
  assert.equal(measuredLinkText(null), 'not known')
  assert.equal(configuredLinkText(undefined), 'not known')
})
