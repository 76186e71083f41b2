import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { RecordingError } from '../../../record/recording-error.ts'
import type { Mirror } from './mirror.ts'
import { bodyName, PAGE_JSON_NAME, type PageJson } from './page-json.ts'

/**
 * Writes a mirror to a folder, which is there as a whole or not at all.
 * @throws RecordingError where something else is there
 */
export async function writeMirror(target: string, mirror: Mirror, from: string): Promise<void> {
  const folder = resolve(target)
  await demandRoom(folder)
  const { url, capturedAt, hosts, leftOut } = mirror
  const part = join(dirname(folder), `.${basename(folder)}.towline-part`)
  try {
    // Of a run that was killed.
    await rm(part, { recursive: true, force: true })
    await mkdir(join(part, 'bodies'), { recursive: true })
    for (const [index, { body }] of mirror.resources.entries())
      await writeFile(join(part, bodyName(index)), body)
    const resources = mirror.resources.map(({ body, ...each }) => ({ ...each, sizeBytes: body.length }))
    const page: PageJson = {
      format: 1,
      url,
      from,
      capturedAt,
      resources,
      hosts: [...hosts],
      leftOut: [...leftOut],
    }
    await writeFile(join(part, PAGE_JSON_NAME), `${JSON.stringify(page, null, 2)}\n`)
    // An empty folder gives way.
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** @throws RecordingError where a mirror cannot be written there, for what is there already */
export async function demandRoom(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error.code === 'ENOTDIR'
      ? new RecordingError(65, `${folder} is no folder`, { cause: error })
      : error
  })
  if (entries.length > 0)
    throw new RecordingError(65, `${folder} is not empty: name another folder, or remove it`)
}
