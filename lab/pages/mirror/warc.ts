import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { ByteReader, CutOff } from './byte-reader.ts'
import { MirrorError } from './captured-page.ts'

/** One record of a WARC file (ISO 28500; 1.0 and 1.1), as far as a page needs it. */
export interface WarcRecord {
  /** `response`, `request`, `warcinfo`, `revisit`, … */
  readonly type: string
  /** Empty where the record has none. */
  readonly url: string
  readonly date: string | null
  readonly block: Buffer
}

const MAX_HEADER_BYTES = 64 * 1024
/** A page's resource is far smaller; a length beyond it is a damaged file's. */
const MAX_BLOCK_BYTES = 500_000_000

/**
 * Reads a WARC file, gzipped (as a whole or record by record) or not.
 * @throws MirrorError where the file cannot be read, is no WARC, or ends in the middle of a record
 */
export async function* warcRecords(file: string): AsyncGenerator<WarcRecord> {
  const reader = new ByteReader(await bytesOf(file))
  let count = 0
  try {
    while (!(await reader.isAtEnd())) {
      if (!(await reader.begins('WARC/1.'))) throw new MirrorError(65, notWarc(file, count))
      const head = await reader.takeUntil('\r\n\r\n', MAX_HEADER_BYTES)
      const [version = '', ...lines] = head?.toString('utf8').split('\r\n') ?? []
      if (!/^WARC\/1\.[01]$/.test(version)) throw new MirrorError(65, notWarc(file, count))
      const fields = fieldsOf(lines)
      const blockBytes = Number(fields.get('content-length') ?? Number.NaN)
      if (!(blockBytes >= 0 && blockBytes <= MAX_BLOCK_BYTES))
        throw new MirrorError(65, `${file}: record ${count + 1} has no length that makes sense`)
      const block = await reader.take(blockBytes)
      await reader.take('\r\n\r\n'.length)
      count += 1
      yield {
        type: fields.get('warc-type') ?? '',
        // WARC 1.0's grammar has it in angle brackets, and some writers do as it says.
        url: (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'),
        date: fields.get('warc-date') ?? null,
        block,
      }
    }
  } catch (error) {
    throw asMirrorError(error, file, count)
  }
  if (count === 0) throw new MirrorError(65, `${file}: the file is empty`)
}

/** Names in lower case; of a name that comes twice the last counts. */
export function fieldsOf(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return colon <= 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
    }),
  )
}

async function bytesOf(file: string): Promise<AsyncIterable<Uint8Array>> {
  const start = Buffer.alloc(2)
  try {
    await using handle = await open(file)
    await handle.read(start, 0, 2, 0)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new MirrorError(66, `${file} cannot be read (${code})`, { cause: error })
  }
  const source = createReadStream(file)
  if (start.readUInt16BE() !== 0x1f8b) return source
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  return source.pipe(unpacked)
}

const notWarc = (file: string, count: number): string =>
  count === 0 ? `${file}: this is no WARC 1.0 or 1.1 file` : `${file}: no record begins after record ${count}`

function asMirrorError(error: unknown, file: string, count: number): unknown {
  if (error instanceof MirrorError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof CutOff || code === 'Z_BUF_ERROR') {
    return new MirrorError(65, `${file}: the file is cut off; so many records are whole: ${count}`, {
      cause: error,
    })
  }
  if (code?.startsWith('Z_'))
    return new MirrorError(65, `${file}: damaged gzip data (${message})`, { cause: error })
  return error
}
