import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'

/**
 * The roots of QUIC connections in PEM. `caFile` is a bundle; null is what Node trusts over TCP, so that one certificate is
 * not valid over TCP and untrusted over QUIC. Throws where the bundle cannot be read.
 */
export function trustedRoots(caFile: string | null): Buffer {
  return caFile === null ? Buffer.from(getCACertificates('default').join('\n')) : readFileSync(caFile)
}
