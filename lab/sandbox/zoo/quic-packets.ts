import { createCipheriv, createHmac } from 'node:crypto'
import { encodeVarint } from '../../../crawler/quic/varint.ts'

/** Protects the packets of one sender at one level (RFC 9001, 5.1), by AES-GCM: 128 bits with SHA-256, 256 with SHA-384. */
export interface PacketKeys {
  readonly key: Buffer
  readonly iv: Buffer
  readonly headerKey: Buffer
}

/** Salt of QUIC version 1 (RFC 9001, 5.2). */
const INITIAL_SALT = Buffer.from('38762cf7f55934b34d179ae6a4c80cadccbb7f0a', 'hex')
const PACKET_NUMBER_BYTES = 4
const TAG_BYTES = 16
const SHA256_BYTES = 32
/** A server pads each Initial that asks for an ACK to this length (RFC 9000, 14.1). */
const INITIAL_BYTES = 1200

/** The server's keys of Initial packets, which follow from the client's first destination id. */
export function initialServerKeys(clientDcid: Buffer): PacketKeys {
  const initialSecret = createHmac('sha256', INITIAL_SALT).update(clientDcid).digest()
  return trafficKeys(expandLabel(initialSecret, 'server in', 32))
}

/** @param secret of 1-RTT packets, as long as the hash of its cipher suite */
export function trafficKeys(secret: Buffer): PacketKeys {
  const keyBytes = secret.length === SHA256_BYTES ? 16 : 32
  return {
    key: expandLabel(secret, 'quic key', keyBytes),
    iv: expandLabel(secret, 'quic iv', 12),
    headerKey: expandLabel(secret, 'quic hp', keyBytes),
  }
}

/** A 1-RTT packet (RFC 9000, 17.3.1). */
export function sealShort(keys: PacketKeys, dcid: Buffer, packetNumber: number, frames: Buffer): Buffer {
  const start = Buffer.concat([Buffer.of(0x40 | (PACKET_NUMBER_BYTES - 1)), dcid])
  return seal(keys, start, packetNumber, frames, 0x1f)
}

/** An Initial packet (RFC 9000, 17.2.2), padded. */
export function sealInitial(
  keys: PacketKeys,
  { dcid, scid }: { readonly dcid: Buffer; readonly scid: Buffer },
  packetNumber: number,
  frames: Buffer,
): Buffer {
  const padded = Buffer.concat([frames, Buffer.alloc(Math.max(0, INITIAL_BYTES - frames.length))])
  const length = encodeVarint(PACKET_NUMBER_BYTES + padded.length + TAG_BYTES)
  const ids = [Buffer.of(dcid.length), dcid, Buffer.of(scid.length), scid]
  const first = Buffer.of(0xc0 | (PACKET_NUMBER_BYTES - 1), 0, 0, 0, 1)
  return seal(keys, Buffer.concat([first, ...ids, Buffer.of(0), length]), packetNumber, padded, 0x0f)
}

/** Encrypts frames and header (RFC 9001, 5.3 and 5.4). `mask`: bits of the first byte that are protected. */
function seal(keys: PacketKeys, start: Buffer, packetNumber: number, frames: Buffer, mask: number): Buffer {
  const number = Buffer.alloc(PACKET_NUMBER_BYTES)
  number.writeUInt32BE(packetNumber)
  const header = Buffer.concat([start, number])
  const nonce = Buffer.from(keys.iv)
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ packetNumber) >>> 0, 8)
  const bitCount = keys.key.length === 16 ? 128 : 256
  const cipher = createCipheriv(`aes-${bitCount}-gcm`, keys.key, nonce)
  cipher.setAAD(header)
  const packet = Buffer.concat([header, cipher.update(frames), cipher.final(), cipher.getAuthTag()])
  const sample = packet.subarray(start.length + 4, start.length + 20)
  const bits = createCipheriv(`aes-${bitCount}-ecb`, keys.headerKey, null).update(sample)
  packet[0] = (packet[0] ?? 0) ^ ((bits[0] ?? 0) & mask)
  for (let i = 0; i < PACKET_NUMBER_BYTES; i += 1)
    packet[start.length + i] = (packet[start.length + i] ?? 0) ^ (bits[i + 1] ?? 0)
  return packet
}

/** HKDF-Expand-Label of RFC 8446, 7.1, for one block of the hash at most. */
function expandLabel(secret: Buffer, label: string, length: number): Buffer {
  const name = `tls13 ${label}`
  const info = Buffer.concat([Buffer.of(0, length, name.length), Buffer.from(name), Buffer.of(0, 1)])
  const hash = secret.length === SHA256_BYTES ? 'sha256' : 'sha384'
  return createHmac(hash, secret).update(info).digest().subarray(0, length)
}
