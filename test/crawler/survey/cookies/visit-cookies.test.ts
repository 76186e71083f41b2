import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitCookies } from '../../../../crawler/survey/cookies/visit-cookies.ts'

const HTTPS = { scheme: 'https', host: 'www.site.test' } as const

/** What is sent to a place once `www.site.test` has set these at `/a/b?q`. */
function sent(
  lines: readonly string[],
  { path = '/a/c', ...target }: { path?: string; host?: string; scheme?: 'http' | 'https' } = {},
): string | null {
  const jar = new VisitCookies()
  jar.store(
    HTTPS,
    '/a/b?q',
    lines.map((line) => ['Set-Cookie', line] as const),
  )
  return jar.header({ ...HTTPS, ...target }, path)
}

test('a cookie goes to the host that set it, below the path that it was set at', () => {
  assert.equal(sent(['a=1']), 'a=1')
  assert.equal(sent(['a=1', ' b = "2" ; Path=/a/c', 'a=3']), 'b="2"; a=3')
  assert.equal(sent(['a=1'], { path: '/ab' }), null)
  assert.equal(sent(['a=1'], { host: 'site.test' }), null)
  assert.equal(sent(['a=1'], { host: 'x.www.site.test' }), null)
})

test('one for a domain goes to the hosts below it, never to a public suffix or a foreign host', () => {
  assert.equal(sent(['a=1; Domain=.Site.test'], { host: 'x.site.test' }), 'a=1')
  assert.equal(sent(['a=1; Domain=test'], { host: 'other.test' }), null)
  assert.equal(sent(['a=1; Domain=other.test'], { host: 'other.test' }), null)
  assert.equal(sent(['a=1; Domain=x.www.site.test'], { host: 'x.www.site.test' }), null)
})

test('a secure cookie stays away from clear text, and an expired one is removed', () => {
  const clear = { scheme: 'http' } as const
  assert.equal(sent(['a=1; Secure', 'b=2'], clear), 'b=2')
  assert.equal(sent(['a=1', 'a=; Max-Age=0']), null)
  assert.equal(sent(['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT']), null)
  assert.equal(sent(['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT']), 'a=1')
})

test('what is kept and sent is bounded, and cannot be another field', () => {
  assert.equal(sent([`a=${'x'.repeat(4_096)}`, 'b=2']), 'b=2')
  assert.equal(sent(['a=1\r\nHost: other', 'b=\u00e4']), null)
  const many = sent(Array.from({ length: 200 }, (_, n) => `c${n}=${'x'.repeat(200)}`)) ?? ''
  assert.ok(many.length <= 6_000)
  assert.equal(sent(Array.from({ length: 200 }, (_, n) => `c${n}=`))?.split('; ').length, 50)
})
