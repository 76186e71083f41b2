import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionsOf } from '../../../../crawler/probe/load/connections.ts'
import { cdpEvent, requested, responded, response } from './cdp-events.ts'

const timing = (changes: object) =>
  ({ connectStart: 10, connectEnd: 40, sslStart: 25, sslEnd: 40, ...changes }) as ReturnType<
    typeof response
  >['timing'] &
    object

test('responses of one connection are one record, with its hosts and the set-up of its first', () => {
  const events = [
    responded('1', { timing: timing({}) }),
    responded('2', { url: 'https://cdn.test/a', connectionReused: true, timing: timing({ connectEnd: 99 }) }),
    responded('3', { connectionId: 8, connectionReused: true }),
  ]
  assert.deepEqual(
    connectionsOf(events).map(({ id, hosts, requests, connectMs, sslMs }) => [
      id,
      hosts,
      requests,
      connectMs,
      sslMs,
    ]),
    [
      ['7', ['site.test', 'cdn.test'], 2, 30, 15],
      ['8', ['site.test'], 1, null, null],
    ],
  )
})

test('a redirect was carried as well', () => {
  const events = [requested('1', 'https://site.test/b', response({ status: 302 })), responded('1')]
  assert.equal(connectionsOf(events)[0]?.requests, 2)
})

test('what a cache or a service worker answered was carried by no connection', () => {
  const cached = cdpEvent('Network.requestServedFromCache', { requestId: '1' })
  assert.deepEqual(connectionsOf([cached, responded('1')]), [])
  for (const changes of [{ fromDiskCache: true }, { fromServiceWorker: true }, { connectionId: 0 }])
    assert.deepEqual(connectionsOf([responded('1', changes)]), [])
})

test('an address of IPv6 is without its brackets, and without TLS there is no time for it', () => {
  const [connection] = connectionsOf([
    responded('1', { remoteIPAddress: '[2001:db8::1]', timing: timing({ sslStart: -1, sslEnd: -1 }) }),
  ])
  assert.deepEqual([connection?.remoteAddress, connection?.sslMs], ['2001:db8::1', null])
})
