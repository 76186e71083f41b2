import type { FailureCode } from '../../../model/failure-codes.ts'

export interface LoadFailure {
  readonly code: FailureCode
  readonly detail: string | null
}

/** Facts of the main document's last request when the browser gives it up. */
interface FailedRequest {
  /** `net::ERR_…`, as the browser says. */
  readonly errorText: string
  /** URLs asked for, redirects in order. */
  readonly urls: readonly string[]
  /** The request went out: there was a connection, with its TLS or QUIC handshake done. */
  readonly sent: boolean
  /** The response's headers came. */
  readonly answered: boolean
  readonly elapsedMs: number
}

/**
 * Chromium's net errors (net/base/net_error_list.h) that have one meaning, as failure codes. What is not among them
 * depends on how far the request got, see below.
 */
const CODES: Readonly<Record<string, FailureCode>> = {
  ERR_NAME_NOT_RESOLVED: 'page_dns',
  ERR_NAME_RESOLUTION_FAILED: 'page_dns',
  ERR_ICANN_NAME_COLLISION: 'page_dns',
  ERR_CONNECTION_REFUSED: 'tcp_refused',
  ERR_CONNECTION_TIMED_OUT: 'tcp_timeout',
  ERR_CONNECTION_FAILED: 'tcp_unreachable',
  ERR_ADDRESS_UNREACHABLE: 'tcp_unreachable',
  ERR_ADDRESS_INVALID: 'tcp_unreachable',
  ERR_INTERNET_DISCONNECTED: 'tcp_unreachable',
  ERR_NETWORK_ACCESS_DENIED: 'tcp_unreachable',
  ERR_SSL_PROTOCOL_ERROR: 'tls_protocol_error',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'tls_alert',
  ERR_TLS13_DOWNGRADE_DETECTED: 'tls_protocol_error',
  ERR_ECH_NOT_NEGOTIATED: 'tls_protocol_error',
  ERR_ECH_FALLBACK_CERTIFICATE_INVALID: 'tls_cert_name',
  // An alert that the browser's certificate, which it has none of, is missing or bad.
  ERR_BAD_SSL_CLIENT_AUTH_CERT: 'tls_client_cert',
  ERR_CERT_DATE_INVALID: 'tls_cert_expired',
  ERR_CERT_COMMON_NAME_INVALID: 'tls_cert_name',
  // The browser does not tell a self-signed certificate from another whose root it does not know.
  ERR_CERT_AUTHORITY_INVALID: 'tls_cert_untrusted',
  ERR_QUIC_CERT_ROOT_NOT_KNOWN: 'tls_cert_untrusted',
  ERR_CERTIFICATE_TRANSPARENCY_REQUIRED: 'tls_cert_untrusted',
  ERR_EMPTY_RESPONSE: 'http_empty_reply',
  ERR_CONTENT_LENGTH_MISMATCH: 'http_truncated',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'http_truncated',
  ERR_RESPONSE_HEADERS_TRUNCATED: 'http_truncated',
  ERR_INVALID_CHUNKED_ENCODING: 'http_protocol_error',
  ERR_INVALID_RESPONSE: 'http_protocol_error',
  // A 407 from a server that is no proxy.
  ERR_UNEXPECTED_PROXY_AUTH: 'http_protocol_error',
  ERR_INVALID_HTTP_RESPONSE: 'http_protocol_error',
  ERR_CONTENT_DECODING_FAILED: 'http_protocol_error',
  ERR_CONTENT_DECODING_INIT_FAILED: 'http_protocol_error',
  ERR_UNEXPECTED_CONTENT_DICTIONARY_HEADER: 'http_protocol_error',
  ERR_DICTIONARY_LOAD_FAILED: 'http_protocol_error',
  ERR_ZSTD_WINDOW_SIZE_TOO_BIG: 'http_protocol_error',
  ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH: 'http_protocol_error',
  ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION: 'http_protocol_error',
  ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_DISPOSITION: 'http_protocol_error',
  ERR_RESPONSE_HEADERS_TOO_BIG: 'http_header_too_big',
  ERR_HTTP2_SERVER_REFUSED_STREAM: 'h2_stream_reset',
  ERR_HTTP2_STREAM_CLOSED: 'h2_stream_reset',
  ERR_HTTP2_RST_STREAM_NO_ERROR_RECEIVED: 'h2_stream_reset',
  ERR_HTTP_1_1_REQUIRED: 'h2_stream_reset',
  ERR_INCOMPLETE_HTTP2_HEADERS: 'h2_protocol_error',
  ERR_INVALID_REDIRECT: 'redirect_invalid',
  ERR_UNSAFE_REDIRECT: 'redirect_invalid',
  ERR_ABORTED: 'page_aborted',
  ERR_INVALID_AUTH_CREDENTIALS: 'page_aborted',
  // An error status without a body: the browser shows a page of its own instead.
  ERR_HTTP_RESPONSE_CODE_FAILURE: 'page_no_content',
}

/** Schemes that a Location may name and no page comes by. */
const NOT_FOLLOWED = new Set(['ERR_UNKNOWN_URL_SCHEME', 'ERR_DISALLOWED_URL_SCHEME', 'ERR_UNSAFE_PORT'])

/**
 * Chromium gives a QUIC handshake up some 4 s after its first Initial where nobody answers at all (measured: 4.1 s,
 * six datagrams); where somebody answers wrongly it says the same error, much sooner.
 */
const SILENT_QUIC_MS = 3_500

/** The failure code of a main document that the browser gave up. */
export function failureOf(request: FailedRequest): LoadFailure {
  const name = request.errorText.replace(/^net::/, '')
  return { code: codeOf(name, request), detail: request.errorText }
}

function codeOf(name: string, { urls, sent, answered, elapsedMs }: FailedRequest): FailureCode {
  if (name === 'ERR_TOO_MANY_REDIRECTS')
    return new Set(urls).size < urls.length ? 'redirect_loop' : 'redirect_limit'
  if (urls.length > 1 && (NOT_FOLLOWED.has(name) || !/^https?:/i.test(urls.at(-1) ?? '')))
    return 'redirect_invalid'
  const known = CODES[name]
  if (known !== undefined) return known
  if (name.startsWith('ERR_DNS_')) return 'page_dns'
  if (name.startsWith('ERR_CERT_')) return 'tls_cert_untrusted'
  if (name.startsWith('ERR_HTTP2_')) return 'h2_protocol_error'
  if (name.startsWith('ERR_QUIC_') || name === 'ERR_HTTP3_ERROR')
    return !sent && elapsedMs >= SILENT_QUIC_MS ? 'quic_timeout' : 'quic_failed'
  if (name.startsWith('ERR_SSL_CLIENT_AUTH_')) return 'tls_client_cert'
  if (/^ERR_SSL_.*_ALERT$/.test(name)) return 'tls_alert'
  if (name.startsWith('ERR_SSL_')) return 'tls_protocol_error'
  if (name.startsWith('ERR_BLOCKED_BY_')) return 'page_aborted'
  if (ENDED.has(name)) {
    if (answered) return 'http_truncated'
    return sent || !(urls.at(-1) ?? '').startsWith('https:') ? 'http_empty_reply' : 'tls_closed'
  }
  if (name === 'ERR_TIMED_OUT') return sent ? 'http_timeout' : 'tcp_timeout'
  return 'unknown_failure'
}

/** The peer's end of the connection went: what that means depends on when. */
const ENDED = new Set([
  'ERR_CONNECTION_RESET',
  'ERR_CONNECTION_CLOSED',
  'ERR_CONNECTION_ABORTED',
  // Happens between the handshake's end, as the client sees it, and the request.
  'ERR_SOCKET_NOT_CONNECTED',
])
