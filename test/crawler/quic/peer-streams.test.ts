import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ControlStream } from '../../../crawler/quic/control-stream.ts'
import { encodeFrame, FRAME } from '../../../crawler/quic/frames.ts'
import { PeerStreams } from '../../../crawler/quic/peer-streams.ts'

const SETTINGS = encodeFrame(FRAME.settings, Buffer.of(0x06, 0x20))
const start = (...parts: Buffer[]): PeerStreams => {
  const streams = new PeerStreams(new ControlStream(200), 200)
  if (parts.length > 0) streams.received(3, Buffer.concat([Buffer.of(0), ...parts]), false)
  return streams
}

test('the control stream gives SETTINGS and GOAWAY, byte for byte too', () => {
  const streams = start()
  for (const byte of Buffer.concat([
    Buffer.of(0x40, 0x00),
    SETTINGS,
    encodeFrame(FRAME.goaway, Buffer.of(4)),
  ])) {
    assert.equal(streams.received(3, Buffer.of(byte), false), false)
  }
  assert.deepEqual(streams.control.settings, { SETTINGS_MAX_FIELD_SECTION_SIZE: 0x20 })
  assert.equal(streams.control.goawayId, 4)
})

test('streams of unknown types are of no interest, and may end (RFC 9114, 6.2.3)', () => {
  const streams = start(SETTINGS)
  assert.equal(streams.received(7, Buffer.of(0x21, 1, 2), false), true)
  assert.equal(streams.received(7, Buffer.of(3), true), true)
  streams.received(11, Buffer.alloc(0), true)
  streams.ended(15)
})

test('a peer that opens one stream after the other is stopped, whether it says of what type or not', () => {
  for (const bytes of [Buffer.of(0x21), Buffer.alloc(0)]) {
    const streams = start(SETTINGS)
    assert.throws(
      () => {
        for (let n = 0; n <= 200; n += 1) streams.received(7 + 4 * n, bytes, true)
      },
      { name: 'H3Error', message: /^H3_EXCESSIVE_LOAD/ },
    )
  }
})

test('control and QPACK streams may not end, nor come twice, and a push stream may not come', () => {
  for (const type of [0, 2, 3]) {
    const streams = start()
    streams.received(3, Buffer.of(type), false)
    assert.throws(() => streams.received(7, Buffer.of(type), false), /H3_STREAM_CREATION_ERROR/)
    assert.throws(() => streams.ended(3), /H3_CLOSED_CRITICAL_STREAM/)
  }
  assert.throws(() => start().received(3, Buffer.of(1), false), /H3_ID_ERROR/)
})

test('the control stream begins with SETTINGS, and frames of other streams are unexpected', () => {
  assert.throws(() => start(encodeFrame(0x21, Buffer.alloc(0))), /H3_MISSING_SETTINGS/)
  for (const type of [
    FRAME.settings,
    FRAME.data,
    FRAME.headers,
    FRAME.pushPromise,
    FRAME.maxPushId,
    FRAME.cancelPush,
    0x02,
  ]) {
    assert.throws(() => start(SETTINGS, encodeFrame(type, Buffer.of(0))), /H3_FRAME_UNEXPECTED/, `0x${type}`)
  }
})

test('GOAWAY names a request stream, and later ones name none above it (RFC 9114, 5.2)', () => {
  const goaway = (id: number): Buffer => encodeFrame(FRAME.goaway, Buffer.of(id))
  assert.equal(start(SETTINGS, goaway(8), goaway(4)).control.goawayId, 4)
  assert.throws(() => start(SETTINGS, goaway(4), goaway(8)), /H3_ID_ERROR/)
  assert.throws(() => start(SETTINGS, goaway(3)), /H3_ID_ERROR/)
  assert.throws(() => start(SETTINGS, encodeFrame(FRAME.goaway, Buffer.alloc(0))), /H3_FRAME_ERROR/)
})

test('more frames than the limit, and SETTINGS without measure, are too much', () => {
  const many = Array.from({ length: 200 }, () => encodeFrame(0x21, Buffer.alloc(0)))
  assert.throws(() => start(SETTINGS, ...many), /H3_EXCESSIVE_LOAD/)
  assert.throws(() => start(encodeFrame(FRAME.settings, Buffer.alloc(10_000))), /H3_EXCESSIVE_LOAD/)
})
