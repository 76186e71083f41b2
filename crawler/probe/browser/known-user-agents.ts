import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../../process/cache-folder.ts'

/** A browser's names for itself, as it answered. */
export interface OwnNames {
  /** The User-Agent that it sends by itself. */
  readonly userAgent: string
  /** Its `product` (CDP, Browser.getVersion), which no switch changes: `Chrome/156.0.8078.79`. */
  readonly product: string
}

/** Names that this process knows, by the file that they are kept in. */
const known = new Map<string, OwnNames>()

/** The names of a program that was asked before, by this process or another; null: it is to be asked. */
export async function recallNames(executable: string, folder = cacheFolder()): Promise<OwnNames | null> {
  const file = await fileOf(executable, folder)
  const names = known.get(file) ?? (await readNames(file))
  if (names !== null) known.set(file, names)
  return names
}

/** Keeps them for this process, and for others where the cache folder may be written to. */
export async function rememberNames(
  executable: string,
  names: OwnNames,
  folder = cacheFolder(),
): Promise<void> {
  const file = await fileOf(executable, folder)
  known.set(file, names)
  const part = `${file}.${process.pid}`
  try {
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(part, JSON.stringify(names))
    await rename(part, file)
  } catch {
    // The next process asks again, as it would without this.
  }
}

/** A program that was replaced has another size or time, and by that another file. */
async function fileOf(executable: string, folder: string): Promise<string> {
  // Whoever starts a program that is not there is told so; it has no names.
  const found = await stat(executable).catch(() => null)
  const hash = createHash('sha256')
    .update(JSON.stringify([executable, found?.size, found?.mtimeMs]))
    .digest('hex')
  return join(folder, 'user-agents', `${hash.slice(0, 16)}.json`)
}

async function readNames(file: string): Promise<OwnNames | null> {
  try {
    const { userAgent, product } = JSON.parse(await readFile(file, 'utf8')) as Partial<OwnNames>
    return typeof userAgent === 'string' && typeof product === 'string' ? { userAgent, product } : null
  } catch {
    return null
  }
}
