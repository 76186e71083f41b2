import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isTooLongLocation, keepHeaders } from '../../../../crawler/survey/http/headers.ts'
import { claimsH3, knownClaim } from '../../../../har/alt-svc.ts'

test('only the headers of the list are kept, by their names in lower case', () => {
  const kept = keepHeaders([
    ['Server', 'nginx'],
    ['Set-Cookie', 'secret=1'],
    ['Authorization', 'secret'],
    ['X-Akamai-Transformed', '9'],
    ['CF-RAY', 'abc'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ])
  assert.deepEqual(kept, { server: 'nginx', 'x-akamai-transformed': '9', 'cf-ray': 'abc' })
})

test('a header that comes more than once is joined', () => {
  assert.deepEqual(
    keepHeaders([
      ['via', '1.1 a'],
      ['Via', '1.1 b'],
    ]),
    { via: '1.1 a, 1.1 b' },
  )
})

test('values are cut at 1 KiB, also joined ones', () => {
  assert.equal(keepHeaders([['server', 'a'.repeat(5_000)]]).server?.length, 1_024)
  assert.equal(keepHeaders(Array.from({ length: 900 }, () => ['via', 'abc'] as const)).via?.length, 1_024)
})

test('Alt-Svc is cut at 8 KiB, also joined: a list of drafts may stand before h3', () => {
  const drafts = Array.from({ length: 90 }, (_, n) => ['alt-svc', `h3-${n}=":443"; ma=86400`] as const)
  const kept = keepHeaders([...drafts, ['alt-svc', 'h3=":443"; ma=86400']])
  assert.ok((kept['alt-svc']?.length ?? 0) > 2_000 && claimsH3(kept['alt-svc'] ?? ''))
  assert.equal(keepHeaders([['alt-svc', 'a'.repeat(10_000)]])['alt-svc']?.length, 8_192)
  const cut = (lines: readonly string[]) =>
    knownClaim(keepHeaders(lines.map((line) => ['alt-svc', line]))['alt-svc'] ?? '')
  const long = `h2="${'a'.repeat(8_200)}:443"`
  assert.deepEqual([cut([long]), cut(['h3=":443"', long]), cut(['h2=":443"'])], [null, true, false])
  assert.equal(
    cut(Array.from({ length: 200 }, () => 'h2=":443"')),
    null,
    'of a hundred services no more is read',
  )
})

test('a Location is kept whole up to 8 KiB, and never cut: of a longer one only the length is kept', () => {
  const kept = (location: string) => keepHeaders([['location', location]]).location ?? ''
  const longest = `/${'a'.repeat(8_191)}`
  assert.equal(kept(longest), longest)
  assert.equal(kept(`${longest}b`), '… 8193 characters')
  assert.equal(kept(`/${'\xe9'.repeat(2_048)}`), '… 2049 characters', 'as long as its bytes are written')
  assert.deepEqual([kept(longest), kept(`${longest}b`), kept('\u2026')].map(isTooLongLocation), [
    false,
    true,
    false,
  ])
})

test('at most 64 headers are kept', () => {
  const many = Array.from({ length: 100 }, (_, i) => [`x-goog-${i}`, 'a'] as const)
  assert.equal(Object.keys(keepHeaders(many)).length, 64)
})

test('bytes outside printable ASCII are escaped, from strings and from bytes alike', () => {
  const expected = { server: '\\x00\\x09caf\\xe9\\xff\\x7f' }
  assert.deepEqual(keepHeaders([['server', '\0\tcaf\xe9\xff\x7f']]), expected)
  assert.deepEqual(keepHeaders([['server', Buffer.from('\0\tcaf\xe9\xff\x7f', 'latin1')]]), expected)
})

test('whatever bytes come, what is kept is printable ASCII within its limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('server', 'via', 'x-goog-a'), fc.uint8Array())),
      (pairs) => {
        for (const value of Object.values(keepHeaders(pairs))) assert.match(value, /^[\x20-\x7e]{0,1024}$/)
      },
    ),
  )
})
