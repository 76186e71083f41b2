import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import { requestsOf } from '../../../../crawler/probe/load/requests.ts'
import { cdpEvent, requested, responded, response } from './cdp-events.ts'

const URL = 'https://site.test/'
const rawHeaders = (headers: Record<string, string>, statusCode = 200, headersText?: string): CdpEvent =>
  cdpEvent('Network.responseReceivedExtraInfo', {
    requestId: 'doc',
    headers,
    statusCode,
    ...(headersText === undefined ? {} : { headersText }),
  })
const only = (...events: CdpEvent[]) => requestsOf(events, 'main')[0]

test('a request without a response has neither protocol nor status', () => {
  const request = only(requested('doc', URL))
  assert.deepEqual(
    [request?.protocol, request?.status, request?.connectionId, request?.error],
    [null, null, null, null],
  )
})

test('the main document is the one whose request has the id of its loader', () => {
  const requests = requestsOf([requested('doc', URL), requested('2', `${URL}a.js`)], 'main')
  assert.deepEqual(
    requests.map(({ isMainDocument }) => isMainDocument),
    [true, false],
  )
  assert.equal(requestsOf([requested('doc', URL)], 'another frame')[0]?.isMainDocument, false)
})

test('each redirect is a request of its own, with the bytes of its own response', () => {
  const requests = requestsOf(
    [
      requested('doc', 'http://site.test/'),
      requested('doc', URL, response({ status: 301, encodedDataLength: 180, protocol: 'http/1.1' })),
      responded('doc'),
      cdpEvent('Network.loadingFinished', { requestId: 'doc', encodedDataLength: 5_000 }),
    ],
    'main',
  )
  assert.deepEqual(
    requests.map(({ url, status, protocol, encodedBytes }) => [url, status, protocol, encodedBytes]),
    [
      ['http://site.test/', 301, 'http/1.1', 180],
      [URL, 200, 'h2', 5_000],
    ],
  )
})

test('data: and blob: URLs are no requests', () => {
  assert.deepEqual(requestsOf([requested('1', 'data:,x'), requested('2', 'blob:https://a/b')], 'main'), [])
})

test('headers on the wire count, whether they come before or after the response', () => {
  const raw = rawHeaders({ 'Alt-Svc': 'h3=":443"' })
  for (const events of [
    [raw, responded('doc')],
    [responded('doc'), raw],
  ])
    assert.deepEqual(only(requested('doc', URL), ...events)?.responseHeaders, { 'alt-svc': 'h3=":443"' })
})

test('of headers at most 64 names are kept, and 1 KiB of each value', () => {
  const headers = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`X-${n}`, 'a'.repeat(2_000)]))
  const kept = only(requested('doc', URL), responded('doc', { headers }))?.responseHeaders ?? {}
  assert.deepEqual([Object.keys(kept).length, kept['x-0']?.length], [64, 1_024])
})

test('a status line that says HTTP/1.0 beats what ALPN chose', () => {
  const raw = rawHeaders({}, 200, 'HTTP/1.0 200 OK\r\n\r\n')
  for (const events of [
    [raw, responded('doc', { protocol: 'http/1.1' })],
    [responded('doc', { protocol: 'http/1.1' }), raw],
  ])
    assert.equal(only(requested('doc', URL), ...events)?.protocol, 'http/1.0')
})

test('a request that fails keeps the error of the browser; an unknown size is null', () => {
  const failed = cdpEvent('Network.loadingFailed', { requestId: 'doc', errorText: 'net::ERR_ABORTED' })
  assert.equal(only(requested('doc', URL), failed)?.error, 'net::ERR_ABORTED')
  const finished = cdpEvent('Network.loadingFinished', { requestId: 'doc', encodedDataLength: -1 })
  assert.equal(only(requested('doc', URL), finished)?.encodedBytes, null)
})
