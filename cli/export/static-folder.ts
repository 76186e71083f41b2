import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isRunning } from '../../crawler/process/run-owner.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

interface StaticFolder extends AsyncDisposable {
  readonly partial: string
  publish(): Promise<void>
}

/** Says that a folder is an export's, and of which process; deleted before the folder gets its name. */
const MARKER = '.towline-export'

/** `path` must be new or empty. What was not published is deleted in the end; what a killed export left, at the start. */
export async function createStaticFolder(path: string): Promise<StaticFolder> {
  const partial = `${path}.partial`
  await demandEmpty(path)
  await mkdir(dirname(path), { recursive: true })
  await mkdir(partial).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    await demandAbandoned(partial)
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial)
  })
  await writeFile(join(partial, MARKER), String(process.pid))
  return {
    partial,
    async publish() {
      await rm(join(partial, MARKER))
      // An empty folder: what has come into it meanwhile makes this fail.
      await rmdir(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      await rename(partial, path)
    },
    [Symbol.asyncDispose]: () => rm(partial, { recursive: true, force: true }),
  }
}

/** @throws CliError where the folder is not that of an export that was killed */
async function demandAbandoned(partial: string): Promise<void> {
  const pid = await readFile(join(partial, MARKER), 'utf8').catch(() => null)
  if (pid === null)
    throw new CliError(
      EXIT.usage,
      `${partial} is there already, and from no export: rename or delete it first`,
    )
  if (Number(pid) > 0 && isRunning(Number(pid)))
    throw new CliError(
      EXIT.usage,
      `another export (process ${pid}) is writing to ${partial}: wait for its end`,
    )
}

async function demandEmpty(path: string): Promise<void> {
  // The folder is replaced: a shell that stands in it would be left in one that is deleted.
  if (resolve(path) === process.cwd())
    throw new CliError(EXIT.usage, `${path} is the working folder: name a new folder in it`)
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new CliError(EXIT.usage, `${path} is a file: name a new folder`)
    throw error
  })
  if (names.length > 0)
    throw new CliError(EXIT.usage, `${path} is not empty: name a new folder, or empty this one`)
}
