import type { FileHandle } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { openPlainFile, readParts } from '../files/read-file.ts'
import { ListError } from './list-error.ts'
import { MAX_LIST_BYTES, readThrough } from './read-through.ts'
import { unzipList } from './unzip.ts'

/**
 * The bytes of a list file: as it is, unpacked where it is gzip, the first `.csv` or `.txt` inside where it is a zip.
 * What it is its first bytes say, not its name; a name that promises a packed file and does not hold one is an error.
 *
 * @throws ListError `missing` or `unreadable`
 */
export async function* unpack(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    await using file = await openPlainFile(path, {})
    const magic = await firstBytes(file)
    if (magic.startsWith('1f8b')) {
      yield* readThrough(path, createGunzip(), signal)
    } else if (magic === '504b0304') {
      yield* unzipList(file, path, signal)
    } else if (/\.(?:gz|zip)$/i.test(path)) {
      throw new ListError(
        'unreadable',
        `${path}: is not the ${path.endsWith('gz') ? 'gzip' : 'zip'} file its name says`,
      )
    } else {
      yield* readParts(path, { maxBytes: MAX_LIST_BYTES, signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw asListError(error, path)
  }
}

async function firstBytes(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('hex', 0, bytesRead)
}

const SYSTEM_ERRORS: Readonly<Record<string, readonly ['missing' | 'unreadable', string]>> = {
  ENOENT: ['missing', 'no such file'],
  ENOTDIR: ['missing', 'no such file'],
  EISDIR: ['unreadable', 'is a directory'],
  EACCES: ['unreadable', 'may not be read by this user'],
  EPERM: ['unreadable', 'may not be read by this user'],
}

/** Errors of the file system and of zlib as one line for a person; others are ours and stay what they are. */
export function asListError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof ListError || !('code' in error)) return error
  const code = String(error.code)
  const known = SYSTEM_ERRORS[code]
  if (known) return new ListError(known[0], `${path}: ${known[1]}`, { cause: error })
  if (code.startsWith('Z_')) {
    return new ListError('unreadable', `${path}: the packed data is damaged (${error.message})`, {
      cause: error,
    })
  }
  return error
}
