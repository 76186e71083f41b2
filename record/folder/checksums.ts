import { createHash } from 'node:crypto'
import { type FileOptions, readParts } from '../../crawler/files/read-file.ts'

export async function hashFile(file: string, options: FileOptions): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of readParts(file, options)) hash.update(part)
  return hash.digest('hex')
}

/** Lines as `sha256sum` writes them: hash, two spaces, name. */
export function checksumLines(byName: ReadonlyMap<string, string>): string {
  return [...byName].map(([name, hash]) => `${hash}  ${name}\n`).join('')
}

/** @returns the hash by name; null where a line is none of `sha256sum` */
export function parseChecksums(text: string): Map<string, string> | null {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, hash, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
    if (hash === undefined || name === undefined) return null
    found.set(name, hash)
  }
  return found
}
