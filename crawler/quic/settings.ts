import { H3Error } from './h3-error.ts'
import { encodeVarint, readVarint } from './varint.ts'

/** Identifiers of HTTP/3 settings: RFC 9114, 7.2.4.1; RFC 9204, 5; RFC 9220, 5; RFC 9297, 2.1.1. */
export const SETTING = {
  SETTINGS_QPACK_MAX_TABLE_CAPACITY: 0x01,
  SETTINGS_MAX_FIELD_SECTION_SIZE: 0x06,
  SETTINGS_QPACK_BLOCKED_STREAMS: 0x07,
  SETTINGS_ENABLE_CONNECT_PROTOCOL: 0x08,
  SETTINGS_H3_DATAGRAM: 0x33,
} as const

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(SETTING).map(([name, id]) => [id, name]))

/** HTTP/2 identifiers that HTTP/3 reserves: their receipt is an error (RFC 9114, 7.2.4.1 and 11.2.2). */
const FORBIDDEN: ReadonlySet<number> = new Set([0x00, 0x02, 0x03, 0x04, 0x05])

export function encodeSettings(settings: Iterable<readonly [id: number, value: number]>): Buffer {
  return Buffer.concat([...settings].flatMap(([id, value]) => [encodeVarint(id), encodeVarint(value)]))
}

/**
 * Settings by name, unknown ones as `0x…`. Grease (0x1f * N + 0x21) is random and means nothing: it is
 * left out. Throws H3Error where the payload is cut short, names one twice, or holds one that HTTP/3 forbids.
 */
export function decodeSettings(payload: Buffer): Record<string, number> {
  const settings: Record<string, number> = {}
  const seen = new Set<number>()
  let offset = 0
  while (offset < payload.length) {
    const id = readVarint(payload, offset)
    const value = id === null ? null : readVarint(payload, id.next)
    if (id === null || value === null) throw new H3Error('H3_FRAME_ERROR', 'SETTINGS is cut short')
    if (FORBIDDEN.has(id.value))
      throw new H3Error('H3_SETTINGS_ERROR', `setting 0x${id.value.toString(16)} of HTTP/2`)
    if (seen.has(id.value)) throw new H3Error('H3_SETTINGS_ERROR', `setting 0x${id.value.toString(16)} twice`)
    seen.add(id.value)
    offset = value.next
    if (isGrease(id.value)) continue
    settings[NAMES.get(id.value) ?? `0x${id.value.toString(16)}`] = value.value
  }
  return settings
}

/** RFC 9114, 7.2.4.1. */
function isGrease(id: number): boolean {
  return id >= 0x21 && (id - 0x21) % 0x1f === 0
}
