/** RFC 9113, 7. */
export const H2_ERRORS = {
  NO_ERROR: 0x0,
  PROTOCOL_ERROR: 0x1,
  INTERNAL_ERROR: 0x2,
  FLOW_CONTROL_ERROR: 0x3,
  SETTINGS_TIMEOUT: 0x4,
  STREAM_CLOSED: 0x5,
  FRAME_SIZE_ERROR: 0x6,
  REFUSED_STREAM: 0x7,
  CANCEL: 0x8,
  COMPRESSION_ERROR: 0x9,
  CONNECT_ERROR: 0xa,
  ENHANCE_YOUR_CALM: 0xb,
  INADEQUATE_SECURITY: 0xc,
  HTTP_1_1_REQUIRED: 0xd,
} as const

type H2ErrorName = keyof typeof H2_ERRORS

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(H2_ERRORS).map(([name, code]) => [code, name]),
)

/** `FRAME_SIZE_ERROR`, or `0x…` for a code that the RFC does not name. */
export function h2ErrorName(code: number): string {
  return NAMES.get(code) ?? `0x${code.toString(16)}`
}

/** Codes by which a peer says that we broke the protocol. */
const BREACH: ReadonlySet<number> = new Set([
  H2_ERRORS.PROTOCOL_ERROR,
  H2_ERRORS.FLOW_CONTROL_ERROR,
  H2_ERRORS.STREAM_CLOSED,
  H2_ERRORS.FRAME_SIZE_ERROR,
  H2_ERRORS.COMPRESSION_ERROR,
])

export function isBreach(code: number): boolean {
  return BREACH.has(code)
}

/** The peer broke HTTP/2 or HPACK: the connection is ended with this code. */
export class H2Error extends Error {
  override readonly name = 'H2Error'
  readonly code: number

  constructor(error: H2ErrorName, detail: string) {
    super(`${error}: ${detail}`)
    this.code = H2_ERRORS[error]
  }
}
