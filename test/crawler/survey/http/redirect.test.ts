import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepHeaders } from '../../../../crawler/survey/http/headers.ts'
import { originText, redirectOf } from '../../../../crawler/survey/http/redirect.ts'
import { httpRow, redirectRow } from '../visit/visit-rows.ts'

/** Where a redirect leads, as `origin path`, or why it leads nowhere. */
function leads(from: string, location: string): string {
  const redirect = redirectOf(redirectRow('http1', from, location))
  if (redirect.kind === 'to') return `${originText(redirect.origin)} ${redirect.path}`
  return redirect.kind === 'invalid' ? redirect.why : redirect.kind
}

test('only 301, 302, 303, 307 and 308 are redirects, and only with a Location', () => {
  const headers = { location: 'https://b.test/' }
  const kinds = [200, 204, 300, 301, 302, 303, 304, 305, 307, 308, 404].map(
    (status) => `${status} ${redirectOf(httpRow('http1', 'https://a.test/', { status, headers })).kind}`,
  )
  assert.deepEqual(
    kinds.filter((each) => !each.endsWith('none')),
    ['301 to', '302 to', '303 to', '307 to', '308 to'],
  )
  assert.equal(redirectOf(httpRow('http1', 'https://a.test/', { status: 200, headers })).kind, 'none')
  assert.equal(redirectOf(httpRow('http1', 'https://a.test/', { status: 301 })).kind, 'none')
  assert.equal(leads('https://a.test/', ''), 'none')
})

test('a response that did not come is no redirect', () => {
  assert.equal(redirectOf(httpRow('http1', 'https://a.test/', { failure: 'http_timeout' })).kind, 'none')
})

test('a Location is read relative to the URL that was asked for', () => {
  assert.equal(leads('https://a.test/x/y?q=1', 'z'), 'https://a.test /x/z')
  assert.equal(leads('https://a.test/x/y', '/z?q=2'), 'https://a.test /z?q=2')
  assert.equal(leads('https://a.test/x', '?q'), 'https://a.test /x?q')
  assert.equal(leads('http://a.test/', '//b.test/c'), 'http://b.test /c')
  assert.equal(leads('https://a.test/', 'http://b.test'), 'http://b.test /')
})

test('the origin is written in one way: lower case, no default port, no final dot, A-labels', () => {
  assert.equal(leads('https://a.test/', 'HTTPS://WWW.A.TEST.:443/#part'), 'https://www.a.test /')
  assert.equal(leads('https://a.test/', 'https://user:secret@b.test/'), 'https://b.test /')
  assert.equal(
    leads('https://a.test/', 'https://m\\xc3\\xbcnchen.test/stra\\xc3\\x9fe'),
    'https://xn--mnchen-3ya.test /stra%c3%9fe',
  )
})

test('only ports 80 and 443 are followed, on either scheme', () => {
  assert.equal(leads('https://a.test/', 'http://b.test:443/'), 'http://b.test:443 /')
  assert.equal(leads('https://a.test/', 'https://b.test:80/'), 'https://b.test:80 /')
  assert.equal(leads('https://a.test/', 'https://b.test:8443/'), 'port 8443 is not followed')
  assert.equal(leads('https://a.test/', 'http://b.test:22/'), 'port 22 is not followed')
})

test('what is no http or https URL is not followed', () => {
  assert.equal(leads('https://a.test/', 'ftp://b.test/'), 'scheme ftp: is not followed')
  assert.equal(leads('https://a.test/', 'javascript:alert(1)'), 'scheme javascript: is not followed')
  assert.equal(leads('https://a.test/', 'https://'), 'Location is no URL')
  assert.equal(leads('https://a.test/', 'https://b.test:99999/'), 'Location is no URL')
})

test('every way to write an address comes out as that address, to be judged as one', () => {
  for (const location of ['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/'])
    assert.equal(leads('https://a.test/', location), 'http://127.0.0.1 /')
  assert.equal(leads('https://a.test/', 'http://[::FFFF:127.0.0.1]/'), 'http://[::ffff:7f00:1] /')
})

test('an origin is written as URLs have it', () => {
  assert.equal(originText({ scheme: 'https', host: '2001:db8::1', port: 443 }), 'https://[2001:db8::1]')
  assert.equal(originText({ scheme: 'http', host: 'a.test', port: 443 }), 'http://a.test:443')
})

test('a Location that was too long to be kept has a code of its own, and leads nowhere', () => {
  const headers = keepHeaders([['location', `https://b.test/${'a'.repeat(9_000)}`]])
  assert.deepEqual(redirectOf(httpRow('http1', 'https://a.test/', { status: 302, headers })), {
    kind: 'invalid',
    failure: 'redirect_too_long',
    why: 'Location … 9015 characters',
  })
})
