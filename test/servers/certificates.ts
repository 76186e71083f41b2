import {
  keyPem,
  makeKeys,
  makeLeaf,
  makeRoot,
  type Root,
  type Subject,
} from '../../lab/certificate/certificate.ts'

export interface KeyPair {
  readonly key: Buffer
  readonly cert: Buffer
}

export interface LeafOptions {
  /** Subject alternative names as openssl writes them: `DNS:a.test, IP:127.0.0.1`. */
  readonly altNames: string
  /** Default: the first alternative name. */
  readonly subject?: Subject
  readonly notBefore?: Date
  readonly notAfter?: Date
}

export interface Authority {
  readonly ca: Buffer
  leaf(options: LeafOptions): KeyPair
  /** A certificate that is signed by its own key. */
  selfSigned(altNames: string): KeyPair
}

const DAY_MS = 86_400_000

export function makeAuthority(): Authority {
  const root = makeRoot({ commonName: 'towline test CA' })
  return {
    ca: Buffer.from(root.pem),
    leaf: (options) => makePair(options, root),
    selfSigned: (altNames) => makePair({ altNames, subject: { commonName: 'self' } }, null),
  }
}

function makePair({ altNames: text, subject, ...dates }: LeafOptions, issuer: Root | null): KeyPair {
  const keys = makeKeys()
  const altNames = text.split(',').map((each) => each.trim().replace(/^(DNS|IP):/, ''))
  const [commonName = ''] = altNames
  // So early that a certificate which ended yesterday began before.
  const validity = { notBefore: new Date(Date.now() - 2 * DAY_MS), ...dates }
  const cert = makeLeaf({ keys, subject: subject ?? { commonName }, altNames, issuer, ...validity })
  return { key: Buffer.from(keyPem(keys)), cert: Buffer.from(cert) }
}
