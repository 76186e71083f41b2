import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { CompressionError } from '../../../crawler/fields/errors.ts'
import type { Field } from '../../../crawler/fields/field.ts'
import { HpackDecoder } from '../../../crawler/h2/hpack-decoder.ts'
import { EMPTY_TABLE, encodeHeaderBlock } from '../../../crawler/h2/hpack-encode.ts'
import { STATIC_TABLE } from '../../../crawler/h2/static-table.ts'

interface OtherField {
  readonly name: string
  readonly value: string
  readonly incremental?: boolean
  readonly neverIndex?: boolean
  readonly huffman?: boolean
}
interface OtherCodec {
  write(input: readonly OtherField[] | Buffer): void
  read(): never
  execute(callback: (error: Error | null) => void): void
}
/** Another implementation. */
const other = createRequire(import.meta.url)('hpack.js') as {
  readonly compressor: { create(options: { readonly table: { readonly maxSize: number } }): OtherCodec }
}
const otherTable = (
  createRequire(import.meta.url)('hpack.js/lib/hpack/static-table.js') as {
    readonly table: readonly { readonly name: string; readonly value: string }[]
  }
).table

const ROOM = 65_536
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

test('the static table is that of another implementation', () => {
  assert.deepEqual(
    STATIC_TABLE,
    otherTable.map(({ name, value }) => [name, value]),
  )
})

const [FIRST, SECOND] = ['Mon, 21 Oct 2013 20:13:21 GMT', 'Mon, 21 Oct 2013 20:13:22 GMT']
const EXAMPLE: readonly (readonly Field[])[] = [
  [
    [':status', '302'],
    ['cache-control', 'private'],
    ['date', FIRST],
    ['location', 'https://www.example.com'],
  ],
  [
    [':status', '307'],
    ['cache-control', 'private'],
    ['date', FIRST],
    ['location', 'https://www.example.com'],
  ],
  [
    [':status', '200'],
    ['cache-control', 'private'],
    ['date', SECOND],
    ['location', 'https://www.example.com'],
    ['content-encoding', 'gzip'],
    ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
  ],
]

test('reads the responses of RFC 7541, C.5 and C.6, whose table is too small for all of them', () => {
  const plain = new HpackDecoder(256)
  const huffman = new HpackDecoder(256)
  for (const [decoder, blocks] of [
    [
      plain,
      [
        '4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        '4803 3330 37c1 c0bf',
        '88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31',
      ],
    ],
    [
      huffman,
      [
        '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
        '4883 640e ffc1 c0bf',
        '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
      ],
    ],
  ] as const)
    assert.deepEqual(
      blocks.map((hex) => decoder.decode(bytes(hex), ROOM)),
      EXAMPLE,
    )
})

const printable = fc.string({ maxLength: 60, unit: 'grapheme-ascii' })
const named = fc.oneof(
  fc.constantFrom(...STATIC_TABLE.map(([name]) => name)),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }),
)
/** It looks names and values up in plain objects, and finds `constructor` there. */
const isTakenByOther = (text: string): boolean => !(text in {})
const otherField = fc.record({
  name: named.filter(isTakenByOther),
  value: printable.filter(isTakenByOther),
  incremental: fc.boolean(),
  neverIndex: fc.boolean(),
  huffman: fc.boolean(),
})

test('reads block after block as another implementation writes them', () => {
  fc.assert(
    fc.property(fc.array(fc.array(otherField, { maxLength: 12 }), { maxLength: 6 }), (blocks) => {
      const writer = other.compressor.create({ table: { maxSize: 4_096 } })
      const decoder = new HpackDecoder(4_096)
      for (const block of blocks) {
        writer.write(block)
        const written = (writer.read() as Buffer | null) ?? Buffer.alloc(0)
        assert.deepEqual(
          decoder.decode(written, ROOM),
          block.map(({ name, value }) => [name, value]),
        )
      }
    }),
  )
})

test('what was encoded is decoded, whatever the names and values', () => {
  const latin1 = fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets).toString('latin1'))
  const field = fc.oneof(fc.constantFrom(...STATIC_TABLE), fc.tuple(named, latin1), fc.tuple(latin1, latin1))
  fc.assert(
    fc.property(fc.array(field, { maxLength: 20 }), (fields) => {
      assert.deepEqual(new HpackDecoder(4_096).decode(encodeHeaderBlock(fields), 10_000_000), fields)
    }),
  )
})

test('any bytes are decoded or refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 4 }), (blocks) => {
      const decoder = new HpackDecoder(4_096)
      try {
        for (const block of blocks) decoder.decode(Buffer.from(block), ROOM)
      } catch (error) {
        assert.ok(error instanceof CompressionError)
      }
    }),
  )
})

test('the table is emptied and made smaller as the peer says, never larger than was agreed on', () => {
  const decoder = new HpackDecoder(4_096)
  const added = bytes('40 01 61 01 62')
  assert.deepEqual(decoder.decode(added, ROOM), [['a', 'b']])
  assert.deepEqual(decoder.decode(bytes('be'), ROOM), [['a', 'b']])
  assert.deepEqual(decoder.decode(EMPTY_TABLE, ROOM), [])
  assert.throws(() => decoder.decode(bytes('be'), ROOM), /no entry 62/)
  assert.deepEqual(decoder.decode(added, ROOM), [['a', 'b']])
  assert.throws(() => decoder.decode(bytes('be'), ROOM), /no entry 62/)
  assert.deepEqual(decoder.decode(bytes('3fe11f'), ROOM), [], '4,096 bytes again')
  assert.throws(() => decoder.decode(bytes('3fe21f'), ROOM), /a table of 4097 bytes/)
  assert.throws(() => decoder.decode(bytes('88 20'), ROOM), /after a field/)
})

test('a field larger than the table empties it', () => {
  const decoder = new HpackDecoder(64)
  decoder.decode(bytes('40 01 61 01 62'), ROOM)
  decoder.decode(Buffer.concat([bytes('40 01 63 28'), Buffer.alloc(40, 'd')]), ROOM)
  assert.throws(() => decoder.decode(bytes('be'), ROOM), /no entry 62/)
})

test('an entry without a number, or beyond the table, is none', () => {
  assert.throws(() => new HpackDecoder(4_096).decode(bytes('80'), ROOM), /no entry 0/)
  assert.throws(() => new HpackDecoder(4_096).decode(bytes('be'), ROOM), /no entry 62/)
})

test('a block of more than the limit is null, however small it came', () => {
  const decoder = new HpackDecoder(4_096)
  const block = encodeHeaderBlock([['x', 'y'.repeat(99)]])
  assert.deepEqual(decoder.decode(block, 132), [['x', 'y'.repeat(99)]])
  assert.equal(decoder.decode(block, 131), null)
  decoder.decode(Buffer.concat([bytes('40 01 7a 7f a10f'), Buffer.alloc(2_080, 'z')]), ROOM)
  assert.equal(decoder.decode(Buffer.alloc(100, 0xbe), ROOM), null)
})
