import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Field } from '../../../crawler/fields/field.ts'
import { H3Error } from '../../../crawler/quic/h3-error.ts'
import { decodeFieldSection } from '../../../crawler/quic/qpack-decode.ts'
import { encodeFieldSection } from '../../../crawler/quic/qpack-encode.ts'
import { checkEncoderStream, DecoderStreamCheck } from '../../../crawler/quic/qpack-streams.ts'
import { STATIC_TABLE } from '../../../crawler/quic/static-table.ts'

const ROOM = 65_536
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

test('reads the literal with a static name reference of RFC 9204, B.1', () => {
  const section = bytes('0000 510b 2f69 6e64 6578 2e68 746d 6c')
  assert.deepEqual(decodeFieldSection(section, ROOM), [[':path', '/index.html']])
})

test('the static table has the 99 entries of RFC 9204, appendix A', () => {
  assert.equal(STATIC_TABLE.length, 99)
  const spots: readonly [number, Field][] = [
    [0, [':authority', '']],
    [17, [':method', 'GET']],
    [25, [':status', '200']],
    [52, ['content-type', 'text/html; charset=utf-8']],
    [63, [':status', '100']],
    [83, ['alt-svc', 'clear']],
    [92, ['server', '']],
    [98, ['x-frame-options', 'sameorigin']],
  ]
  for (const [index, entry] of spots) assert.deepEqual(STATIC_TABLE[index], entry)
})

test('reads indexed lines, literal names, Huffman strings and lines that must never be indexed', () => {
  const section = bytes(
    '0000 d9 ff23 7f15 86 a8eb10649cbf 2f01 25a849e95ba97d7f 89 25a849e95bb8e8b4bf 31 78 01 79',
  )
  assert.deepEqual(decodeFieldSection(section, ROOM), [
    [':status', '200'],
    ['x-frame-options', 'sameorigin'],
    ['cache-control', 'no-cache'],
    ['custom-key', 'custom-value'],
    ['x', 'y'],
  ])
})

test('what was encoded is decoded, whatever the names and values', () => {
  const latin1 = fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets).toString('latin1'))
  const known = fc.constantFrom(...STATIC_TABLE)
  const field = fc.oneof(
    known,
    fc.tuple(
      known.map(([name]) => name),
      latin1,
    ),
    fc.tuple(latin1, latin1),
  )
  fc.assert(
    fc.property(fc.array(field, { maxLength: 20 }), (fields) => {
      assert.deepEqual(decodeFieldSection(encodeFieldSection(fields), 10_000_000), fields)
    }),
  )
})

test('any bytes are decoded or refused as QPACK, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (octets) => {
      try {
        decodeFieldSection(Buffer.concat([bytes('0000'), octets]), ROOM)
      } catch (error) {
        assert.ok(error instanceof H3Error)
      }
    }),
  )
})

test('every reference to the dynamic table is refused, since ours has no room', () => {
  for (const hex of ['0200', '0000 80', '0000 40 00', '0000 10', '0000 00 00']) {
    assert.throws(() => decodeFieldSection(bytes(hex), ROOM), /dynamic table/, hex)
  }
  assert.throws(() => decodeFieldSection(bytes('0000 ff24'), ROOM), /no static entry 99/)
})

test('a section of more than the limit is null', () => {
  const section = encodeFieldSection([['x', 'y'.repeat(99)]])
  assert.deepEqual(decodeFieldSection(section, 132), [['x', 'y'.repeat(99)]])
  assert.equal(decodeFieldSection(section, 131), null)
})

test('the encoder stream may set the capacity to 0 and nothing else', () => {
  checkEncoderStream(bytes('2020'))
  for (const hex of ['3f', '80', '40', '00']) assert.throws(() => checkEncoderStream(bytes(hex)), H3Error)
})

test('the decoder stream may cancel streams and nothing else, cut where it may be', () => {
  const check = new DecoderStreamCheck()
  for (const hex of ['40', '7f', '80', '01', '41']) check.push(bytes(hex))
  assert.throws(() => check.push(bytes('81')), H3Error, 'Section Acknowledgment')
  assert.throws(() => new DecoderStreamCheck().push(bytes('01')), H3Error, 'Insert Count Increment')
})
