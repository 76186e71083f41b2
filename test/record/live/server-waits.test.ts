import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdpEvent } from '../../../crawler/probe/load/cdp-event.ts'
import { pageRequests } from '../../../record/live/page-request.ts'
import { linkRateMbps, serverWaits } from '../../../record/live/server-waits.ts'
import { cdpEvent, requested, responded } from '../../crawler/probe/load/cdp-events.ts'

const ADDRESS = '192.0.2.1'
/** 1,380 bytes of responses pass in a millisecond. */
const LINK_MBPS = 12

/** Asked for at 0, of 13,800 bytes as transferred; it comes whole. Times in milliseconds. */
function fetched(requestId: string, firstByteMs: number, connectionId: number): CdpEvent[] {
  const timing = {
    requestTime: 0,
    sendStart: 0,
    sendEnd: 0,
    receiveHeadersStart: firstByteMs,
    receiveHeadersEnd: firstByteMs,
  }
  const times = { timing: timing as never, connectionId, remoteIPAddress: ADDRESS }
  const timestamp = firstByteMs / 1_000
  return [
    requested(requestId, `https://a.test/${requestId}`),
    responded(requestId, times),
    // The page hears of it late, and of decoded bytes.
    cdpEvent('Network.dataReceived', { requestId, timestamp: timestamp + 0.03, dataLength: 50_000 }),
    cdpEvent('Network.loadingFinished', { requestId, timestamp, encodedDataLength: 13_800 }),
  ]
}

test('what a link brought one after another was answered when the first of it was', () => {
  const requests = pageRequests([...fetched('1', 70, 1), ...fetched('2', 80, 2), ...fetched('3', 120, 3)])
  const waits = serverWaits(requests, new Map([[ADDRESS, 40]]), LINK_MBPS)
  assert.deepEqual(
    requests.map((request) => Math.round(waits.get(request) ?? Number.NaN)),
    [20, 20, 70],
  )
})

test('no address without a round trip, and nothing that no connection carried, has such a wait', () => {
  const requests = pageRequests([
    ...fetched('1', 70, 1),
    ...fetched('2', 80, 2),
    cdpEvent('Network.requestServedFromCache', { requestId: '2' }),
  ])
  assert.equal(serverWaits(requests, new Map(), LINK_MBPS).size, 0)
  const waits = serverWaits(requests, new Map([[ADDRESS, 40]]), LINK_MBPS)
  assert.deepEqual([...waits.keys()], requests.slice(0, 1))
})

test('the rate of a link is that of its downlink; of the internet, and of a trace, there is none', () => {
  assert.equal(linkRateMbps({ condition: { downMbps: 20 } }), 20)
  assert.equal(linkRateMbps({ condition: { downMbps: null } }), null)
  assert.equal(linkRateMbps({}), null)
  assert.equal(linkRateMbps(null), null)
})
