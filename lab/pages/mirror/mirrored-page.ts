import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { LabPage, MirroredFrom } from '../shape/lab-page.ts'
import type { PageFile } from '../shape/page-file.ts'
import type { PageOptions } from '../shape/page-options.ts'
import { bodyName, PAGE_JSON, PAGE_JSON_NAME, type PageJson } from './page-json.ts'
/** How plans name a mirrored page: `mirror:` and its folder. */
export const MIRROR_PREFIX = 'mirror:'

/**
 * A page that `towline lab mirror` has written.
 * @throws RangeError where the folder has none, or it is asked for on other hosts than it has
 */
export function mirroredPage(name: string, { shards, seed, thinkMs = 0 }: PageOptions): LabPage {
  const folder = name.slice(MIRROR_PREFIX.length)
  const { url, from, capturedAt, hosts, resources } = pageJson(folder)
  if (shards !== undefined && shards !== hosts.length)
    throw new RangeError(`${name} keeps its hosts: it has ${hosts.length} shards, not ${shards}`)
  const when = capturedAt === null ? '' : `, ${capturedAt}`
  return {
    name,
    seed,
    shards: hosts.length,
    title: `${url}: ${resources.length} resources on ${hosts.length} hosts`,
    source: `mirrored from ${from}${when}; bodies without content coding`,
    resources: resources.map(({ host, path, kind, sizeBytes, parent }) => {
      return { path, kind, sizeBytes, parent, shard: host, thinkMs, computeMs: 0 }
    }),
    mirror: { folder, url, hosts, contentTypes: resources.map(({ contentType }) => contentType) },
  }
}

/**
 * Its bodies, under its own names.
 * @throws RangeError where they are not those that it was written with, or the hosts are others
 */
export function mirroredFiles(page: LabPage, mirror: MirroredFrom, hosts: readonly string[]): PageFile[] {
  const { folder, contentTypes } = mirror
  const strange = mirror.hosts.findIndex((host, shard) => hosts[shard] !== host)
  if (strange >= 0)
    throw new RangeError(
      `${page.name}: its links say ${mirror.hosts[strange]}, and the host is ${hosts[strange]}`,
    )
  return page.resources.map(({ shard, path, sizeBytes, thinkMs }, index) => {
    const body = bytesOf(join(folder, bodyName(index)), page.name)
    if (body.length !== sizeBytes)
      throw new RangeError(
        `${page.name}: ${bodyName(index)} has ${body.length} bytes, not the ${sizeBytes} of page.json`,
      )
    const contentType = contentTypes[index] as string
    return { host: mirror.hosts[shard] as string, path: decodeURIComponent(path), contentType, body, thinkMs }
  })
}

function pageJson(folder: string): PageJson {
  const name = `${MIRROR_PREFIX}${folder}`
  const text = bytesOf(join(folder, PAGE_JSON_NAME), name).toString('utf8')
  try {
    return PAGE_JSON.parse(JSON.parse(text))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const why = issue === undefined ? String(error) : `${issue.path.join('.')} ${issue.message}`
    throw new RangeError(`${name}: ${PAGE_JSON_NAME}: ${why}`, { cause: error })
  }
}

function bytesOf(file: string, name: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `there is no ${file}` : `${file} cannot be read (${code})`
    throw new RangeError(`${name}: ${why}: towline lab mirror makes such a folder`, { cause: error })
  }
}
