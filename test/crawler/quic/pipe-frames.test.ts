import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ASK,
  encodeAsk,
  encodeUint64,
  REPORT,
  ReportReader,
  readUint64,
} from '../../../crawler/quic/program/pipe-frames.ts'

test('a request is its length, kind, connection and what it says', () => {
  const asked = encodeAsk(ASK.stop, 258, encodeUint64(4), encodeUint64(0x10c))
  assert.equal(
    asked.toString('hex'),
    '00000015' + '03' + '00000102' + '0000000000000004' + '000000000000010c',
  )
})

test('reports are read however the pipe cuts them', () => {
  const report = (kind: number, connection: number, text: string) =>
    encodeAsk(kind, connection, Buffer.from(text))
  const all = Buffer.concat([
    report(REPORT.ended, 1, '{}'),
    report(REPORT.unsent, 7, ''),
    report(REPORT.stream, 2, 'xyz'),
  ])
  for (const size of [1, 2, 7, 10, all.length]) {
    const found: string[] = []
    const reader = new ReportReader((kind, connection, rest) => found.push(`${kind} ${connection} ${rest}`))
    for (let offset = 0; offset < all.length; offset += size) reader.push(all.subarray(offset, offset + size))
    assert.deepEqual(found, ['5 1 {}', '4 7 ', '2 2 xyz'], `pieces of ${size}`)
  }
})

test('a number above 2^53 loses its last bits, as any number does', () => {
  assert.equal(readUint64(encodeUint64(2 ** 53 - 1)), 2 ** 53 - 1)
  assert.equal(readUint64(encodeUint64(2n ** 62n - 1n)), 2 ** 62)
})
