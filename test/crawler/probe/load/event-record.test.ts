import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import { EventRecord } from '../../../../crawler/probe/load/event-record.ts'
import { cdpEvent, requested, response } from './cdp-events.ts'

const received = (requestId: string, dataLength: number, encodedDataLength: number): CdpEvent =>
  cdpEvent('Network.dataReceived', { requestId, dataLength, encodedDataLength })
const finished = (requestId: string, encodedDataLength: number): CdpEvent =>
  cdpEvent('Network.loadingFinished', { requestId, encodedDataLength })

function recordOf(...events: CdpEvent[]): EventRecord {
  const record = new EventRecord()
  for (const event of events) record.add(event)
  return record
}

test('encoded bytes are those of the pieces until the whole is known, of each request once', () => {
  const pieces = [requested('1', 'https://a.test/'), received('1', 900, 300), received('1', 100, 50)]
  assert.deepEqual([recordOf(...pieces).encodedBytes, recordOf(...pieces).decodedBytes], [350, 1_000])
  assert.equal(recordOf(...pieces, finished('1', 420)).encodedBytes, 420)
  assert.equal(recordOf(...pieces, finished('1', -1)).encodedBytes, 0)
})

test('a data: URL is neither a request nor an event; what redirects to one was a request', () => {
  const local = recordOf(requested('1', 'data:,x'), received('1', 9, 9), finished('1', 9))
  assert.deepEqual([local.requests, local.events, local.decodedBytes], [0, [], 0])
  const redirect = [requested('1', 'https://a.test/'), requested('1', 'data:,x', response({ status: 302 }))]
  assert.deepEqual([recordOf(...redirect).requests, recordOf(...redirect).events.length], [1, 2])
})

test('events that nothing is computed from are not stored', () => {
  const events = [cdpEvent('Page.lifecycleEvent', {}), cdpEvent('Page.loadEventFired', { timestamp: 1 })]
  assert.deepEqual(
    recordOf(...events).events.map(({ method }) => method),
    ['Page.loadEventFired'],
  )
})
