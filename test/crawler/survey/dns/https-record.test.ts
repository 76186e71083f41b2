import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeHttpsRecord } from '../../../../crawler/survey/dns/https-record.ts'

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')
const decode = (text: string) => decodeHttpsRecord(hex(text))
const FOO = '03666f6f 07657861 6d706c65 03636f6d 00'

const plain = {
  target: '.',
  alpn: null,
  noDefaultAlpn: false,
  port: null,
  ipv4Hint: [],
  ipv6Hint: [],
  ech: false,
}

test('the test vectors of RFC 9460, appendix D, are decoded', () => {
  // D.1, figure 2: AliasMode
  assert.deepEqual(decode(`0000 ${FOO}`), { ...plain, priority: 0, target: 'foo.example.com' })
  // D.2, figures 3 to 10: ServiceMode
  assert.deepEqual(decode('0001 00'), { ...plain, priority: 1 })
  assert.deepEqual(decode(`0010 ${FOO} 0003 0002 0035`), {
    ...plain,
    priority: 16,
    target: 'foo.example.com',
    port: 53,
  })
  assert.deepEqual(decode(`0001 ${FOO} 029b 0005 68656c6c6f`), {
    ...plain,
    priority: 1,
    target: 'foo.example.com',
  })
  assert.deepEqual(decode(`0001 ${FOO} 029b 0009 68656c6c6fd2716f6f`), {
    ...plain,
    priority: 1,
    target: 'foo.example.com',
  })
  assert.deepEqual(
    decode(`0001 ${FOO} 0006 0020 20010db8000000000000000000000001 20010db8000000000000000000530001`),
    { ...plain, priority: 1, target: 'foo.example.com', ipv6Hint: ['2001:db8::1', '2001:db8::53:1'] },
  )
  assert.deepEqual(
    decode(
      '0001 076578616d706c65 03636f6d 00 0006 0010 20010db8012203440000c00002210000'.replace(
        'c00002210000',
        'c0000221',
      ),
    ),
    'malformed',
  )
  assert.deepEqual(
    decode(
      '0010 03666f6f 076578616d706c65 036f7267 00 0000 0004 0001 0004 0001 0009 02 6832 05 68332d3139 0004 0004 c0000201',
    ),
    { ...plain, priority: 16, target: 'foo.example.org', alpn: ['h2', 'h3-19'], ipv4Hint: ['192.0.2.1'] },
  )
  assert.deepEqual(
    decode('0010 03666f6f 076578616d706c65 036f7267 00 0001 000c 08 665c6f6f2c626172 02 6832'),
    { ...plain, priority: 16, target: 'foo.example.org', alpn: ['f\\oo,bar', 'h2'] },
  )
})

test('no-default-alpn and ech are read, and parameters of an alias do not count', () => {
  assert.deepEqual(decode('0001 00 0001 0003 026833 0002 0000 0005 0004 00020001'), {
    ...plain,
    priority: 1,
    alpn: ['h3'],
    noDefaultAlpn: true,
    ech: true,
  })
  assert.deepEqual(decode('0000 00 0001 0003 026833'), { ...plain, priority: 0 })
})

test('a target is in lower case, with bytes that are not of a host name as \\DDD', () => {
  assert.deepEqual(decode('0001 04 412e20ff 00'), { ...plain, priority: 1, target: 'a\\046\\032\\255' })
})

test('a record with a mandatory key that is not known is incompatible', () => {
  assert.equal(decode('0001 00 0000 0002 029b 029b 0001 61'), 'incompatible')
})

for (const [what, record] of [
  ['is empty', ''],
  ['ends within its priority', '00'],
  ['ends within its target', '0001 03 6162'],
  ['has a compressed target', '0001 c00c'],
  ['has a target of more than 255 bytes', `0001 ${`3f${'61'.repeat(63)}`.repeat(4)} 00`],
  ['ends within a parameter', '0001 00 0001 0006 0268'],
  ['has a key twice', '0001 00 0003 0002 0035 0003 0002 0036'],
  ['has its keys out of order', '0001 00 0003 0002 0035 0001 0003 026833'],
  ['has an empty alpn', '0001 00 0001 0000'],
  ['has an empty protocol in alpn', '0001 00 0001 0001 00'],
  ['has an alpn that ends early', '0001 00 0001 0002 0368'],
  ['has a port of one byte', '0001 00 0003 0001 35'],
  ['has no-default-alpn with a value', '0001 00 0001 0003 026833 0002 0001 00'],
  ['has no-default-alpn without alpn', '0001 00 0002 0000'],
  ['has an empty ipv4hint', '0001 00 0004 0000'],
  ['has an ipv4hint of five bytes', '0001 00 0004 0005 c000020100'],
  ['has an ipv6hint of four bytes', '0001 00 0006 0004 c0000201'],
  ['has an empty ech', '0001 00 0005 0000'],
  ['has an empty list of mandatory keys', '0001 00 0000 0000'],
  ['calls mandatory itself mandatory', '0001 00 0000 0002 0000'],
  ['calls a key mandatory that it has not', '0001 00 0000 0002 0001 0003 0002 0035'],
  ['calls a key mandatory twice', '0001 00 0000 0004 0001 0001 0001 0003 026833'],
] as const) {
  test(`a record that ${what} is malformed`, () => {
    assert.equal(decode(record), 'malformed')
  })
}

test('random bytes are decoded or malformed, and never anything else', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 60 }).map((tail) => Uint8Array.from([0, 1, 0, 0, 1, 0, ...tail])),
  )
  fc.assert(
    fc.property(bytes, (data) => {
      const record = decodeHttpsRecord(data)
      if (typeof record === 'string') assert.match(record, /^(malformed|incompatible)$/)
      else assert.ok(record.priority >= 0 && (record.alpn === null || record.alpn.length > 0))
    }),
    { numRuns: 3_000 },
  )
})

test('every cut of a whole record is malformed or a shorter list of parameters', () => {
  const whole = hex(`0001 ${FOO} 0001 0006 026833 026832 0003 0002 01bb 0004 0004 c0000201`)
  assert.equal(typeof decodeHttpsRecord(whole), 'object')
  const whereParametersEnd = [19, 29, 35, 43]
  for (let length = 0; length < whole.byteLength; length++) {
    const record = decodeHttpsRecord(whole.subarray(0, length))
    assert.equal(typeof record === 'object', whereParametersEnd.includes(length), `cut at ${length}`)
  }
})
