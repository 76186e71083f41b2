import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Width, height, bit depth, greyscale, and the only compression, filter and interlace that there are. */
const HEADER = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
/** Type, length and CRC of a chunk (PNG, 5.3). */
const CHUNK_FRAME_BYTES = 12
const HEAD = Buffer.concat([SIGNATURE, chunk('IHDR', HEADER), chunk('IDAT', deflateSync(Buffer.alloc(2)))])
const END = chunk('IEND', Buffer.alloc(0))

/**
 * A picture of one pixel as a PNG file of exactly so many bytes, which a browser shows and no coding makes smaller: a
 * private chunk (PNG, 5.4) fills it up with random bytes.
 * @param fill so many bytes, where they are to be others
 * @throws RangeError below 81 bytes: that is what pixel and chunks take.
 */
export function picture(sizeBytes: number, fill: (sizeBytes: number) => Buffer = randomBytes): Buffer {
  const fillerBytes = sizeBytes - HEAD.length - END.length - CHUNK_FRAME_BYTES
  if (fillerBytes < 0)
    throw new RangeError(`a picture has at least ${sizeBytes - fillerBytes} bytes, not ${sizeBytes}`)
  return Buffer.concat([HEAD, chunk('fiLl', fill(fillerBytes)), END])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const file = Buffer.alloc(body.length + 8)
  file.writeUInt32BE(data.length, 0)
  body.copy(file, 4)
  file.writeUInt32BE(crc32(body), 4 + body.length)
  return file
}
