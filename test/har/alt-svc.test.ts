import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { claimsH3, parseAltSvc } from '../../har/alt-svc.ts'

const h3 = { protocol: 'h3', host: null, port: 443, maxAgeS: 86_400 }

test('reads services in their order, with host, port and age, which is a day where it is not said', () => {
  assert.deepEqual(parseAltSvc('h3=":443"; ma=2592000,h2="alt.test:8443";ma=60; persist=1, h3-29=":443"'), [
    { ...h3, maxAgeS: 2_592_000 },
    { protocol: 'h2', host: 'alt.test', port: 8443, maxAgeS: 60 },
    { ...h3, protocol: 'h3-29' },
  ])
})

test('reads percent-encoded ids, IPv6 hosts, quoted parameters and escapes (RFC 7838, 3)', () => {
  assert.deepEqual(parseAltSvc('w%3Dx%3Ay%2Fz="[2001:DB8::1]:443"; ma="60"'), [
    { protocol: 'w=x:y/z', host: '2001:db8::1', port: 443, maxAgeS: 60 },
  ])
  assert.deepEqual(parseAltSvc('h3="\\:443"; note="a, b; ma=1"'), [h3])
})

test('an authority without quotes, which some servers send, is read', () => {
  assert.deepEqual(parseAltSvc('h3=:443'), [h3])
})

test('clear, an empty text, and services without a usable port give nothing', () => {
  for (const text of [
    'clear',
    '',
    ' , ,',
    'h3',
    'h3=',
    'h3=""',
    'h3="443"',
    'h3=":0"',
    'h3=":65536"',
    'h3=":443',
    '%zz=":1"',
  ]) {
    assert.deepEqual(parseAltSvc(text), [], text)
  }
})

test('what can be read is read beside what cannot', () => {
  assert.deepEqual(parseAltSvc('quic; v="46,43", ???, h3=":443", =":1", h3=x'), [h3])
})

test('only the final h3, with an age, is a claim of HTTP/3', () => {
  for (const text of ['h3=":443"', 'h2=":443", h3=":8443"; ma=1', '%683=":443"'])
    assert.equal(claimsH3(text), true, text)
  for (const text of [
    '',
    'clear',
    'h3-29=":443"',
    'h2=":443"',
    'quic=":443"; v="46"',
    'H3=":443"',
    'h3=":443"; ma=0',
  ]) {
    assert.equal(claimsH3(text), false, text)
  }
})

test('never throws, and ends soon, whatever the text', () => {
  const piece = fc.constantFrom('h3', '=', '"', ':443', ';', ',', ' ', 'ma', '\\', '%', '[', ']', '\0', 'é')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => parseAltSvc(parts.join('')).length <= 100),
  )
  fc.assert(fc.property(fc.string(), (text) => parseAltSvc(text).length <= 100))
  assert.equal(parseAltSvc('h3=":443",'.repeat(100_000)).length, 100)
  assert.deepEqual(parseAltSvc('h3="\\'.repeat(50_000)), [])
})
