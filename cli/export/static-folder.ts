import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, EXIT } from '../exit/exit-codes.ts'

/** A folder that gets its name when all of it is written. */
export interface StaticFolder extends AsyncDisposable {
  /** Where to write meanwhile. */
  readonly partial: string
  publish(): Promise<void>
}

/** `path` must be new or empty. What was not published is deleted in the end. */
export async function createStaticFolder(path: string): Promise<StaticFolder> {
  const partial = `${path}.partial`
  await demandEmpty(path)
  await mkdir(dirname(path), { recursive: true })
  await mkdir(partial).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new CliError(EXIT.usage, `${partial} is there already, from another export: delete it first`)
  })
  return {
    partial,
    async publish() {
      // An empty folder: what has come into it meanwhile makes this fail.
      await rmdir(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      await rename(partial, path)
    },
    [Symbol.asyncDispose]: () => rm(partial, { recursive: true, force: true }),
  }
}

async function demandEmpty(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new CliError(EXIT.usage, `${path} is a file: name a new folder`)
    throw error
  })
  if (names.length > 0)
    throw new CliError(EXIT.usage, `${path} is not empty: name a new folder, or empty this one`)
}
