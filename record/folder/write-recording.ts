import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BODIES, bodyFile, CHECKSUMS, RECORDING_JSON } from '../../model/recording/names.ts'
import { RECORDING, type Recording } from '../../model/recording/recording.ts'
import { RecordingError } from '../recording-error.ts'
import { checksumLines, hashFile } from './checksums.ts'
import { lockNewFolder } from './folder-lock.ts'

/** A recording's folder while it is made: under another name until `finish`, so that it is there as a whole or not at all. */
export interface RecordingFolder extends AsyncDisposable {
  /** Folder for files meanwhile; they go when it is finished. */
  readonly scratch: string
  /** Moves a file from `scratch` to the bodies, unless the same bytes are there. */
  addBody(file: string, sha256: string): Promise<void>
  finish(recording: Recording): Promise<void>
}

/** @throws RecordingError where something else is there, or another process records to it */
export async function openRecordingFolder(target: string): Promise<RecordingFolder> {
  const folder = resolve(target)
  await demandEmptyFolder(folder)
  await mkdir(dirname(folder), { recursive: true })
  await using opening = new AsyncDisposableStack()
  opening.use(await lockNewFolder(folder))
  // The former holder of the lock may have finished.
  await demandEmptyFolder(folder)
  const part = join(dirname(folder), `.${basename(folder)}.towline-part`)
  // A run that was killed may have left it.
  await rm(part, { recursive: true, force: true })
  opening.defer(() => rm(part, { recursive: true, force: true }))
  const scratch = join(part, '.scratch')
  await mkdir(scratch, { recursive: true })
  await mkdir(join(part, BODIES))
  const bodies = new Set<string>()
  const held = opening.move()
  return {
    scratch,
    async addBody(file, sha256) {
      if (!bodies.has(sha256)) await rename(file, join(part, bodyFile(sha256)))
      bodies.add(sha256)
    },
    async finish(recording) {
      await rm(scratch, { recursive: true })
      const json = join(part, RECORDING_JSON)
      await writeFile(json, recordingText(RECORDING.parse(recording)))
      const checksums = new Map([
        [RECORDING_JSON, await hashFile(json, { maxBytes: Number.POSITIVE_INFINITY })],
      ])
      for (const sha256 of [...bodies].toSorted()) checksums.set(bodyFile(sha256), sha256)
      await writeFile(join(part, CHECKSUMS), checksumLines(checksums))
      // An empty folder gives way.
      await rename(part, folder)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** JSON that a person can read: each field of a head is one line. */
export function recordingText(recording: Recording): string {
  const text = JSON.stringify(recording, null, 1)
  // A string has no quotation mark after white space without a backslash, so that only pairs are found.
  return `${text.replaceAll(/\[\n\s+("(?:[^"\\]|\\.)*"),\n\s+("(?:[^"\\]|\\.)*")\n\s+\]/g, '[$1, $2]')}\n`
}

/** @throws RecordingError where no recording can be written there, for what is there already */
export async function demandEmptyFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error.code === 'ENOTDIR'
      ? new RecordingError(65, `${folder} is no folder`, { cause: error })
      : error
  })
  if (entries.length > 0)
    throw new RecordingError(65, `${folder} is not empty: name another folder, or remove it`)
}
