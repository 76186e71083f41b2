import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDead, ownerText, runOwner } from '../../crawler/process/run-owner.ts'
import { codeOf } from '../../crawler/process/thrown.ts'
import { RecordingError } from '../recording-error.ts'

/** Lock in the folder whose recordings one process makes, with its name (`runOwner`). */
export const LOCK = '.recording.lock'

export class FolderInUse extends RecordingError {
  constructor(message: string) {
    super(75, message)
    this.name = 'FolderInUse'
  }
}

/**
 * Keeps other processes from recording to this folder until it is disposed of. What a killed one left is taken over.
 * @throws FolderInUse
 */
export const lockFolder = (folder: string): Promise<AsyncDisposable> => takeLock(join(folder, LOCK))

/**
 * The same for a folder that is not there yet, or is to be replaced as a whole: the lock stands beside it.
 * @throws FolderInUse
 */
export const lockNewFolder = (folder: string): Promise<AsyncDisposable> =>
  takeLock(join(dirname(folder), `.${basename(folder)}.towline-lock`))

async function takeLock(file: string): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const owner = opening.use(runOwner())
  const mine = `${file}.${randomUUID()}`
  await writeFile(mine, owner.name)
  try {
    // A link appears with all that is in it, so that nobody reads half a name.
    while (!(await isNew(link(mine, file)))) await removeDead(file)
  } finally {
    await rm(mine)
  }
  opening.defer(() => rm(file, { force: true }))
  return opening.move()
}

/** @throws FolderInUse where its process may be alive, or another process removes it */
async function removeDead(file: string): Promise<void> {
  const holder = await nameIn(file)
  if (holder === null) return
  if (!isDead(holder)) throw inUse(file, holder)
  // One process at a time removes what a dead one left, so that what it reads is what it removes.
  await using _turn = await takeLock(`${file}.${uniqueIn(holder)}`)
  if ((await nameIn(file)) === holder) await rm(file)
}

/** Makes a name that no other owner has; `holder` is in a file, and anybody's text. */
const uniqueIn = (holder: string): string => createHash('sha256').update(holder).digest('hex').slice(0, 16)

function inUse(file: string, holder: string): FolderInUse {
  return new FolderInUse(
    `another towline records to this folder (${ownerText(holder)}): name another one, or wait; if there is no such process, remove ${file}`,
  )
}

async function nameIn(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** False where something is there already. */
async function isNew(made: Promise<void>): Promise<boolean> {
  try {
    await made
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
