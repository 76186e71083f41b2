import { H3Error } from './h3-error.ts'

/**
 * The peer's QPACK encoder stream. Our dynamic table has capacity 0, so that the only instruction that can be
 * valid is "set capacity to 0" (RFC 9204, 4.3.1); inserts and duplicates have no room.
 */
export function checkEncoderStream(bytes: Buffer): void {
  for (const byte of bytes) {
    if (byte !== 0x20) throw new H3Error('QPACK_ENCODER_STREAM_ERROR', 'insert into a table of capacity 0')
  }
}

/**
 * The peer's QPACK decoder stream. We never refer to a dynamic table, so that the only instruction that can be
 * valid is Stream Cancellation (RFC 9204, 4.4.2): `01` and an integer with a 6-bit prefix, maybe cut anywhere.
 */
export class DecoderStreamCheck {
  #inInteger = false

  push(bytes: Buffer): void {
    for (const byte of bytes) {
      if (this.#inInteger) {
        this.#inInteger = (byte & 0x80) !== 0
        continue
      }
      if ((byte & 0xc0) !== 0x40) {
        throw new H3Error('QPACK_DECODER_STREAM_ERROR', 'acknowledges what was never inserted')
      }
      this.#inInteger = (byte & 0x3f) === 0x3f
    }
  }
}
