import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompressionError } from '../../../crawler/fields/errors.ts'
import { FieldCursor } from '../../../crawler/fields/field-cursor.ts'
import { prefixInteger } from '../../../crawler/fields/prefix-integer.ts'

/** RFC 7541, C.1: 10 and 1337 with a 5-bit prefix, 42 with 8 bits. */
for (const [value, bits, hex] of [
  [10, 5, '0a'],
  [1337, 5, '1f9a0a'],
  [42, 8, '2a'],
] as const)
  test(`${value} with a prefix of ${bits} bits is ${hex}, both ways`, () => {
    assert.equal(prefixInteger(0, bits, value).toString('hex'), hex)
    const cursor = new FieldCursor(Buffer.from(hex, 'hex'))
    assert.deepEqual([cursor.prefixInteger(bits), cursor.done], [value, true])
  })

test('every integer of up to 28 bits comes back, whatever its prefix and flags', () => {
  for (const bits of [3, 4, 5, 6, 7])
    for (const value of [0, 2 ** bits - 2, 2 ** bits - 1, 2 ** bits, 127, 128, 16_511, 2 ** 21, 2 ** 28]) {
      const flags = 0xff & ~((1 << bits) - 1)
      const cursor = new FieldCursor(prefixInteger(flags, bits, value))
      assert.deepEqual([cursor.prefixInteger(bits), cursor.done], [value, true], `${value}, ${bits} bits`)
    }
})

test('a text is read with or without Huffman coding', () => {
  // RFC 7541, C.4.1: www.example.com.
  const huffman = new FieldCursor(Buffer.from('8cf1e3c2e5f23a6ba0ab90f4ff', 'hex'))
  assert.equal(huffman.text(7), 'www.example.com')
  assert.equal(new FieldCursor(Buffer.from('\x03a\xe9b', 'latin1')).text(7), 'a\xe9b')
})

for (const [what, hex] of [
  ['an integer that is cut short', '1f9a'],
  ['an integer that is too large', '1fffffffffff0f'],
  ['nothing', ''],
] as const)
  test(`${what} is a CompressionError`, () => {
    assert.throws(() => new FieldCursor(Buffer.from(hex, 'hex')).prefixInteger(5), CompressionError)
  })

test('a text that is longer than its section is a CompressionError', () => {
  assert.throws(() => new FieldCursor(Buffer.from('\x05abc')).text(7), CompressionError)
})
