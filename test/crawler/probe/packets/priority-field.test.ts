import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headersBytes, requestPriority } from '../../../../crawler/probe/packets/priority-field.ts'

/** A HEADERS frame: no dynamic table, `:method GET`, and then these fields. */
const head = (fields: string, prefix = '0000') => {
  const section = `${prefix}d1${fields}`
  return `01${(section.length / 2).toString(16).padStart(2, '0')}${section}`
}
/** Letters in the code of RFC 7541, B. */
const CODE: Readonly<Record<string, string>> = {
  ...{ p: '101011', r: '101100', i: '00110', o: '00111', t: '01001', y: '1111010', u: '101101' },
  ...{ '=': '100000', '0': '00000', ',': '11111010', ' ': '010100' },
}
const huffman = (text: string): string => {
  const bits = [...text].map((letter) => CODE[letter]).join('')
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []
  return bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('')
}
const raw = (value: string) =>
  `2701${Buffer.from('priority').toString('hex')}${value.length.toString(16).padStart(2, '0')}${Buffer.from(value).toString('hex')}`

test('urgency and incremental are read in Huffman’s code', () => {
  const [name, value] = [huffman('priority'), huffman('u=0, i')]
  assert.equal(name.length / 2, 6)
  const field = `2e${name}${(0x80 | (value.length / 2)).toString(16)}${value}`
  assert.deepEqual(requestPriority(head(field)), { urgency: 0, incremental: true })
})

test('and as they are', () => {
  assert.deepEqual(requestPriority(head(raw('u=5'))), { urgency: 5, incremental: false })
  assert.deepEqual(requestPriority(head(raw('i, u=1'))), { urgency: 1, incremental: true })
  assert.deepEqual(requestPriority(head(raw('u=9, i=?0'))), { urgency: 3, incremental: false })
})

test('a request that says nothing has what RFC 9218 has for it', () => {
  assert.deepEqual(requestPriority(head('')), { urgency: 3, incremental: false })
})

test('a head that is cut off, no head, or one with QPACK’s table says nothing', () => {
  assert.equal(requestPriority(head(raw('u=1')).slice(0, -4)), null)
  assert.equal(requestPriority('0002aabb'), null)
  assert.equal(requestPriority(''), null)
  assert.equal(requestPriority(head(raw('u=1'), '0200')), null)
})

test('the bytes of a response’s header section are those of its frame', () => {
  // A length of two bytes, RFC 9000, 16.
  assert.equal(headersBytes('0143b20000'), 3 + 0x3b2)
  assert.equal(headersBytes('0005'), null)
})
