import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CaptureSlice } from '../../../../crawler/probe/packets/capture-slice.ts'

const header = Buffer.from('header ')
const at = (atMs: number, text: string) => ({ atMs, bytes: Buffer.from(text) })

test('a slice keeps the packets of its time: none that was on its way before, none from after its end', () => {
  const slice = new CaptureSlice(1000)
  for (const record of [at(999.9, 'before '), at(1000, 'first '), at(1499.7, 'last '), at(1501, 'after ')])
    slice.add(record)
  // The clock that tells the end ticks in whole milliseconds: 1499.7 is still within 1499.
  assert.equal(Buffer.from(slice.file(header, 1499)).toString(), 'header first last ')
})

test('a slice that is full takes no more, and counts what it refused', () => {
  const slice = new CaptureSlice(0)
  const large = { atMs: 1, bytes: Buffer.alloc(100_000_000) }
  for (let packets = 0; packets < 4; packets += 1) slice.add(large)
  assert.equal(slice.refused, 2)
})
