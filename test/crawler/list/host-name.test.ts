import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostName, hostNameInFull } from '../../../crawler/list/host-name.ts'
import { listedDomain } from '../../../crawler/list/listed-domain.ts'

test('upper case, international names and a final dot come to one written form', () => {
  for (const [text, host] of [
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['BÜCHER.de', 'xn--bcher-kva.de'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['a。b', 'a.b'],
    ['r3---sn-4g5e.example.com', 'r3---sn-4g5e.example.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ] as const) {
    assert.equal(hostName(text).host, host, text)
  }
})

test('what is no host name is refused and says what to do', () => {
  for (const [text, why] of [
    ['', /empty/],
    ['https://example.com/index.html', /a URL: write the host name alone \(example\.com\)/],
    ['HTTP://user:secret@Example.com:8080', /a URL.*\(example\.com\)/],
    ['http://[::1]/', /a URL.*\(\[::1\]\)/],
    ['example.com/path', /path/],
    ['example.com:443', /port/],
    ['me@example.com', /mail/],
    ['*.example.com', /wildcard/],
    ['example com', /space/],
    ['ex%61mple.com', /character.*%/],
    ['nul\u0000.com', /character/],
    ['-a.com', /hyphen/],
    ['a-.com', /hyphen/],
    ['a..com', /empty label/],
    ['a.com..', /empty label/],
    [`${'a'.repeat(64)}.com`, /63/],
    [`${'abcdefg.'.repeat(32)}com`, /253/],
    ['xn--iñvalid.com', /international/],
  ] as const) {
    assert.match(hostName(text).why ?? '', why, text)
  }
})

test('no form of an IP address is a name', () => {
  for (const text of [
    '192.0.2.1',
    '::1',
    '[2001:db8::1]',
    '0x7f.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '１２７.0.0.1',
    'a.0x',
  ]) {
    assert.match(hostName(text).why ?? '', /IP address/, text)
  }
})

test('whatever comes in, a host is of letters, digits, hyphens and underscores, short enough, no address, and its own written form', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.ipV4(), fc.ipV6(), fc.webUrl())
  fc.assert(
    fc.property(text, (input) => {
      const { host } = hostName(input)
      if (host === undefined) return
      assert.match(host, /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/)
      assert.ok(host.length <= 253)
      assert.equal(isIP(host), 0)
      assert.equal(isIP(new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '')), 0)
      assert.equal(hostName(host).host, host)
    }),
    { numRuns: 2_000 },
  )
})

test('the short way for names that are written as they are stored says what the long one says, of odd names too', () => {
  const label = fc.string({
    unit: fc.constantFrom('a', 'z', '0', '9', 'x', '-', '_', 'A', 'ü'),
    maxLength: 5,
  })
  const odd = fc.array(label, { maxLength: 6 }).map((labels) => labels.join('.'))
  const long = fc.integer({ min: 55, max: 70 }).map((length) => `${'a'.repeat(length - 4)}.com`)
  fc.assert(
    fc.property(fc.oneof(odd, long, fc.domain(), fc.ipV4(), fc.string({ unit: 'binary' })), (text) => {
      assert.deepEqual(hostName(text), hostNameInFull(text))
    }),
    { numRuns: 5_000 },
  )
})

test('a listed domain has a public suffix above it; private suffixes and unknown ones do not hinder', () => {
  assert.equal(listedDomain('bbc.co.uk').host, 'bbc.co.uk')
  assert.equal(listedDomain('github.io').host, 'github.io')
  assert.equal(listedDomain('blogspot.com').host, 'blogspot.com')
  assert.equal(listedDomain('00001.all-three.test').host, '00001.all-three.test')
  assert.match(listedDomain('co.uk').why ?? '', /public suffix/)
  assert.match(listedDomain('com').why ?? '', /single label/)
  assert.match(listedDomain('localhost').why ?? '', /single label/)
})
