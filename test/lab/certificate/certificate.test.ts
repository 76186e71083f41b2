import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { type LeafOptions, makeKeys, makeLeaf, makeRoot } from '../../../lab/certificate/certificate.ts'

const ROOT = makeRoot({ organization: 'towline', commonName: 'root' })
const KEYS = makeKeys()

function leaf(options: Partial<LeafOptions> = {}): X509Certificate {
  const required = { keys: KEYS, subject: { commonName: 'a.test' }, altNames: ['a.test'], issuer: ROOT }
  return new X509Certificate(makeLeaf({ ...required, ...options }))
}

test('a root may sign others and is signed by itself', () => {
  const root = new X509Certificate(ROOT.pem)
  assert.equal(root.subject, 'O=towline\nCN=root')
  assert.equal(root.issuer, root.subject)
  assert.ok(root.ca)
  assert.ok(root.verify(root.publicKey))
})

test('a leaf is for servers, may sign no others, and hangs on its root', () => {
  const root = new X509Certificate(ROOT.pem)
  const certificate = leaf()
  assert.ok(certificate.verify(root.publicKey))
  assert.ok(certificate.checkIssued(root))
  assert.ok(!certificate.ca)
  assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'])
  assert.ok(!certificate.verify(new X509Certificate(makeRoot({ commonName: 'root' }).pem).publicKey))
})

test('names, wildcards and addresses of both families are named as what they are', () => {
  const altNames = ['a.test', '*.a.test', '192.0.2.1', '2001:db8::1', '[2001:db8::2]', '::ffff:192.0.2.2']
  assert.equal(
    leaf({ altNames }).subjectAltName,
    'DNS:a.test, DNS:*.a.test, IP Address:192.0.2.1, ' +
      'IP Address:2001:DB8:0:0:0:0:0:1, IP Address:2001:DB8:0:0:0:0:0:2, ' +
      'IP Address:0:0:0:0:0:FFFF:C000:202',
  )
})

test('so many names that lengths take three bytes are read back', () => {
  const altNames = Array.from({ length: 6_000 }, (_, n) => `n${n}.test`)
  const certificate = leaf({ altNames })
  assert.ok(certificate.raw.length > 65_536)
  assert.equal(certificate.checkHost('n5999.test'), 'n5999.test')
})

test('dates are to the second, by default from before now until after now', () => {
  const now = Date.now()
  assert.ok(leaf().validFromDate.getTime() < now && leaf().validToDate.getTime() > now)
  // RFC 5280, 4.1.2.5: from 2050 on years have four digits.
  for (const text of ['2020-01-02T03:04:05Z', '2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z']) {
    const date = new Date(text)
    assert.deepEqual(leaf({ notBefore: date }).validFromDate, date)
    assert.deepEqual(leaf({ notAfter: date }).validToDate, date)
  }
})

test('serial numbers are positive, of 20 bytes at most, and differ (RFC 5280, 4.1.2.2)', () => {
  const serials = Array.from({ length: 100 }, () => leaf().serialNumber)
  for (const serial of serials) assert.match(serial, /^[4-7][0-9A-F]{39}$/)
  assert.equal(new Set(serials).size, 100)
})

test('a common name is cut after 64 characters, and one signed by itself has its own name as issuer', () => {
  const certificate = leaf({ issuer: null, subject: { organization: 'Bücher', commonName: 'x'.repeat(70) } })
  assert.equal(certificate.subject, `O=Bücher\nCN=${'x'.repeat(64)}`)
  assert.equal(certificate.issuer, certificate.subject)
  assert.ok(certificate.verify(certificate.publicKey))
})
