import type { Settings } from 'node:http2'

/** RFC 9113, 6.5.2 and RFC 8441, 3: the name of each parameter, and its value where the server sends none. */
const PARAMETERS = [
  ['headerTableSize', 'HEADER_TABLE_SIZE', 4_096],
  ['enablePush', 'ENABLE_PUSH', 1],
  ['maxConcurrentStreams', 'MAX_CONCURRENT_STREAMS', 0xffff_ffff],
  ['initialWindowSize', 'INITIAL_WINDOW_SIZE', 65_535],
  ['maxFrameSize', 'MAX_FRAME_SIZE', 16_384],
  ['maxHeaderListSize', 'MAX_HEADER_LIST_SIZE', 0xffff_ffff],
  ['enableConnectProtocol', 'ENABLE_CONNECT_PROTOCOL', 0],
] as const satisfies readonly (readonly [keyof Settings, string, number])[]

/**
 * A server's SETTINGS by their names in the RFC. nghttp2 tells the values in force, not the frame: a parameter that
 * was sent with the value that it has anyway cannot be told from one that was not sent, and is left out.
 */
export function settingsByName(settings: Settings): Record<string, number> {
  const named: Record<string, number> = {}
  for (const [key, name, initial] of PARAMETERS) {
    const value = settings[key]
    if (value !== undefined && Number(value) !== initial) named[name] = Number(value)
  }
  return named
}
