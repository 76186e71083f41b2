import { constants } from 'node:http2'
import type { FailureCode } from '../failures.ts'
import { isAlert, isGone, type NetworkError } from './classify.ts'

/** RFC 9113, 7. */
const ERROR_CODES: ReadonlyMap<number, string> = new Map([
  [constants.NGHTTP2_NO_ERROR, 'NO_ERROR'],
  [constants.NGHTTP2_PROTOCOL_ERROR, 'PROTOCOL_ERROR'],
  [constants.NGHTTP2_INTERNAL_ERROR, 'INTERNAL_ERROR'],
  [constants.NGHTTP2_FLOW_CONTROL_ERROR, 'FLOW_CONTROL_ERROR'],
  [constants.NGHTTP2_SETTINGS_TIMEOUT, 'SETTINGS_TIMEOUT'],
  [constants.NGHTTP2_STREAM_CLOSED, 'STREAM_CLOSED'],
  [constants.NGHTTP2_FRAME_SIZE_ERROR, 'FRAME_SIZE_ERROR'],
  [constants.NGHTTP2_REFUSED_STREAM, 'REFUSED_STREAM'],
  [constants.NGHTTP2_CANCEL, 'CANCEL'],
  [constants.NGHTTP2_COMPRESSION_ERROR, 'COMPRESSION_ERROR'],
  [constants.NGHTTP2_CONNECT_ERROR, 'CONNECT_ERROR'],
  [constants.NGHTTP2_ENHANCE_YOUR_CALM, 'ENHANCE_YOUR_CALM'],
  [constants.NGHTTP2_INADEQUATE_SECURITY, 'INADEQUATE_SECURITY'],
  [constants.NGHTTP2_HTTP_1_1_REQUIRED, 'HTTP_1_1_REQUIRED'],
])

export const errorCodeName = (code: number): string => ERROR_CODES.get(code) ?? `0x${code.toString(16)}`

/** What a peer says when it holds that we broke the protocol. */
const SAYS_WE_BROKE_IT: ReadonlySet<number> = new Set([
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_STREAM_CLOSED,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
])

export const goawayFailure = (code: number): FailureCode =>
  SAYS_WE_BROKE_IT.has(code) ? 'h2_protocol_error' : 'h2_goaway'

/** nghttp2's library errors, as Node gives them in `errno` (nghttp2.h, nghttp2_error). */
const NGHTTP2_ERR_FLOODED = -904
const NGHTTP2_ERR_TOO_MANY_CONTINUATIONS = -905

/** Failure of the connection as a whole; null where the error says no more than that the stream was reset. */
export function sessionFailure(thrown: unknown, error: NetworkError): FailureCode | null {
  if (isGone(error)) return null
  if (isAlert(error)) return 'tls_alert'
  const errno = (thrown as { errno?: unknown }).errno
  if (errno === NGHTTP2_ERR_FLOODED) return 'h2_flood'
  if (errno === NGHTTP2_ERR_TOO_MANY_CONTINUATIONS) return 'http_header_too_big'
  if (error.code === 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES') return 'h2_flood'
  if (error.code === 'ERR_HTTP2_ERROR' || error.code === 'ERR_HTTP2_SESSION_ERROR') return 'h2_protocol_error'
  if (error.code?.startsWith('ERR_HTTP2_')) return null
  return 'unknown_failure'
}
