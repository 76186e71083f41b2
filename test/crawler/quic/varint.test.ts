import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeVarint, readVarint } from '../../../crawler/quic/varint.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

test('reads the examples of RFC 9000, A.1', () => {
  assert.deepEqual(readVarint(bytes('c2197c5eff14e88c'), 0), {
    value: Number(151_288_809_941_952_652n),
    next: 8,
  })
  assert.deepEqual(readVarint(bytes('9d7f3e7d'), 0), { value: 494_878_333, next: 4 })
  assert.deepEqual(readVarint(bytes('7bbd'), 0), { value: 15_293, next: 2 })
  assert.deepEqual(readVarint(bytes('25'), 0), { value: 37, next: 1 })
  assert.deepEqual(readVarint(bytes('4025'), 0), { value: 37, next: 2 }, 'longer than needed is allowed')
})

test('what was written is read, at any offset, in the fewest bytes', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(9), (value, offset) => {
      const encoded = encodeVarint(value)
      const all = Buffer.concat([Buffer.alloc(offset), encoded, Buffer.alloc(3)])
      assert.deepEqual(readVarint(all, offset), { value, next: offset + encoded.length })
      const fewest = value < 2 ** 6 ? 1 : value < 2 ** 14 ? 2 : value < 2 ** 30 ? 4 : 8
      assert.equal(encoded.length, fewest)
    }),
  )
})

test('an integer whose bytes are not all there is null', () => {
  for (const hex of ['', '40', '9d7f3e', 'c2197c5eff14e8']) assert.equal(readVarint(bytes(hex), 0), null)
})

test('what is no integer of its range cannot be written', () => {
  for (const value of [-1, 0.5, 2 ** 53, Number.NaN]) assert.throws(() => encodeVarint(value), RangeError)
})
