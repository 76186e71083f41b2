import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finalOrigin } from '../../../../crawler/survey/facts/final-origin.ts'
import { originText } from '../../../../crawler/survey/http/redirect.ts'
import type { OperationRow } from '../../../../model/operation.ts'
import { dnsRow, httpRow, redirectRow, tcpRow, tlsRow, unattempted } from '../visit/visit-rows.ts'

const A = 'https://a.test/'
const CLEAR = 'http://a.test/'

/** Origin, status or failure, and changes of origin, in short. */
function end(rows: readonly OperationRow[]): string {
  const { origin, answer, failure, redirects } = finalOrigin('a.test', rows)
  assert.ok((answer === null) !== (failure === null), 'either an answer or a failure')
  return `${originText(origin)} ${answer?.result?.status ?? failure} after ${redirects}`
}

test('a site that answers at once ends where it begins, whatever its status', () => {
  assert.equal(end([dnsRow('a.test'), httpRow('http2', A)]), 'https://a.test 200 after 0')
  assert.equal(end([httpRow('http1', A, { status: 503 })]), 'https://a.test 503 after 0')
  assert.equal(
    end([httpRow('http1', A, { failure: 'http_truncated', status: 200 })]),
    'https://a.test 200 after 0',
  )
})

test('redirects are followed over origins, schemes and paths; only changes of origin count', () => {
  const rows = [
    redirectRow('http2', A, '/start'),
    redirectRow('http2', 'https://a.test/start', 'https://www.a.test/'),
    redirectRow('http1', 'https://www.a.test/', '/en/'),
    httpRow('http1', 'https://www.a.test/en/', { status: 404 }),
  ]
  assert.equal(end(rows), 'https://www.a.test 404 after 1')
  assert.equal(end([redirectRow('http1', A, CLEAR), httpRow('http1', CLEAR)]), 'http://a.test 200 after 1')
})

test('where https gives no response the way begins at port 80', () => {
  const dead = [dnsRow('a.test'), tcpRow(A, { failure: 'tcp_refused' })]
  assert.equal(end([...dead, httpRow('http1', CLEAR)]), 'http://a.test 200 after 0')
  const www = [redirectRow('http1', CLEAR, 'https://www.a.test/'), httpRow('http2', 'https://www.a.test/')]
  assert.equal(end([...dead, ...www]), 'https://www.a.test 200 after 1')
})

test('port 80 that only sends back to the https that gave no response leads nowhere: the reason is that of https', () => {
  const dead = [dnsRow('a.test'), tcpRow(A, { failure: 'tcp_refused' })]
  assert.equal(
    end([...dead, redirectRow('http1', CLEAR, 'https://a.test/x')]),
    'https://a.test tcp_refused after 0',
  )
  assert.equal(end(dead), 'https://a.test tcp_refused after 0')
})

test('HTTP/3 is the answer where TCP gave none, and beside TCP it is not', () => {
  const dead = [dnsRow('a.test'), tcpRow(A, { failure: 'tcp_refused' })]
  assert.equal(end([...dead, httpRow('http3', A, { status: 204 })]), 'https://a.test 204 after 0')
  assert.equal(
    end([...dead, httpRow('http3', A), httpRow('http1', CLEAR)]),
    'https://a.test 200 after 0',
    'it comes before port 80',
  )
  assert.equal(
    end([...dead, redirectRow('http3', A, 'https://www.a.test/'), httpRow('http2', 'https://www.a.test/')]),
    'https://www.a.test 200 after 1',
  )
  assert.equal(end([httpRow('http3', A, { status: 500 }), httpRow('http2', A)]), 'https://a.test 200 after 0')
})

test('a robots.txt that forbids the page or cannot be read is the reason, whatever else failed', () => {
  const dead = [dnsRow('a.test'), tcpRow(A, { failure: 'tcp_refused' })]
  for (const why of ['robots_unreachable', 'robots_disallowed'] as const)
    assert.equal(end([...dead, unattempted('http3', A, why)]), `https://a.test ${why} after 0`)
})

test('a page that comes once its cookie is there is the end of the way; a site that never has enough is not', () => {
  const again = redirectRow('http2', A, '/')
  const limit = unattempted('http2', A, 'redirect_limit')
  assert.equal(end([again, httpRow('http2', A), redirectRow('http1', A, '/')]), 'https://a.test 200 after 0')
  assert.equal(end([again, again, limit]), 'https://a.test redirect_limit after 0')
})

test('a loop, a chain that is too long and a Location that cannot be followed are failures of the way', () => {
  assert.equal(end([redirectRow('http1', A, '/')]), 'https://a.test redirect_loop after 0')
  const loop = [redirectRow('http1', A, CLEAR), redirectRow('http1', CLEAR, A)]
  assert.equal(
    end([...loop, unattempted('http1', A, 'redirect_loop')]),
    'http://a.test redirect_loop after 1',
  )
  const long = [redirectRow('http1', A, '/1'), unattempted('http1', 'https://a.test/1', 'redirect_limit')]
  assert.equal(end(long), 'https://a.test redirect_limit after 0')
  assert.equal(
    end([redirectRow('http1', A, 'https://b.test:8443/')]),
    'https://a.test redirect_invalid after 0',
  )
})

test('a redirect to where nothing answers fails for the reason of that place', () => {
  const away = redirectRow('http2', A, 'https://b.test/')
  assert.equal(end([away, dnsRow('b.test', {}, 'dns_nxdomain')]), 'https://b.test dns_nxdomain after 1')
  assert.equal(end([away, dnsRow('b.test', {}, 'address_refused')]), 'https://b.test address_refused after 1')
  assert.equal(
    end([away, dnsRow('b.test'), tcpRow('https://b.test/', { failure: 'tcp_timeout' })]),
    'https://b.test tcp_timeout after 1',
  )
  const denied = [dnsRow('b.test'), unattempted('http2', 'https://b.test/', 'robots_disallowed')]
  assert.equal(end([away, ...denied]), 'https://b.test robots_disallowed after 1')
  const address = redirectRow('http2', A, 'https://127.0.0.1/')
  assert.equal(
    end([address, dnsRow('127.0.0.1', {}, 'address_refused')]),
    'https://127.0.0.1 address_refused after 1',
  )
})

test('the reason is the first failure on the way up: name, connection, handshake, response', () => {
  const up = [dnsRow('a.test'), tcpRow(A), tlsRow(A)]
  assert.equal(
    end([dnsRow('a.test', {}, 'dns_servfail'), unattempted('http1', A, 'not_reached')]),
    'https://a.test dns_servfail after 0',
  )
  assert.equal(
    end([
      dnsRow('a.test'),
      tcpRow(A, { failure: 'tcp_timeout' }),
      tcpRow(A, { failure: 'tcp_refused', address: '2001:db8::1' }),
    ]),
    'https://a.test tcp_timeout after 0',
  )
  assert.equal(
    end([
      dnsRow('a.test'),
      tcpRow(A, { failure: 'tcp_timeout' }),
      tcpRow(A),
      tlsRow(A, { failure: 'tls_cert_name' }),
    ]),
    'https://a.test tls_cert_name after 0',
  )
  const garbage = [
    unattempted('http2', A, 'h2_not_negotiated'),
    httpRow('http1', 'https://a.test/robots.txt', { failure: 'http_empty_reply' }),
    unattempted('http1', A, 'not_reached'),
  ]
  assert.equal(end([...up, ...garbage]), 'https://a.test http_empty_reply after 0')
  assert.equal(
    end([...up, httpRow('http2', A, { failure: 'site_timeout' })]),
    'https://a.test site_timeout after 0',
  )
  assert.equal(end([]), 'https://a.test not_reached after 0')
})
