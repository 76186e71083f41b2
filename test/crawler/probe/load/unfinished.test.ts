import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import { unfinishedOf } from '../../../../crawler/probe/load/unfinished.ts'
import { cdpEvent, requested, responded } from './cdp-events.ts'

const data = (dataLength: number, encodedDataLength: number): CdpEvent =>
  cdpEvent('Network.dataReceived', { requestId: '1', timestamp: 1, dataLength, encodedDataLength })
const failed = (errorText: string): CdpEvent =>
  cdpEvent('Network.loadingFailed', { requestId: '1', timestamp: 2, errorText })

/** Bytes of one response by what the browser said of it; its head is 100. */
function bytes(headers: Record<string, string>, ...events: readonly CdpEvent[]): number | null | undefined {
  const before = [requested('1', 'https://site.test/a'), responded('1', { headers, encodedDataLength: 100 })]
  return unfinishedOf([...before, ...events]).get('1')?.bytes
}

test('bytes of a response that breaks off are those that came, whenever Chromium counts them', () => {
  const error = failed('net::ERR_CONTENT_LENGTH_MISMATCH')
  assert.equal(bytes({}, data(20_000, 20_000), error), 20_100, 'with the part')
  assert.equal(bytes({}, data(20_000, 0), error), 20_100, 'not at all: as they were handed to the page')
  assert.equal(bytes({}, data(1_000, 0), data(0, 1_009)), 1_109, 'after the part; the load was over first')
  const before = [requested('1', 'https://site.test/a'), responded('1', { encodedDataLength: 20_045 })]
  assert.equal(unfinishedOf([...before, data(20_000, 0), error]).get('1')?.bytes, 20_045, 'with the head')
})

test('they are unknown where what was decoded does not say, and where the network failed before anything was handed on', () => {
  assert.equal(bytes({ 'Content-Encoding': 'br' }, data(20_000, 0)), null)
  assert.equal(bytes({ 'content-encoding': 'identity' }, data(20_000, 0)), 20_100)
  assert.equal(bytes({}, failed('net::ERR_CONNECTION_CLOSED')), null)
  assert.equal(bytes({}, failed('net::ERR_ABORTED')), 100, 'the page gave it up')
  assert.equal(unfinishedOf([requested('1', 'https://site.test/a')]).get('1')?.bytes, null, 'no response')
})
