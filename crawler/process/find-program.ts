import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folders of a PATH, in its order. */
export function pathFolders(path = process.env.PATH ?? ''): string[] {
  return path.split(delimiter).filter((folder) => folder !== '')
}

/** Folders of the PATH, and where only root's PATH leads: older releases of Debian keep tcpdump there. */
export function systemFolders(): string[] {
  return [...pathFolders(), '/usr/sbin', '/sbin']
}

/** The program of this name in the first folder that has it, or null. */
export function findProgram(name: string, folders: readonly string[] = pathFolders()): string | null {
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    // Not there, or not ours to run: not a program to us.
    return false
  }
}

/** LD_LIBRARY_PATH of packages unpacked below `root`: Debian's multiarch folders (usr/lib/x86_64-linux-gnu). */
export function unpackedLibraries(root: string): string {
  return ['lib', 'usr/lib']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.includes('-linux-'))
    .join(delimiter)
}
