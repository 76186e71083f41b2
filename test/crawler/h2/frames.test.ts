import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeFrame, type Frame, FrameReader, withoutPadding } from '../../../crawler/h2/frames.ts'
import { H2Error } from '../../../crawler/h2/h2-error.ts'
import { decodeSettings, encodeSettings } from '../../../crawler/h2/settings.ts'

test('frames are cut out of the bytes wherever these were cut', () => {
  const frame = fc.record({
    type: fc.nat(255),
    flags: fc.nat(255),
    streamId: fc.nat(0x7fffffff),
    payload: fc.uint8Array({ maxLength: 200 }),
  })
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat(300)), (frames, lengths) => {
      const bytes = Buffer.concat(
        frames.map(({ type, flags, streamId, payload }) => encodeFrame(type, flags, streamId, payload)),
      )
      const reader = new FrameReader()
      const read: Frame[] = []
      let offset = 0
      for (const length of [...lengths, bytes.length]) {
        read.push(...reader.push(bytes.subarray(offset, offset + length)))
        offset += length
      }
      assert.deepEqual(
        read.map(({ payload, ...rest }) => ({ ...rest, payload: [...payload] })),
        frames.map(({ payload, ...rest }) => ({ ...rest, payload: [...payload] })),
      )
    }),
  )
})

test('a frame larger than was agreed on is an error before it is there, and one as large is none', () => {
  const [most] = new FrameReader().push(encodeFrame(0, 0, 1, Buffer.alloc(16_384)))
  assert.equal(most?.payload.length, 16_384)
  const head = encodeFrame(0, 0, 1, Buffer.alloc(16_385)).subarray(0, 9)
  assert.throws(() => [...new FrameReader().push(head)], { name: 'H2Error', code: 6 })
})

test('the first bit of a stream’s number is nothing', () => {
  const bytes = encodeFrame(0, 0, 1, Buffer.alloc(0))
  bytes[5] = 0x80
  assert.equal([...new FrameReader().push(bytes)][0]?.streamId, 1)
})

test('padding is taken off, and cannot be more than the frame', () => {
  const padded = (...payload: number[]): Frame => ({
    ...{ type: 0, flags: 8, streamId: 1 },
    payload: Buffer.from(payload),
  })
  assert.deepEqual([...withoutPadding(padded(2, 7, 8, 0, 0))], [7, 8])
  assert.deepEqual([...withoutPadding(padded(0))], [])
  for (const payload of [[], [1], [3, 0, 0]]) assert.throws(() => withoutPadding(padded(...payload)), H2Error)
  assert.deepEqual([...withoutPadding({ ...padded(2, 7), flags: 0 })], [2, 7])
})

test('SETTINGS have the names of the RFCs, unknown ones their number; the last of two counts', () => {
  const payload = encodeSettings([
    [1, 4_096],
    [2, 0],
    [3, 100],
    [4, 65_535],
    [5, 16_384],
    [6, 32_768],
    [8, 1],
    [9, 1],
    [0xfa, 5],
    [3, 128],
  ])
  assert.deepEqual(decodeSettings(payload), {
    HEADER_TABLE_SIZE: 4_096,
    ENABLE_PUSH: 0,
    MAX_CONCURRENT_STREAMS: 128,
    INITIAL_WINDOW_SIZE: 65_535,
    MAX_FRAME_SIZE: 16_384,
    MAX_HEADER_LIST_SIZE: 32_768,
    ENABLE_CONNECT_PROTOCOL: 1,
    NO_RFC7540_PRIORITIES: 1,
    '0xfa': 5,
  })
  for (const [id, value] of [
    [2, 1],
    [4, 2 ** 31],
    [5, 16_383],
    [5, 2 ** 24],
    [8, 2],
  ] as const)
    assert.throws(() => decodeSettings(encodeSettings([[id, value]])), H2Error, `${id}: ${value}`)
  assert.throws(() => decodeSettings(payload.subarray(0, 7)), { name: 'H2Error', code: 6 })
})
