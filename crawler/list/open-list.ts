import { stat } from 'node:fs/promises'
import { LineNumbers } from './line-numbers.ts'
import { ListError } from './list-error.ts'
import { type BadLine, type ListEntry, parseList } from './parse-list.ts'
import { sha256Of, TRANCO_URL, type TrancoChoice, trancoFile } from './tranco.ts'
import { asListError, unpack } from './unpack.ts'

export { LIST_EXIT_CODES, ListError, type ListErrorCode } from './list-error.ts'
export type { BadLine, ListEntry } from './parse-list.ts'

/**
 * Says where the list comes from: a file (`.csv`, `.csv.gz`, `.zip`; recognised by content), or Tranco's newest list, the one
 * with an id (`6P7X`), or the one of a day (`2026-08-01` or `20260801`).
 */
export type ListSource = { readonly file: string } | { readonly tranco: TrancoChoice }

export interface ListOptions {
  /** Folder of downloaded lists, by id. Not touched for files. */
  readonly cacheDir: string
  readonly signal: AbortSignal
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** Default: {@link TRANCO_URL}. */
  readonly trancoUrl?: string
  /** Sent to Tranco; default `towline`. */
  readonly userAgent?: string
}

export interface List {
  /** The path as given, or `tranco:ID`. */
  readonly source: string
  readonly trancoId: string | null
  /** Lower-case hex, of the file as it lies on the disk (packed where it is packed). */
  readonly sha256: string
  /** Good lines. */
  readonly size: number
  /** The first 100. */
  readonly badLines: readonly BadLine[]
  readonly badLineCount: number
  /** One line each, for a person; mostly empty. */
  readonly warnings: readonly string[]
  /**
   * The good lines in the order of the file, read anew at each call; memory does not grow with the list but for a bit a
   * line, and while it is opened 64-bit hashes that find duplicate names (some 16 to 32 MB for a million lines).
   *
   * @param top stops after so many entries; default: all
   * @throws ListError `unreadable` where the file is no longer the one that was opened
   */
  entries(top?: number): AsyncIterable<ListEntry>
}

const KEPT_BAD_LINES = 100

/**
 * Opens a ranked list and reads it once from end to end, so that a damaged file, a file that is no list, and every bad
 * line are known before a site is visited.
 *
 * @throws ListError with one clear line; its `exitCode` is that of sysexits.h
 */
export async function openList(source: ListSource, options: ListOptions): Promise<List> {
  const { signal } = options
  if ('file' in source)
    return describeList(source.file, { source: source.file, trancoId: null, warnings: [] }, signal)
  const file = await trancoFile(
    source.tranco,
    {
      cacheDir: options.cacheDir,
      signal,
      fetch: options.fetch ?? globalThis.fetch,
      trancoUrl: options.trancoUrl ?? TRANCO_URL,
      userAgent: options.userAgent ?? 'towline',
    },
    async (path) => {
      await survey(path, signal)
    },
  )
  return describeList(
    file.path,
    { source: `tranco:${file.id}`, trancoId: file.id, warnings: file.warnings },
    signal,
  )
}

async function describeList(
  path: string,
  origin: Pick<List, 'source' | 'trancoId' | 'warnings'>,
  signal: AbortSignal,
): Promise<List> {
  const opened = await versionOf(path)
  const { knownBad, ...read } = await survey(path, signal)
  const sha256 = await sha256Of(path, signal)
  return {
    ...origin,
    ...read,
    sha256,
    async *entries(top = Infinity) {
      if ((await versionOf(path)) !== opened)
        throw new ListError('unreadable', `${path}: has changed since it was opened`)
      if (top <= 0) return
      let given = 0
      for await (const batch of parseList(unpack(path, signal), path, () => {}, knownBad))
        for (const entry of batch) {
          yield entry
          if (++given >= top) return
        }
    },
  }
}

async function survey(
  path: string,
  signal: AbortSignal,
): Promise<Pick<List, 'size' | 'badLines' | 'badLineCount'> & { readonly knownBad: LineNumbers }> {
  const knownBad = new LineNumbers()
  const badLines: BadLine[] = []
  let badLineCount = 0
  let size = 0
  const onBad = (bad: BadLine) => {
    badLineCount++
    knownBad.add(bad.line)
    if (badLines.length < KEPT_BAD_LINES) badLines.push(bad)
  }
  for await (const batch of parseList(unpack(path, signal), path, onBad)) size += batch.length
  if (size === 0) {
    const first = badLines[0]
    const example = first ? `; line ${first.line}: ${first.why}` : ': it is empty'
    throw new ListError('unreadable', `${path}: holds no domain${example}`)
  }
  return { size, badLines, badLineCount, knownBad }
}

/** Changes whenever the file is written to or replaced. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (error) {
    throw asListError(error, path)
  }
}
