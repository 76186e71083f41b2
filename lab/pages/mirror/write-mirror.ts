import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { demandEmptyFolder } from '../../../record/folder/write-recording.ts'
import type { Mirror } from './mirror.ts'
import { bodyName, PAGE_JSON_NAME, type PageJson } from './page-json.ts'

/**
 * Writes a mirror to a folder, which is there as a whole or not at all.
 * @throws RecordingError where something else is there
 */
export async function writeMirror(target: string, mirror: Mirror, from: string): Promise<void> {
  const folder = resolve(target)
  await demandEmptyFolder(folder)
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
