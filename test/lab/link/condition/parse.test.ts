import assert from 'node:assert/strict'
import { test } from 'node:test'
import { burstPackets, meanLoss } from '../../../../lab/link/condition/loss.ts'
import { parseLink } from '../../../../lab/link/condition/parse.ts'
import { PROFILES } from '../../../../lab/link/condition/profiles.ts'

test('a link is its round-trip time, rates, loss and queue', () => {
  assert.deepEqual(parseLink('rtt=100ms,jitter=5ms,down=10,up=2.5,loss=0.01,queue=64'), {
    rttMs: 100,
    jitterMs: 5,
    downMbps: 10,
    upMbps: 2.5,
    lossDown: 0.01,
    lossUp: 0.01,
    queuePackets: 64,
    downTrace: null,
    upTrace: null,
  })
})

test('what is not named is not limited, and the queue holds 256 packets', () => {
  assert.deepEqual(parseLink('rtt=20'), {
    rttMs: 20,
    jitterMs: 0,
    downMbps: null,
    upMbps: null,
    lossDown: 0,
    lossUp: 0,
    queuePackets: 256,
    downTrace: null,
    upTrace: null,
  })
})

test('units are read: seconds, kbit/s, percent', () => {
  const link = parseLink(' rtt=0.5s, down=64kbps, up=1Mbit, loss=1% ')
  assert.deepEqual([link.rttMs, link.downMbps, link.upMbps, link.lossDown], [500, 0.064, 1, 0.01])
})

test('a direction may lose more than the other, and loss may come in bursts', () => {
  const { lossDown, lossUp } = parseLink('loss=1%,loss-down=2%,burst=4')
  assert.deepEqual([meanLoss(lossDown), burstPackets(lossDown)], [0.02, 4])
  assert.deepEqual([meanLoss(lossUp).toFixed(6), burstPackets(lossUp)], ['0.010000', 4])
  assert.equal(parseLink('loss-up=1%').lossDown, 0)
})

test('a profile is where the link starts from, and what is named beside it comes on top', () => {
  assert.deepEqual(parseLink('profile=google-3g'), PROFILES['google-3g'].condition)
  assert.deepEqual(parseLink('profile=google-3g,rtt=50,loss=2%'), {
    ...PROFILES['google-3g'].condition,
    rttMs: 50,
    lossDown: 0.02,
    lossUp: 0.02,
  })
})

test('a trace takes the place of a rate, also of a profile’s', () => {
  const link = parseLink('profile=google-3g,down-trace=traces/lte.down')
  assert.deepEqual([link.downTrace, link.downMbps, link.upMbps], ['traces/lte.down', null, 1])
})

for (const [text, message] of [
  ['', /is no part of a link/],
  ['100ms', /is no part of a link/],
  ['rtt=fast', /is no part of a link/],
  ['rtt=-1', /is no part of a link/],
  ['ping=3', /is no part of a link/],
  ['rtt=5,', /is no part of a link/],
  ['rtt=5furlongs', /rtt is in ms or s/],
  ['down=10ms', /down is in mbps/],
  ['rtt=1,rtt=2', /rtt is given twice/],
  ['loss=1.5', /loss must be 0 to 0.9/],
  ['down=0', /down must be 0.01 to 10000/],
  ['queue=1.5', /queue must be whole/],
  ['rtt=10,jitter=6', /jitter must be at most half of rtt: 6 of 10 ms/],
  ['jitter=1%', /jitter is in ms or s/],
  ['burst=3', /it needs loss/],
  ['loss=80%,burst=1', /80 % cannot come in bursts of 1 packets/],
  ['profile=4g', /no profile is called '4g' \(known: .*google-3g/],
  ['up=1,up-trace=x', /up and up-trace exclude each other/],
  ['down-trace=', /is no part of a link/],
] as const)
  test(`'${text}' is refused in words for the user`, () => {
    assert.throws(() => parseLink(text), { name: 'RangeError', message: message })
  })
