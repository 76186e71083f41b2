/** HTTP/3 error codes (RFC 9114, 8.1) and those of QPACK (RFC 9204, 6). */
export const H3_ERRORS = {
  H3_NO_ERROR: 0x100,
  H3_GENERAL_PROTOCOL_ERROR: 0x101,
  H3_INTERNAL_ERROR: 0x102,
  H3_STREAM_CREATION_ERROR: 0x103,
  H3_CLOSED_CRITICAL_STREAM: 0x104,
  H3_FRAME_UNEXPECTED: 0x105,
  H3_FRAME_ERROR: 0x106,
  H3_EXCESSIVE_LOAD: 0x107,
  H3_ID_ERROR: 0x108,
  H3_SETTINGS_ERROR: 0x109,
  H3_MISSING_SETTINGS: 0x10a,
  H3_REQUEST_REJECTED: 0x10b,
  H3_REQUEST_CANCELLED: 0x10c,
  H3_REQUEST_INCOMPLETE: 0x10d,
  H3_MESSAGE_ERROR: 0x10e,
  H3_CONNECT_ERROR: 0x10f,
  H3_VERSION_FALLBACK: 0x110,
  QPACK_DECOMPRESSION_FAILED: 0x200,
  QPACK_ENCODER_STREAM_ERROR: 0x201,
  QPACK_DECODER_STREAM_ERROR: 0x202,
} as const

type H3ErrorName = keyof typeof H3_ERRORS

/** Codes that say "you went on, but not with you": nobody broke the protocol. */
const NO_BREACH: ReadonlySet<number> = new Set([
  H3_ERRORS.H3_NO_ERROR,
  H3_ERRORS.H3_INTERNAL_ERROR,
  H3_ERRORS.H3_EXCESSIVE_LOAD,
  H3_ERRORS.H3_REQUEST_REJECTED,
  H3_ERRORS.H3_REQUEST_CANCELLED,
  H3_ERRORS.H3_CONNECT_ERROR,
  H3_ERRORS.H3_VERSION_FALLBACK,
])

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(H3_ERRORS).map(([name, code]) => [code, name]),
)

/** `H3_FRAME_ERROR`, or `0x…` for a code that no RFC here names. */
export function h3ErrorName(code: number): string {
  return NAMES.get(code) ?? `0x${code.toString(16)}`
}

/** Whether a peer that sends this code says that HTTP/3 or QPACK was broken. Unknown codes say nothing (RFC 9114, 9). */
export function isBreach(code: number): boolean {
  return NAMES.has(code) && !NO_BREACH.has(code)
}

/** The peer broke HTTP/3 or QPACK: the connection is closed with this code. */
export class H3Error extends Error {
  override readonly name = 'H3Error'
  readonly code: number

  constructor(error: H3ErrorName, detail: string) {
    super(`${error}: ${detail}`)
    this.code = H3_ERRORS[error]
  }
}
