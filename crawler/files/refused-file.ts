import type { Stats } from 'node:fs'

/** EX_NOPERM of sysexits.h: there is something, and it is not read. */
const EXIT_REFUSED = 77
/** EX_DATAERR. */
const EXIT_TOO_LONG = 65
/** EX_IOERR. */
const EXIT_TOO_SLOW = 74

const EXITS = { kind: EXIT_REFUSED, outside: EXIT_REFUSED, long: EXIT_TOO_LONG, slow: EXIT_TOO_SLOW } as const

/** A file that is not read, or not to its end: what it is, where it is, or how long, is not what a stranger may choose. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
  readonly why: keyof typeof EXITS

  constructor(file: string, why: keyof typeof EXITS, words: string) {
    super(`${file}: ${words}`)
    this.why = why
  }

  get exitCode(): number {
    return EXITS[this.why]
  }
}

/**
 * Refuses whatever is no plain file. A folder has the error of the file system, which readers word in their own way.
 * @throws RefusedFile
 */
export function demandPlainFile(file: string, found: Stats): void {
  if (found.isFile()) return
  if (found.isDirectory())
    throw Object.assign(new Error(`EISDIR: illegal operation on a directory, '${file}'`), {
      code: 'EISDIR',
      path: file,
    })
  const kind = found.isSymbolicLink()
    ? 'a symbolic link'
    : found.isFIFO()
      ? 'a FIFO'
      : found.isSocket()
        ? 'a socket'
        : 'a device'
  throw new RefusedFile(file, 'kind', `it is ${kind}, and only plain files are read`)
}
