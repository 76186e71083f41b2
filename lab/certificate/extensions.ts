import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { unbracketed } from '../process/bracketed.ts'
import { bitString, type Der, objectIdentifier, octetString, sequence, TRUE, tagged } from './der.ts'

/** Extensions of a certificate that signs others, by RFC 5280, 4.2.1. Keys are SubjectPublicKeyInfo in DER. */
export function rootExtensions(key: Buffer): Der {
  return extensionsOf(
    critical(BASIC_CONSTRAINTS, sequence(TRUE)),
    // keyCertSign and cRLSign, bits 5 and 6.
    critical(KEY_USAGE, bitString(Buffer.from([0b0000_0110]), 1)),
    extension(SUBJECT_KEY_IDENTIFIER, octetString(identifierOf(key))),
  )
}

/**
 * Extensions of a server's certificate.
 * @param issuerKey null: it is signed by its own key, and then need not name it
 */
export function leafExtensions(key: Buffer, issuerKey: Buffer | null, altNames: readonly string[]): Der {
  return extensionsOf(
    critical(BASIC_CONSTRAINTS, sequence()),
    // digitalSignature, bit 0.
    critical(KEY_USAGE, bitString(Buffer.from([0b1000_0000]), 7)),
    extension(EXTENDED_KEY_USAGE, sequence(SERVER_AUTH)),
    extension(SUBJECT_KEY_IDENTIFIER, octetString(identifierOf(key))),
    ...(issuerKey === null
      ? []
      : [extension(AUTHORITY_KEY_IDENTIFIER, sequence(tagged(0x80, identifierOf(issuerKey))))]),
    extension(SUBJECT_ALT_NAME, sequence(...altNames.map(generalName))),
  )
}

const BASIC_CONSTRAINTS = objectIdentifier('2.5.29.19')
const KEY_USAGE = objectIdentifier('2.5.29.15')
const EXTENDED_KEY_USAGE = objectIdentifier('2.5.29.37')
const SERVER_AUTH = objectIdentifier('1.3.6.1.5.5.7.3.1')
const SUBJECT_KEY_IDENTIFIER = objectIdentifier('2.5.29.14')
const AUTHORITY_KEY_IDENTIFIER = objectIdentifier('2.5.29.35')
const SUBJECT_ALT_NAME = objectIdentifier('2.5.29.17')

const extensionsOf = (...extensions: readonly Der[]): Der => tagged(0xa3, sequence(...extensions))
const extension = (id: Der, value: Der): Der => sequence(id, octetString(value))
const critical = (id: Der, value: Der): Der => sequence(id, TRUE, octetString(value))

/** An uncompressed point of P-256, with which its SubjectPublicKeyInfo ends (RFC 5480, 2.2). */
const POINT_BYTES = 65

/** SHA-1 of the public key's bits (RFC 5280, 4.2.1.2, method 1). */
function identifierOf(key: Buffer): Buffer {
  return createHash('sha1').update(key.subarray(-POINT_BYTES)).digest()
}

/** A certificate names addresses, with or without the brackets of URLs, as such, not as names (RFC 5280, 4.2.1.6). */
function generalName(host: string): Der {
  const address = unbracketed(host)
  return isIP(address) === 0
    ? tagged(0x82, Buffer.from(host, 'latin1'))
    : tagged(0x87, Buffer.from(ipaddr.parse(address).toByteArray()))
}
