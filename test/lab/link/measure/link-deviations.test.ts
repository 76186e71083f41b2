import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkCondition } from '../../../../lab/link/condition/link.ts'
import { lossInBursts } from '../../../../lab/link/condition/loss.ts'
import { conditionWith } from '../../../../lab/link/condition/profiles.ts'
import type { LinkMeasurement } from '../../../../lab/link/measure/calibrate.ts'
import { linkDeviations } from '../../../../lab/link/measure/link-deviations.ts'

const CONDITION = conditionWith({ rttMs: 100, downMbps: 10, upMbps: 2, lossDown: 0.01 })
const NONE = { sent: 2000, lost: 0, bursts: 0, reordered: 0 }

/** What was measured of that condition by a rattan that ran here, with changes. */
function measured(given: Partial<LinkMeasurement> = {}): LinkMeasurement {
  return {
    rtt: { minMs: 100.95, medianMs: 101.55, maxMs: 107.69, samples: 20 },
    downMbps: 9.945,
    upMbps: 2.031,
    lossDown: { sent: 2000, lost: 18, bursts: 18, reordered: 0 },
    lossUp: NONE,
    queueDownPackets: 259,
    queueUpPackets: 259,
    ping: { sent: 20, received: 20, minMs: 100.47, meanMs: 100.5, maxMs: 100.53 },
    iperf3: { downMbps: 10.002, upMbps: 2 },
    ...given,
  }
}

const off = (given: Partial<LinkMeasurement>, condition: Partial<LinkCondition> = {}) =>
  linkDeviations({ ...CONDITION, ...condition }, measured(given))

test('a link that is as it was set has no deviations, with and without the tools of others', () => {
  assert.deepEqual(off({}), [])
  assert.deepEqual(off({ ping: null, iperf3: null }), [])
  assert.deepEqual(off({ iperf3: null, queueDownPackets: null, queueUpPackets: null }), [])
})

const ping = (minMs: number | null, meanMs = minMs) => ({ sent: 20, received: 20, minMs, meanMs, maxMs: 300 })

test('a round trip may be off by 2 % or a millisecond and the time to send the packet itself', () => {
  assert.deepEqual(off({ ping: ping(98.1) }), [])
  assert.deepEqual(off({ ping: ping(97.9) }), ['the round trip takes 97.90 ms, not 100'])
  assert.deepEqual(off({ ping: ping(102.3) }), [])
  assert.deepEqual(off({ ping: ping(102.5) }), ['the round trip takes 102.50 ms, not 100'])
  assert.deepEqual(off({ ping: ping(11.3) }, { rttMs: 10 }), [])
  assert.deepEqual(off({ ping: ping(11.5) }, { rttMs: 10 }), ['the round trip takes 11.50 ms, not 10'])
})

test('of a delay that varies the median counts, by as much as so many draws leave open', () => {
  const rtt = (medianMs: number) => ({ rtt: { minMs: 72, medianMs, maxMs: 128, samples: 20 } })
  assert.deepEqual(off(rtt(105), { jitterMs: 15 }), [])
  assert.deepEqual(off(rtt(118), { jitterMs: 15 }), ['the round trip takes 118.00 ms, not 100'])
})

test('where ping is missing the echo counts, and no answer at all is a deviation', () => {
  const rtt = { minMs: 105, medianMs: 105, maxMs: 105, samples: 20 }
  assert.deepEqual(off({ ping: null, rtt }), ['the round trip takes 105.00 ms, not 100'])
  assert.deepEqual(off({ ping: ping(null) }), ['no round trip came back'])
  const none = { minMs: null, medianMs: null, maxMs: null, samples: 0 }
  assert.deepEqual(off({ ping: ping(105), rtt: none }), ['the round trip takes 105.00 ms, not 100'])
})

test('a rate may be off by 5 %, by either measurement', () => {
  assert.deepEqual(off({ upMbps: 2.11 }), ['up it carries 2.110 Mbit/s, not 2 (by echo)'])
  assert.deepEqual(off({ iperf3: { downMbps: 9.4, upMbps: 2 } }), [
    'down it carries 9.400 Mbit/s, not 10 (by iperf3)',
  ])
  assert.deepEqual(off({ downMbps: null }), ['down it carries nothing, not 10 (by echo)'])
})

test('loss lies within what randomness gives in 999 of 1,000 measurements', () => {
  const lost = (count: number) => ({ lossDown: { ...NONE, lost: count, bursts: count } })
  // Binomial, 2,000 and 1 %: at most 6: 0.00024, at most 7: 0.00075, at least 37: 0.00039, at least 36: 0.00075.
  assert.deepEqual(off(lost(7)), [])
  assert.deepEqual(off(lost(6)), ['down it loses 6 of 2000 packets, not 1 %'])
  assert.deepEqual(off(lost(36)), [])
  assert.deepEqual(off(lost(37)), ['down it loses 37 of 2000 packets, not 1 %'])
  assert.deepEqual(off({ lossUp: { ...NONE, lost: 1, bursts: 1 } }), [
    'up it loses 1 of 2000 packets, not 0 %',
  ])
})

test('loss in bursts may vary by more', () => {
  const lossDown = { ...NONE, lost: 45, bursts: 9 }
  assert.equal(off({ lossDown }).length, 1)
  assert.deepEqual(off({ lossDown }, { lossDown: lossInBursts(0.01, 5) }), [])
})

test('nothing that came there at all is a deviation, and so is a packet that overtook', () => {
  assert.deepEqual(off({ lossDown: { ...NONE, sent: 0 } }), ['down it loses 0 of 0 packets, not 1 %'])
  assert.deepEqual(off({ lossUp: { ...NONE, reordered: 2 } }), ['up 2 of 2000 packets are overtaken'])
})

test('a queue may be off by 5 % or three packets', () => {
  assert.deepEqual(off({ queueDownPackets: 244 }), [])
  assert.deepEqual(off({ queueDownPackets: 243 }), ['down 243 packets wait at most, not 256'])
  assert.deepEqual(off({ queueUpPackets: 270 }), ['up 270 packets wait at most, not 256'])
  assert.deepEqual(off({ queueUpPackets: 11, queueDownPackets: 5 }, { queuePackets: 8 }), [])
})

test('the rate and the wait of a trace are not judged', () => {
  assert.deepEqual(
    off({ ping: ping(140), downMbps: 3, iperf3: null }, { downMbps: null, downTrace: 'x' }),
    [],
  )
})
