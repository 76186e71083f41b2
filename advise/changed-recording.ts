import { createHash } from 'node:crypto'
import { copyFile, link, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../crawler/process/thrown.ts'
import { bodyFile } from '../model/recording/names.ts'
import type { Recording } from '../model/recording/recording.ts'
import { readRecording } from '../record/folder/read-recording.ts'
import { openRecordingFolder } from '../record/folder/write-recording.ts'

/** Keeps the bytes of a new body, and returns its name. */
export type KeepBody = (bytes: Buffer) => Promise<string>

/**
 * Makes the recording in the empty folder `to` that `change` returns of the one in `from`. Bodies that stay are hard links, so
 * that a change takes little room; `change` never alters the recording that it is given.
 */
export async function changeRecording(
  from: string,
  to: string,
  change: (recording: Recording, keepBody: KeepBody) => Recording | Promise<Recording>,
): Promise<void> {
  await using folder = await openRecordingFolder(to)
  const made = new Map<string, string>()
  const keepBody: KeepBody = async (bytes) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = join(folder.scratch, sha256)
    if (!made.has(sha256)) await writeFile(file, bytes)
    made.set(sha256, file)
    return sha256
  }
  const changed = await change(await readRecording(from), keepBody)
  const names = new Set(changed.exchanges.flatMap(({ body }) => body?.sha256 ?? []))
  for (const sha256 of names) {
    const file = made.get(sha256) ?? join(folder.scratch, sha256)
    if (!made.has(sha256)) await linkOrCopy(join(from, bodyFile(sha256)), file)
    await folder.addBody(file, sha256)
  }
  await folder.finish(changed)
}

/** A folder on another file system cannot be linked to. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV' && codeOf(error) !== 'EPERM') throw error
    await copyFile(from, to)
  }
}
