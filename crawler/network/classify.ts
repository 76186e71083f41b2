import type { FailureCode } from '../../model/failure-codes.ts'

/** Members that Node, libuv and OpenSSL hang on an error. Each may be absent. */
export interface NetworkError {
  readonly code: string | null
  readonly message: string
}

/** `reason` is OpenSSL's own words; its `message` begins with a thread id, which differs from run to run. */
export function networkError(error: unknown): NetworkError {
  if (!(error instanceof Error)) return { code: null, message: String(error) }
  const code = 'code' in error ? error.code : null
  const reason = 'reason' in error ? error.reason : null
  const alert = /SSL alert number \d+/.exec(error.message)?.[0]
  const words = typeof reason === 'string' ? reason : error.message
  return {
    code: typeof code === 'string' ? code : null,
    message: alert === undefined || words === error.message ? words : `${words}, ${alert}`,
  }
}

/** This machine lacks something for a socket, whatever the peer: descriptors of the process or the system, memory. */
const BUSY: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

export const isClientBusy = (error: NetworkError): boolean => BUSY.has(error.code ?? '')

/** errno names of connect(2) and, for the ICMP errors, of ip(7) and ipv6(7). */
const TCP: Readonly<Record<string, FailureCode>> = {
  ECONNREFUSED: 'tcp_refused',
  ETIMEDOUT: 'tcp_timeout',
  ENETUNREACH: 'tcp_unreachable',
  EHOSTUNREACH: 'tcp_unreachable',
  ENETDOWN: 'tcp_unreachable',
  EHOSTDOWN: 'tcp_unreachable',
  ENONET: 'tcp_unreachable',
  ENOPROTOOPT: 'tcp_unreachable',
  EPROTO: 'tcp_unreachable',
  EADDRNOTAVAIL: 'tcp_unreachable',
  EAFNOSUPPORT: 'tcp_unreachable',
  // ICMP "administratively prohibited", and what a local packet filter answers.
  EACCES: 'tcp_unreachable',
  EPERM: 'tcp_unreachable',
}

export const tcpFailure = (error: NetworkError): FailureCode =>
  isClientBusy(error) ? 'client_busy' : (TCP[error.code ?? ''] ?? 'unknown_failure')

/** A connection that is gone, by reset, by FIN or because we wrote to one that was. */
const GONE: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
])

export const isGone = (error: NetworkError): boolean => GONE.has(error.code ?? '')

/**
 * Alerts that the peer sent. OpenSSL numbers the reasons of received alerts 1000 + alert (SSL_AD_REASON_OFFSET), Node
 * makes `code` of their names, and only some of these say ALERT, but the message always ends in "SSL alert number N".
 */
const isAlert = (error: NetworkError): boolean =>
  /SSL alert number \d+/.test(error.message) || /_ALERT_/.test(error.code ?? '')

/**
 * certificate_required (RFC 8446, 6.2). Over TLS 1.2 such a server sends handshake_failure, which has other causes too.
 */
const CERTIFICATE_REQUIRED = /SSL alert number 116\b/

/** The code of an alert that the peer sent, in the handshake or after it; null: the error is none. */
export function alertFailure(error: NetworkError): 'tls_client_cert' | 'tls_alert' | null {
  if (CERTIFICATE_REQUIRED.test(error.message)) return 'tls_client_cert'
  return isAlert(error) ? 'tls_alert' : null
}

/** Errors of a handshake, before any certificate is judged. */
export function tlsFailure(error: NetworkError): FailureCode {
  if (isGone(error)) return 'tls_closed'
  if (error.code === 'ETIMEDOUT') return 'tls_timeout'
  const alert = alertFailure(error)
  if (alert !== null) return alert
  if (error.code?.startsWith('ERR_SSL_') || error.code === 'EPROTO') return 'tls_protocol_error'
  return 'unknown_failure'
}

/** Node's names of X509_V_ERR_* (openssl-verify(1), "Diagnostics") and its own for the name check. */
const CERTIFICATE: Readonly<Record<string, FailureCode>> = {
  CERT_HAS_EXPIRED: 'tls_cert_expired',
  CERT_NOT_YET_VALID: 'tls_cert_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_cert_name',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'tls_cert_name',
  HOSTNAME_MISMATCH: 'tls_cert_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_cert_self_signed',
}

/** `code` as Node names it. Everything else that makes OpenSSL refuse a chain is one that does not end in trust. */
export const certificateFailure = (code: string): FailureCode => CERTIFICATE[code] ?? 'tls_cert_untrusted'
