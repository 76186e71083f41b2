import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { CompressionError } from '../../../crawler/fields/errors.ts'
import { decodeHuffman } from '../../../crawler/fields/huffman.ts'

/** [bits, code] of each symbol, from another implementation. */
const codes: readonly (readonly [number, number])[] = createRequire(import.meta.url)(
  'hpack.js/lib/hpack/huffman.js',
).encode

function encode(text: Buffer): Buffer {
  let bits = ''
  for (const byte of text) {
    const [length, code] = codes[byte] ?? [0, 0]
    bits += code.toString(2).padStart(length, '0')
  }
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)))
}

const decoded = (hex: string): string => decodeHuffman(Buffer.from(hex, 'hex')).toString('latin1')

test('reads the examples of RFC 7541, C.4 and C.6', () => {
  assert.equal(decoded('f1e3c2e5f23a6ba0ab90f4ff'), 'www.example.com')
  assert.equal(decoded('a8eb10649cbf'), 'no-cache')
  assert.equal(decoded('25a849e95ba97d7f'), 'custom-key')
  assert.equal(decoded('25a849e95bb8e8b4bf'), 'custom-value')
  assert.equal(decoded('6402'), '302')
  assert.equal(decoded('aec3771a4b'), 'private')
  assert.equal(decoded('d07abe941054d444a8200595040b8166e082a62d1bff'), 'Mon, 21 Oct 2013 20:13:21 GMT')
  assert.equal(decoded('9d29ad171863c78f0b97c8e9ae82ae43d3'), 'https://www.example.com')
})

test('reads all octets as another implementation writes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
      const text = Buffer.from(octets)
      assert.deepEqual(decodeHuffman(encode(text)), text)
    }),
  )
})

test('refuses EOS, padding of a whole octet, and padding that is not all ones (RFC 7541, 5.2)', () => {
  for (const hex of ['ffffffff', '1fff', '18']) assert.throws(() => decoded(hex), CompressionError, hex)
})
