import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import * as x509 from '@peculiar/asn1-x509'
import type { CertificateKey } from './chain-kind.ts'
import { leafExtensions, padded, rootExtensions } from './extensions.ts'

export interface Keys {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

/** Makes a P-256 key, or one of RSA with 2,048 bits, which takes a thousand times as long. */
export function makeKeys(kind: CertificateKey = 'ecdsa'): Keys {
  const publicKeyEncoding = { format: 'der', type: 'spki' } as const
  // The result's type would be another for each kind.
  return kind === 'rsa'
    ? (generateKeyPairSync('rsa', { modulusLength: RSA_BITS, publicKeyEncoding }) as unknown as Keys)
    : (generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding }) as unknown as Keys)
}

/** Most RSA certificates of the web have this. */
const RSA_BITS = 2_048

export function keyPem({ privateKey }: Keys): string {
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
}

export interface Subject {
  readonly organization?: string | undefined
  /** Cut after 64 characters (RFC 5280, appendix A.1: ub-common-name). */
  readonly commonName: string
}

/** A root or an intermediate with its key, a P-256 one, which leaves are signed with. */
export interface Root {
  readonly subject: Subject
  readonly keys: Keys
  readonly pem: string
}

export interface Validity {
  /** Default: an hour ago, as clocks differ. */
  readonly notBefore?: Date | undefined
  /** Default: in 30 days; no run is that long. */
  readonly notAfter?: Date | undefined
}

export interface LeafOptions extends Validity {
  readonly keys: Keys
  readonly subject: Subject
  /** Names, wildcards among them, and addresses; at least one. */
  readonly altNames: readonly string[]
  /** Is null where it is signed by its own key. */
  readonly issuer: Root | null
  /** Random bytes of an extension that nobody reads; 0: no such extension. Default: 0. */
  readonly paddingBytes?: number
}

export function makeLeaf({
  keys,
  subject,
  altNames,
  issuer,
  paddingBytes = 0,
  ...validity
}: LeafOptions): string {
  const { publicKey } = keys
  const extensions = padded(leafExtensions(publicKey, issuer?.keys.publicKey ?? null, altNames), paddingBytes)
  return signed({ subject, publicKey, extensions, signer: issuer ?? { subject, keys }, validity })
}

export function makeRoot(subject: Subject): Root {
  const keys = makeKeys()
  const { publicKey } = keys
  const extensions = rootExtensions(publicKey)
  const pem = signed({ subject, publicKey, extensions, signer: { subject, keys }, validity: {} })
  return { subject, keys, pem }
}

/** Makes a certificate that a root has signed and that signs leaves itself. */
export function makeIntermediate(subject: Subject, issuer: Root, paddingBytes: number): Root {
  const keys = makeKeys()
  const { publicKey } = keys
  const extensions = padded(rootExtensions(publicKey, issuer.keys.publicKey), paddingBytes)
  const pem = signed({ subject, publicKey, extensions, signer: issuer, validity: {} })
  return { subject, keys, pem }
}

const HOUR_MS = 3_600_000
const VALID_MS = 30 * 24 * HOUR_MS

/** RFC 5758, 3.2. */
const ECDSA_WITH_SHA256 = new x509.AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })

/** A certificate by RFC 5280, 4.1. */
function signed(options: {
  readonly subject: Subject
  readonly publicKey: Buffer
  readonly extensions: x509.Extensions
  readonly signer: Pick<Root, 'subject' | 'keys'>
  readonly validity: Validity
}): string {
  const { subject, publicKey, extensions, signer, validity } = options
  const { notBefore = new Date(Date.now() - HOUR_MS), notAfter = new Date(Date.now() + VALID_MS) } = validity
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: randomSerial(),
    signature: ECDSA_WITH_SHA256,
    issuer: nameOf(signer.subject),
    validity: new x509.Validity({ notBefore, notAfter }),
    subject: nameOf(subject),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, x509.SubjectPublicKeyInfo),
    extensions,
  })
  const toBeSigned = Buffer.from(AsnConvert.serialize(tbsCertificate))
  const certificate = new x509.Certificate({
    tbsCertificate,
    signatureAlgorithm: ECDSA_WITH_SHA256,
    signatureValue: arrayBufferOf(sign('sha256', toBeSigned, signer.keys.privateKey)),
  })
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString()
}

/** At most 20 bytes and positive (RFC 5280, 4.1.2.2), and without a leading zero, which DER forbids. */
function randomSerial(): ArrayBuffer {
  const bytes = randomBytes(20)
  bytes[0] = (bytes.readUInt8() & 0x7f) | 0x40
  return arrayBufferOf(bytes)
}

/** A Buffer may lie within a larger one, which the library would take whole. */
function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function nameOf({ organization, commonName }: Subject): x509.Name {
  const attribute = (type: string, utf8String: string): x509.RelativeDistinguishedName =>
    new x509.RelativeDistinguishedName([
      new x509.AttributeTypeAndValue({ type, value: new x509.AttributeValue({ utf8String }) }),
    ])
  return new x509.Name([
    ...(organization === undefined ? [] : [attribute('2.5.4.10', organization)]),
    attribute('2.5.4.3', commonName.slice(0, 64)),
  ])
}
