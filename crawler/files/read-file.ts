import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { demandPlainFile, RefusedFile } from './refused-file.ts'

export interface FileOptions {
  /** The reader refuses one with more. */
  readonly maxBytes: number
  /** A folder of a stranger's that the file is of: links are not followed out of it. Absent: the user named the file. */
  readonly within?: string
  readonly signal?: AbortSignal
}

/** Opens devices without side effects, and does not wait for whoever writes to a FIFO. */
export const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY
export const CHUNK_BYTES = 1 << 18
/** A disk answers in milliseconds; a network file system that is gone never does. */
const READ_TIMEOUT_MS = 30_000

/**
 * Opens a plain file: the one way to open a file that a stranger may have made. What was looked at is what is opened.
 * @throws RefusedFile, and errors of the file system as they are
 */
export async function openPlainFile(
  file: string,
  { within }: Pick<FileOptions, 'within'>,
): Promise<FileHandle> {
  const looked = within === undefined ? await stat(file) : await lstat(file)
  demandPlainFile(file, looked)
  if (within !== undefined) await demandWithin(file, within)
  const handle = await open(file, OPEN_FLAGS | (within === undefined ? 0 : constants.O_NOFOLLOW))
  try {
    const opened = await handle.stat()
    demandPlainFile(file, opened)
    if (!isSame(looked, opened)) throw new RefusedFile(file, 'kind', 'it was replaced while it was opened')
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The file in parts, of at most `maxBytes` in all, from `start` to before `end`. */
export async function* readParts(
  file: string,
  options: FileOptions & { readonly start?: number; readonly end?: number },
): AsyncGenerator<Buffer> {
  const { maxBytes, signal, start = 0, end = Number.POSITIVE_INFINITY } = options
  await using handle = await openPlainFile(file, options)
  for (let at = start; at < end; ) {
    signal?.throwIfAborted()
    // One byte more than allowed tells that there is more.
    const wanted = Math.min(CHUNK_BYTES, end - at, maxBytes - (at - start) + 1)
    const { bytesRead, buffer } = await inTime(file, handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at))
    if (bytesRead === 0) return
    at += bytesRead
    if (at - start > maxBytes) throw new RefusedFile(file, 'long', `it has more than ${maxBytes} bytes`)
    yield buffer.subarray(0, bytesRead)
  }
}

export async function readBytes(file: string, options: FileOptions): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(readParts(file, options)))
}

/** All of the file as UTF-8, in which what is none is replaced. */
export async function readText(file: string, options: FileOptions): Promise<string> {
  return (await readBytes(file, options)).toString()
}

async function demandWithin(file: string, within: string): Promise<void> {
  const [root, folder] = await Promise.all([realpath(within), realpath(dirname(file))])
  if (folder !== root && !folder.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
    throw new RefusedFile(file, 'outside', `it is outside of ${within}`)
}

function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

async function inTime<T>(file: string, reading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new RefusedFile(file, 'slow', `nothing was read for ${READ_TIMEOUT_MS / 1000} s`)),
    READ_TIMEOUT_MS,
  )
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
