import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeSettings, encodeSettings } from '../../../crawler/quic/settings.ts'

test('settings are read by their names, unknown ones by their number', () => {
  const payload = encodeSettings([
    [0x01, 4096],
    [0x06, 65_536],
    [0x07, 100],
    [0x08, 1],
    [0x33, 1],
    [0x2b603742, 1],
  ])
  assert.deepEqual(decodeSettings(payload), {
    SETTINGS_QPACK_MAX_TABLE_CAPACITY: 4096,
    SETTINGS_MAX_FIELD_SECTION_SIZE: 65_536,
    SETTINGS_QPACK_BLOCKED_STREAMS: 100,
    SETTINGS_ENABLE_CONNECT_PROTOCOL: 1,
    SETTINGS_H3_DATAGRAM: 1,
    '0x2b603742': 1,
  })
  assert.deepEqual(decodeSettings(Buffer.alloc(0)), {})
})

test('grease is left out (RFC 9114, 7.2.4.1)', () => {
  assert.deepEqual(
    decodeSettings(
      encodeSettings([
        [0x21, 1],
        [0x40, 2],
        [0x5f, 3],
      ]),
    ),
    {},
  )
})

test('a setting twice, one of HTTP/2, and a payload cut short are errors', () => {
  assert.throws(
    () =>
      decodeSettings(
        encodeSettings([
          [0x06, 1],
          [0x06, 1],
        ]),
      ),
    /H3_SETTINGS_ERROR/,
  )
  for (const id of [0x00, 0x02, 0x03, 0x04, 0x05]) {
    assert.throws(() => decodeSettings(encodeSettings([[id, 1]])), /H3_SETTINGS_ERROR/)
  }
  assert.throws(() => decodeSettings(Buffer.of(0x06)), /H3_FRAME_ERROR/)
  assert.throws(() => decodeSettings(Buffer.of(0x06, 0x80)), /H3_FRAME_ERROR/)
})
