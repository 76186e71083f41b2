import type { X509Certificate } from 'node:crypto'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { TlsResult } from '../../../model/operation.ts'

const MAX_NAMES = 100

type CertificateFacts = Pick<
  TlsResult,
  'subject' | 'organization' | 'issuer' | 'notBefore' | 'notAfter' | 'fingerprint256' | 'altNames'
>

/** The facts of a peer's leaf certificate; all null where there is none: Node then gives `{}`. */
export function certificateFacts(leaf: Partial<PeerCertificate> | null): CertificateFacts {
  return {
    subject: attribute(leaf?.subject?.CN),
    organization: attribute(leaf?.subject?.O),
    issuer: attribute(leaf?.issuer?.CN) ?? attribute(leaf?.issuer?.O),
    notBefore: isoTime(leaf?.valid_from),
    notAfter: isoTime(leaf?.valid_to),
    fingerprint256: leaf?.fingerprint256 ?? null,
    altNames: dnsNames(leaf?.subjectaltname),
  }
}

/** An attribute that occurs twice comes as an array; an empty one says nothing. */
function attribute(value: string | string[] | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return first === undefined || first === '' ? null : first
}

/** `Nov 21 04:02:11 2026 GMT` to ISO 8601. OpenSSL prints `Bad time value` for what is none. */
function isoTime(text: string | undefined): string | null {
  const time = new Date(text ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * The first 100 DNS names of `DNS:a.test, IP Address:192.0.2.1, DNS:"a, b"`, as Node writes alternative names: those
 * with special characters are JSON strings (CVE-2021-44532).
 */
export function dnsNames(text = ''): string[] {
  const names: string[] = []
  for (const [, quoted, plain] of text.matchAll(/(?:^|, )DNS:(?:("(?:[^"\\]|\\.)*")|([^,]*))/g)) {
    if (names.length === MAX_NAMES) break
    names.push(quoted === undefined ? (plain ?? '') : quoted.slice(1, -1))
  }
  return names
}

/** More certificates than any server has reason to send. */
const MAX_CHAIN = 32

/** Bytes of the certificates that the peer sent, in DER, without the framing of TLS; null where it sent none. */
export function chainBytes(stream: Pick<TLSSocket, 'getPeerX509Certificate'>): number | null {
  let bytes = 0
  // Node links what was sent in its order, whether or not one issued the other.
  let each: X509Certificate | undefined = stream.getPeerX509Certificate()
  for (let index = 0; each !== undefined && index < MAX_CHAIN; index += 1) {
    bytes += each.raw.length
    each = each.issuerCertificate
  }
  return bytes === 0 ? null : bytes
}
