import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastingCookie } from '../../../lab/replay/lasting-cookie.ts'

const SENT_MS = Date.parse('Sun, 01 Nov 2026 10:00:00 GMT')

test('a cookie lasts as long as it did, from whenever it is sent again', () => {
  for (const [value, expected] of [
    ['a=1; Expires=Sun, 01 Nov 2026 11:00:00 GMT; Path=/', 'a=1; Max-Age=3600; Path=/'],
    ['a=1;expires=Sun, 01-Nov-2026 11:00:00 GMT', 'a=1; Max-Age=3600'],
    ['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', `a=; Max-Age=${-SENT_MS / 1_000}`],
    ['a=1; Expires=Sun, 01 Nov 2026 11:00:00 GMT; Max-Age=5', null],
    ['a=1; Path=/; Secure', null],
    ['a=1; Expires=whenever', null],
    ['expires=Sun, 01 Nov 2026 11:00:00 GMT; Path=/', null],
  ] as const)
    assert.equal(lastingCookie(value, SENT_MS), expected ?? value)
  const value = 'a=1; Expires=Sun, 01 Nov 2026 11:00:00 GMT'
  assert.equal(lastingCookie(value, null), value)
})
