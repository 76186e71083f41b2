import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeFrame, FRAME, FrameReader, isUnknownFrame } from '../../../crawler/quic/frames.ts'

/** Reads everything; DATA in pieces that are put together again, `skipped` types not at all. */
function collect(skipped: ReadonlySet<number> = new Set()) {
  const frames: { type: number; payload: Buffer }[] = []
  const reader = new FrameReader({
    begin(type) {
      if (skipped.has(type)) return 'skip'
      if (type !== FRAME.data) return 'whole'
      frames.push({ type, payload: Buffer.alloc(0) })
      return 'pieces'
    },
    whole: (type, payload) => frames.push({ type, payload }),
    piece(bytes) {
      const last = frames.at(-1)
      assert.ok(last !== undefined)
      frames[frames.length - 1] = { type: last.type, payload: Buffer.concat([last.payload, bytes]) }
    },
  })
  return { frames, reader }
}

const frame = fc.record({
  type: fc.oneof(fc.constantFrom(...Object.values(FRAME)), fc.nat(1_000_000)),
  payload: fc.uint8Array({ maxLength: 100 }).map((octets) => Buffer.from(octets)),
})

test('frames are read as they were written, however the stream is cut, from a buffer that is used again', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (frames, cuts) => {
        const stream = Buffer.concat(frames.map(({ type, payload }) => encodeFrame(type, payload)))
        const { frames: seen, reader } = collect()
        const scratch = Buffer.alloc(stream.length + 1)
        for (let at = 0, cut = 0; at < stream.length; cut += 1) {
          const end = Math.min(stream.length, at + (cuts[cut] ?? stream.length))
          stream.copy(scratch, 0, at, end)
          reader.push(scratch.subarray(0, end - at))
          scratch.fill(0xff)
          at = end
        }
        // fast-check makes records without a prototype.
        assert.deepEqual(
          seen,
          frames.map((each) => ({ ...each })),
        )
        assert.equal(reader.atBoundary, true)
      },
    ),
  )
})

test('a skipped frame is passed over, and a stream that ends within one is not at a boundary', () => {
  const { frames, reader } = collect(new Set([0x21]))
  reader.push(
    Buffer.concat([encodeFrame(0x21, Buffer.alloc(5000)), encodeFrame(FRAME.headers, Buffer.of(1))]),
  )
  assert.deepEqual(frames, [{ type: FRAME.headers, payload: Buffer.of(1) }])
  assert.equal(reader.atBoundary, true)
  reader.push(Buffer.of(0x21))
  assert.equal(reader.atBoundary, false, 'within a frame header')
  reader.push(Buffer.of(2, 0))
  assert.equal(reader.atBoundary, false, 'within a payload')
  reader.push(Buffer.of(0))
  assert.equal(reader.atBoundary, true)
})

test('only types that no RFC names or forbids are unknown, and none of them is longer than 64 KiB', () => {
  for (const type of [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0d]) {
    assert.equal(isUnknownFrame(type, 2 ** 40), false, `0x${type.toString(16)}`)
  }
  for (const type of [0x0a, 0x0c, 0x0e, 0x21, 0x40, 0xf0700]) assert.equal(isUnknownFrame(type, 65_536), true)
  assert.throws(() => isUnknownFrame(0x21, 65_537), /H3_EXCESSIVE_LOAD: frame 0x21 of 65537 bytes/)
})
