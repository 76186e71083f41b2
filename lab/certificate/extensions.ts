import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import * as x509 from '@peculiar/asn1-x509'
import { unbracketed } from '../process/bracketed.ts'

/**
 * Extensions of a certificate that signs others, by RFC 5280, 4.2.1. Keys are SubjectPublicKeyInfo in DER.
 * @param issuerKey null: it is signed by its own key
 */
export function rootExtensions(key: Buffer, issuerKey: Buffer | null = null): x509.Extensions {
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  return new x509.Extensions([
    extension(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: true }), { critical: true }),
    extension(x509.id_ce_keyUsage, new x509.KeyUsage(keyCertSign | cRLSign), { critical: true }),
    extension(x509.id_ce_subjectKeyIdentifier, new x509.SubjectKeyIdentifier(identifierOf(key))),
    ...authorityExtension(issuerKey),
  ])
}

/**
 * Extensions of a server's certificate.
 * @param issuerKey null: it is signed by its own key, and then need not name it
 */
export function leafExtensions(
  key: Buffer,
  issuerKey: Buffer | null,
  altNames: readonly string[],
): x509.Extensions {
  const { digitalSignature } = x509.KeyUsageFlags
  return new x509.Extensions([
    extension(x509.id_ce_basicConstraints, new x509.BasicConstraints(), { critical: true }),
    extension(x509.id_ce_keyUsage, new x509.KeyUsage(digitalSignature), { critical: true }),
    extension(x509.id_ce_extKeyUsage, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
    extension(x509.id_ce_subjectKeyIdentifier, new x509.SubjectKeyIdentifier(identifierOf(key))),
    ...authorityExtension(issuerKey),
    extension(
      x509.id_ce_subjectAltName,
      new x509.SubjectAlternativeName(altNames.map((host) => generalName(host))),
    ),
  ])
}

function extension(extnID: string, value: object, { critical = false } = {}): x509.Extension {
  return new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

/** Lies below the number for documentation (RFC 5612). */
const PADDING = '1.3.6.1.4.1.32473.1'

/** Adds so many bytes that no compression makes fewer; a client passes over an extension that is not critical. */
export function padded(extensions: x509.Extensions, bytes: number): x509.Extensions {
  if (bytes === 0) return extensions
  const padding = new x509.Extension({ extnID: PADDING, extnValue: new OctetString(randomBytes(bytes)) })
  return new x509.Extensions([...extensions, padding])
}

function authorityExtension(issuerKey: Buffer | null): x509.Extension[] {
  if (issuerKey === null) return []
  const keyIdentifier = new x509.KeyIdentifier(identifierOf(issuerKey))
  return [extension(x509.id_ce_authorityKeyIdentifier, new x509.AuthorityKeyIdentifier({ keyIdentifier }))]
}

/** SHA-1 of the public key's bits (RFC 5280, 4.2.1.2, method 1). */
function identifierOf(key: Buffer): Buffer {
  const { subjectPublicKey } = AsnConvert.parse(key, x509.SubjectPublicKeyInfo)
  return createHash('sha1').update(new Uint8Array(subjectPublicKey)).digest()
}

/** A certificate names addresses, with or without the brackets of URLs, as such, not as names (RFC 5280, 4.2.1.6). */
function generalName(host: string): x509.GeneralName {
  const address = unbracketed(host)
  switch (isIP(address)) {
    case 4:
      return new x509.GeneralName({ iPAddress: address })
    case 6:
      // asn1-x509 reads no address that ends in dotted form (RFC 4291, 2.2); URLs write none.
      return new x509.GeneralName({ iPAddress: unbracketed(new URL(`http://[${address}]`).hostname) })
    default:
      return new x509.GeneralName({ dNSName: host })
  }
}
