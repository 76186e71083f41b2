import { X509Certificate } from 'node:crypto'
import { type LeafOptions, makeIntermediate, makeLeaf, type Root } from './certificate.ts'

/** Shorter chains are the server's certificate alone, as a Merkle tree's are; longer ones have an intermediate before the root. */
const WITH_INTERMEDIATE_BYTES = 1_500
/** An ECDSA signature in DER is some bytes longer or shorter each time, and an extension has a head. */
const TOLERANCE_BYTES = 4
const TRIES = 10
/** Size of the extension's head, about: what is missing less than that is left missing. */
const HEAD_BYTES = 20

/**
 * The chain that a server sends, PEM, padded to so many bytes of DER: half in each of two certificates, as with signatures that
 * are long.
 * @param chainBytes null: one certificate that the root has signed, not padded
 * @throws RangeError where the names alone take more
 */
export function sizedChain(
  leaf: Omit<LeafOptions, 'issuer' | 'paddingBytes'>,
  root: Root,
  chainBytes: number | null,
): string {
  if (chainBytes === null) return makeLeaf({ ...leaf, issuer: root })
  if (chainBytes < WITH_INTERMEDIATE_BYTES)
    return ofSize(chainBytes, (paddingBytes) => makeLeaf({ ...leaf, issuer: root, paddingBytes }))
  const subject = { organization: 'towline lab', commonName: 'towline lab intermediate' }
  const [bare, bareLeaf] = [makeIntermediate(subject, root, 0), makeLeaf({ ...leaf, issuer: root })]
  const paddingBytes = Math.max(0, chainBytes - derBytes(bare.pem) - derBytes(bareLeaf)) / 2
  let intermediate = bare
  const own = ofSize(derBytes(bare.pem) + Math.floor(paddingBytes), (bytes) => {
    intermediate = makeIntermediate(subject, root, bytes)
    return intermediate.pem
  })
  const issuer = intermediate
  const rest = ofSize(chainBytes - derBytes(own), (bytes) =>
    makeLeaf({ ...leaf, issuer, paddingBytes: bytes }),
  )
  return `${rest}${own}`
}

function derBytes(pem: string): number {
  return new X509Certificate(pem).raw.length
}

/** The certificate of so many bytes: how many its padding adds beside itself shows when it is made. */
function ofSize(bytes: number, make: (paddingBytes: number) => string): string {
  let paddingBytes = 0
  let made = make(paddingBytes)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const missing = bytes - derBytes(made)
    if (Math.abs(missing) <= TOLERANCE_BYTES || (paddingBytes === 0 && missing > 0 && missing <= HEAD_BYTES))
      return made
    if (paddingBytes + missing <= 0)
      throw new RangeError(
        `a certificate of ${bytes} bytes: its names and keys alone take ${bytes - missing}`,
      )
    paddingBytes += missing
    made = make(paddingBytes)
  }
  return made
}
