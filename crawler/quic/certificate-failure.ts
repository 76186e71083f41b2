import { X509Certificate } from 'node:crypto'
import type { FailureCode } from '../../model/failure-codes.ts'

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
export function certificateAlertFailure(
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
