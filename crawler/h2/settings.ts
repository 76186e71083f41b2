import { H2Error } from './h2-error.ts'

/** Identifiers of SETTINGS: RFC 9113, 6.5.2; RFC 8441, 3; RFC 9218, 2.1. */
export const SETTING = {
  HEADER_TABLE_SIZE: 0x1,
  ENABLE_PUSH: 0x2,
  MAX_CONCURRENT_STREAMS: 0x3,
  INITIAL_WINDOW_SIZE: 0x4,
  MAX_FRAME_SIZE: 0x5,
  MAX_HEADER_LIST_SIZE: 0x6,
  ENABLE_CONNECT_PROTOCOL: 0x8,
  NO_RFC7540_PRIORITIES: 0x9,
} as const

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(SETTING).map(([name, id]) => [id, name]))
const PAIR_BYTES = 6
const MOST_WINDOW = 2 ** 31 - 1
const FRAME_SIZES = { least: 16_384, most: 2 ** 24 - 1 } as const

export function encodeSettings(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(PAIR_BYTES * settings.length)
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, PAIR_BYTES * index)
    payload.writeUInt32BE(value, PAIR_BYTES * index + 2)
  }
  return payload
}

/**
 * A server's settings by name, unknown ones as `0x…`; of one that comes twice the last counts (RFC 9113, 6.5.3).
 * Throws H2Error where the payload is cut short or a value is none.
 */
export function decodeSettings(payload: Buffer): Record<string, number> {
  if (payload.length % PAIR_BYTES !== 0) throw new H2Error('FRAME_SIZE_ERROR', 'SETTINGS is cut short')
  const settings: Record<string, number> = {}
  for (let offset = 0; offset < payload.length; offset += PAIR_BYTES) {
    const [id, value] = [payload.readUInt16BE(offset), payload.readUInt32BE(offset + 2)]
    check(id, value)
    settings[NAMES.get(id) ?? `0x${id.toString(16)}`] = value
  }
  return settings
}

function check(id: number, value: number): void {
  // Only a client may allow a push.
  if (id === SETTING.ENABLE_PUSH && value !== 0) throw new H2Error('PROTOCOL_ERROR', `ENABLE_PUSH ${value}`)
  if (id === SETTING.INITIAL_WINDOW_SIZE && value > MOST_WINDOW)
    throw new H2Error('FLOW_CONTROL_ERROR', `INITIAL_WINDOW_SIZE ${value}`)
  if (id === SETTING.MAX_FRAME_SIZE && (value < FRAME_SIZES.least || value > FRAME_SIZES.most))
    throw new H2Error('PROTOCOL_ERROR', `MAX_FRAME_SIZE ${value}`)
  if (id === SETTING.ENABLE_CONNECT_PROTOCOL && value > 1)
    throw new H2Error('PROTOCOL_ERROR', `ENABLE_CONNECT_PROTOCOL ${value}`)
}
