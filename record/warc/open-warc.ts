import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openPlainFile, readParts } from '../../crawler/files/read-file.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { RecordingError } from '../recording-error.ts'

interface WarcSource {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Bytes at the end of the file that the unpacker did not read, since they are no gzip; known when all is read. */
  lostBytes(): number
  close(): void
}

/** @throws RecordingError where the file cannot be read, or is packed by something else than gzip */
export async function openWarc(file: string): Promise<WarcSource> {
  const start = Buffer.alloc(4)
  let sizeBytes: number
  try {
    await using handle = await openPlainFile(file, {})
    await handle.read(start, 0, start.length, 0)
    sizeBytes = (await handle.stat()).size
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new RecordingError(66, `${file} cannot be read (${code})`, { cause: error })
  }
  if (start.readUInt32LE() === ZSTD_MAGIC)
    throw new RecordingError(65, `${file}: it is packed by zstd: unpack it first (zstd -d)`)
  const source = Readable.from(readParts(file, { maxBytes: MAX_WARC_BYTES }), { objectMode: false })
  if (start.readUInt16BE() !== GZIP_MAGIC)
    return { bytes: source, lostBytes: () => 0, close: () => source.destroy() }
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  return {
    bytes: source.pipe(unpacked),
    // Node takes what follows the last member for padding, whatever it is.
    lostBytes: () => sizeBytes - unpacked.bytesWritten,
    close: () => {
      source.destroy()
      unpacked.destroy()
    },
  }
}

/** Longest WARC that is read, as it lies on the disk; it is read as a stream. */
const MAX_WARC_BYTES = 100_000_000_000
const GZIP_MAGIC = 0x1f8b
const ZSTD_MAGIC = 0xfd2fb528
