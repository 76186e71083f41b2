import type { FileHandle } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { ListError } from './list-error.ts'
import { readThrough } from './read-through.ts'

/** Record signatures and offsets: PKWARE APPNOTE 6.3.10, 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (its end). */
const LOCAL_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
/** The end record is 22 bytes and a comment of at most 65,535. */
const END_BYTES = 22 + 0xffff
const MAX_DIRECTORY_BYTES = 1 << 20

interface ZipEntry {
  readonly name: string
  readonly encrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly sizeBytes: number
  readonly headerAt: number
}

/**
 * Streams the first `.csv` or `.txt` of a zip file and checks its length and CRC-32.
 *
 * Read from the directory at the end of the file, which a truncated download does not have; fflate and other streaming
 * readers go by the local headers and check no CRC. No zip64: a list is far from 4 GiB.
 */
export async function* unzipList(
  file: FileHandle,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const damaged = (why: string) => new ListError('unreadable', `${path}: damaged zip file (${why})`)
  const entries = await directory(file, damaged)
  const entry = entries.find(({ name }) => /\.(?:csv|txt)$/i.test(name) && !name.startsWith('__MACOSX/'))
  if (!entry) throw new ListError('unreadable', `${path}: the zip file holds no .csv or .txt`)
  const { name, method, packedBytes, sizeBytes } = entry
  if (entry.encrypted) throw new ListError('unreadable', `${path}: ${name} is encrypted`)
  if (method !== 0 && method !== 8)
    throw new ListError('unreadable', `${path}: ${name} is packed by method ${method}`)
  const header = await bytesAt(file, entry.headerAt, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged('no local header')
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)

  let size = 0
  let crc = 0
  if (packedBytes > 0) {
    const range = { start, end: start + packedBytes }
    for await (const chunk of readThrough(
      path,
      method === 0 ? new PassThrough() : createInflateRaw(),
      signal,
      range,
    )) {
      size += chunk.length
      crc = crc32(chunk, crc)
      yield chunk
    }
  }
  if (size !== sizeBytes || crc !== entry.crc) throw damaged(`${name} is not what its checksum says`)
}

async function directory(file: FileHandle, damaged: (why: string) => ListError): Promise<ZipEntry[]> {
  const { size: fileBytes } = await file.stat()
  const tailAt = Math.max(0, fileBytes - END_BYTES)
  const tail = await bytesAt(file, tailAt, fileBytes - tailAt)
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== DIRECTORY_END) end--
  if (end < 0) throw damaged('no directory at its end: is it complete?')
  const directoryBytes = tail.readUInt32LE(end + 12)
  if (directoryBytes > MAX_DIRECTORY_BYTES) throw damaged('its directory is too long')
  const records = await bytesAt(file, tail.readUInt32LE(end + 16), directoryBytes)
  const entries: ZipEntry[] = []
  for (let offset = 0; offset + 46 <= records.length && records.readUInt32LE(offset) === DIRECTORY_ENTRY; ) {
    const nameBytes = records.readUInt16LE(offset + 28)
    entries.push({
      name: records.toString('utf8', offset + 46, offset + 46 + nameBytes),
      encrypted: (records.readUInt16LE(offset + 8) & 1) === 1,
      method: records.readUInt16LE(offset + 10),
      crc: records.readUInt32LE(offset + 16),
      packedBytes: records.readUInt32LE(offset + 20),
      sizeBytes: records.readUInt32LE(offset + 24),
      headerAt: records.readUInt32LE(offset + 42),
    })
    offset += 46 + nameBytes + records.readUInt16LE(offset + 30) + records.readUInt16LE(offset + 32)
  }
  return entries
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
