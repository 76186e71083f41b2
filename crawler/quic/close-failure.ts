import { X509Certificate } from 'node:crypto'
import type { FailureCode } from '../../model/failure-codes.ts'
import { h3ErrorName, isBreach } from './h3-error.ts'
import { QuicFailure } from './quic-failure.ts'

/** TLS alerts (RFC 8446, 6.2) that BoringSSL raises on a certificate. */
const ALERT = {
  badCertificate: 42,
  unsupportedCertificate: 43,
  certificateRevoked: 44,
  certificateExpired: 45,
  certificateUnknown: 46,
  unknownCa: 48,
} as const
const CERTIFICATE_ALERTS: ReadonlySet<number> = new Set(Object.values(ALERT))

/**
 * Names what BoringSSL found wrong with the peer's certificate. It reports only an alert, and one alert for several
 * reasons (bad_certificate: other name, not yet valid, unusable), so that the certificate itself is looked at.
 * Where it has several faults, the one named is the one that Node names over TCP: chain, then dates, then name.
 *
 * Null where the alert is not about a certificate. `wallMs` is the wall clock, which is what BoringSSL judged by.
 */
function certificateAlertFailure(
  alert: number,
  chain: readonly Uint8Array[],
  host: string,
  wallMs: number,
): FailureCode | null {
  if (!CERTIFICATE_ALERTS.has(alert)) return null
  const certificates = chain.map((der) => new X509Certificate(der))
  const leaf = certificates[0]
  if (alert === ALERT.certificateExpired) return 'tls_cert_expired'
  if (leaf === undefined) return 'tls_cert_untrusted'
  if (alert === ALERT.unknownCa) return isSelfSigned(leaf) ? 'tls_cert_self_signed' : 'tls_cert_untrusted'
  const outOfDate = certificates.some((certificate) => {
    return certificate.validFromDate.getTime() > wallMs || certificate.validToDate.getTime() < wallMs
  })
  if (outOfDate) return 'tls_cert_expired'
  if (leaf.checkHost(host, { subject: 'never' }) === undefined) return 'tls_cert_name'
  return 'tls_cert_untrusted'
}

/** Not `checkIssued`: that also asks for the right to sign certificates, which a server's own one often lacks. */
function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)
}

interface ConnectionError {
  readonly isApp: boolean
  readonly errorCode: number
  readonly reason: Uint8Array
}

/** CRYPTO_ERROR: 0x100 and a TLS alert (RFC 9000, 20.1). */
const CRYPTO_ERROR = 0x100
const NO_APPLICATION_PROTOCOL = 0x178

export interface Ending {
  readonly isEstablished: boolean
  /** A packet has come. */
  readonly isHeard: boolean
  /** The peer's error at the close. */
  readonly peer: ConnectionError | null
  /** The client's error at the close. */
  readonly local: ConnectionError | null
  readonly isTimedOut: boolean
  /** The client's word on the last packet, if anything. */
  readonly said: string | null
  /** The certificates that were refused, DER, the server's own first. */
  readonly chain: readonly Uint8Array[]
}

/** Explains why a connection has ended. `host` is what its certificate must name. */
export function closeFailure(ending: Ending, host: string): QuicFailure {
  const { isEstablished, isHeard, peer, local } = ending
  if (peer !== null) return peerFailure(peer, isEstablished)
  if (local !== null) return localFailure(local, ending, host)
  if (ending.isTimedOut)
    return new QuicFailure(
      isEstablished ? 'h3_timeout' : isHeard ? 'quic_timeout' : 'quic_unanswered',
      'idle timeout',
    )
  return new QuicFailure(isEstablished ? 'h3_closed' : 'quic_closed', 'connection ended without a reason')
}

/** The peer closed and said why. */
function peerFailure(error: ConnectionError, established: boolean): QuicFailure {
  const reason = Buffer.from(error.reason).toString('latin1')
  const said = reason === '' ? '' : `: ${reason}`
  if (error.isApp) {
    const failure = !established
      ? 'quic_closed'
      : isBreach(error.errorCode)
        ? 'h3_protocol_error'
        : 'h3_closed'
    return new QuicFailure(failure, `closed by the peer with ${h3ErrorName(error.errorCode)}${said}`)
  }
  if (error.errorCode === NO_APPLICATION_PROTOCOL) {
    return new QuicFailure('quic_alpn', `the peer does not offer h3${said}`)
  }
  const alert = alertOf(error.errorCode)
  if (alert !== null) return new QuicFailure('tls_alert', `TLS alert ${alert}${said}`)
  const code = `0x${error.errorCode.toString(16)}`
  return new QuicFailure(
    established ? 'h3_closed' : 'quic_closed',
    `closed by the peer with QUIC error ${code}${said}`,
  )
}

/** QUIC or TLS found a fault in what the peer sent. */
function localFailure(error: ConnectionError, ending: Ending, host: string): QuicFailure {
  // quiche's word, and that of towline-quic, for a Version Negotiation packet (RFC 9000, 6) without version 1, the only one that it speaks.
  if (ending.said === 'UnknownVersion') {
    return new QuicFailure('quic_version', 'the peer does not offer QUIC version 1')
  }
  const said = ending.said ?? `0x${error.errorCode.toString(16)}`
  if (error.errorCode === NO_APPLICATION_PROTOCOL)
    return new QuicFailure('quic_alpn', 'the peer chose no ALPN')
  const alert = error.isApp ? null : alertOf(error.errorCode)
  if (alert === null) {
    // Broken QUIC before there is HTTP/3 has no code of its own: it is counted with its text.
    return new QuicFailure(ending.isEstablished ? 'h3_protocol_error' : 'unknown_failure', `QUIC: ${said}`)
  }
  const named = certificateAlertFailure(alert, ending.chain, host, Date.now())
  return new QuicFailure(
    named ?? 'tls_protocol_error',
    `certificate or handshake refused with TLS alert ${alert}`,
  )
}

function alertOf(code: number): number | null {
  return code >= CRYPTO_ERROR && code < CRYPTO_ERROR + 0x100 ? code - CRYPTO_ERROR : null
}
