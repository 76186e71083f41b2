/** Keys of a server's certificate: P-256, or RSA with 2,048 bits. */
export const CERTIFICATE_KEYS = ['ecdsa', 'rsa'] as const
export type CertificateKey = (typeof CERTIFICATE_KEYS)[number]

export interface ChainKind {
  /** Bytes of all certificates that the server sends, in DER; null: one that the root has signed, as short as it gets. */
  readonly chainBytes: number | null
  readonly certificateKey: CertificateKey
}

export const SHORTEST_CHAIN: ChainKind = { chainBytes: null, certificateKey: 'ecdsa' }

/** Fit for the name of a file. */
export function chainKindName({ chainBytes, certificateKey }: ChainKind): string {
  return `${certificateKey}-${chainBytes ?? 'shortest'}`
}
