/**
 * The parts of ASN.1 that a certificate is made of, in DER (ITU-T X.690). A library (@peculiar/x509 2.2.0) takes 7 ms of
 * CPU for each of a sandbox's 234 certificates and 0.2 s to load; this takes less than 1 ms.
 */

export type Der = Buffer

/** One value of any type: its tag, its length and its content. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Der {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes.length), bytes])
}

/** A length below 128 is one byte; a longer one comes after the number of its bytes (X.690, 8.1.3). */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...parts: readonly Der[]): Der => tagged(0x30, ...parts)
export const setOf = (part: Der): Der => tagged(0x31, part)
export const octetString = (bytes: Uint8Array): Der => tagged(0x04, bytes)
export const utf8String = (text: string): Der => tagged(0x0c, Buffer.from(text))
/** @param bytes big-endian in two's complement, as few as possible */
export const integer = (bytes: Uint8Array): Der => tagged(0x02, bytes)
export const bitString = (bytes: Uint8Array, unusedBits = 0): Der =>
  tagged(0x03, Buffer.from([unusedBits]), bytes)
export const TRUE: Der = tagged(0x01, Buffer.from([0xff]))

/** @param dotted for example `2.5.4.3` */
export function objectIdentifier(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Seven bits a byte; all but the last have the eighth set (X.690, 8.19.2). */
function base128(arc: number): number[] {
  const bytes = [arc & 0x7f]
  for (let rest = arc >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

/** To the second. Certificates write years before 2050 with two digits (RFC 5280, 4.1.2.5). */
export function time(date: Date): Der {
  const text = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(text.slice(2)))
    : tagged(0x18, Buffer.from(text))
}
