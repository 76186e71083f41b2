import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLink } from '../../../lab/link/parse.ts'

test('a link is its round-trip time, rates, loss and queue', () => {
  assert.deepEqual(parseLink('rtt=100ms,down=10,up=2.5,loss=0.01,queue=64'), {
    rttMs: 100,
    downMbps: 10,
    upMbps: 2.5,
    lossFraction: 0.01,
    queuePackets: 64,
  })
})

test('what is not named is not limited, and the queue holds 256 packets', () => {
  assert.deepEqual(parseLink('rtt=20'), {
    rttMs: 20,
    downMbps: null,
    upMbps: null,
    lossFraction: 0,
    queuePackets: 256,
  })
})

test('units are read: seconds, kbit/s, percent', () => {
  const link = parseLink(' rtt=0.5s, down=64kbps, up=1Mbit, loss=1% ')
  assert.deepEqual([link.rttMs, link.downMbps, link.upMbps, link.lossFraction], [500, 0.064, 1, 0.01])
})

for (const [text, said] of [
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
] as const)
  test(`'${text}' is refused in words for the user`, () => {
    assert.throws(() => parseLink(text), { name: 'RangeError', message: said })
  })
