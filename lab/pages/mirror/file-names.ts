/** A segment of a path is the name of a file (ext4, APFS, NTFS). */
const MAX_NAME_BYTES = 255
/** Of a whole path, with room for the folder that it goes to (PATH_MAX of Linux is 4,096). */
const MAX_PATH_BYTES = 3_072
const MAX_DEPTH = 100

/** Null is a file. */
interface Folder extends Map<string, Folder | null> {}

/** Names of the files that stand for URLs: a server of files can have each once, and none below another. */
export class FileNames {
  readonly #root: Folder = new Map()

  /** Takes a name up. Gives the reason where that cannot be. */
  add(url: URL): string | null {
    let path: string
    try {
      path = decodeURIComponent(url.pathname)
    } catch {
      // The escapes are no UTF-8.
      return 'its path cannot be decoded'
    }
    const names = path.split('/').slice(1)
    if (names.at(-1) === '') names[names.length - 1] = 'index.html'
    if (names.some((name) => name === '' || name === '.' || name === '..' || /[\0\\]/.test(name)))
      return 'its path is no file’s'
    // An escaped slash has become a separator: the segments are others than the URL's.
    if (names.length !== url.pathname.split('/').length - 1) return 'its path is no file’s'
    if (
      names.length > MAX_DEPTH ||
      Buffer.byteLength(path) > MAX_PATH_BYTES ||
      names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)
    )
      return 'its path is too long for a file'
    return this.#addFile([url.hostname, ...names])
  }

  #addFile(names: readonly string[]): string | null {
    let folder = this.#root
    for (const name of names.slice(0, -1)) {
      const next = folder.get(name) ?? (folder.has(name) ? null : new Map())
      if (next === null) return 'its path is that of a file and of a folder'
      folder.set(name, next)
      folder = next
    }
    const file = names.at(-1) ?? ''
    const existing = folder.get(file)
    if (existing === null) return 'another with this path, but another query, is there'
    if (existing !== undefined) return 'its path is that of a file and of a folder'
    folder.set(file, null)
    return null
  }
}
