import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { constants, readFileSync } from 'node:fs'
import { access, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { importedSources } from '../imports.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Content that many tests begin with: it is written into an SQLite file once, or a database of PostgreSQL, and each test copies that. */
export interface Template<T> {
  readonly name: string
  /** Absolute path of the module that writes the content: what it imports decides, too, whether a file is stale. */
  readonly module: string
  /** Resolves to what tests need to know of the content, which is kept as JSON. */
  readonly write: (db: Database) => Promise<T>
}

const SCHEMA = join(ROOT, 'db/connection/open.ts')

/** A database with the newest schema and nothing in it. */
export const EMPTY: Template<null> = {
  name: 'empty',
  module: SCHEMA,
  write: () => Promise.resolve(null),
}

const DATABASE = 'template.sqlite'
const VALUE = 'value.json'

/** The folders of the templates that this process has used. */
const kept = new Map<Template<unknown>, Promise<string>>()

/** Copies a template to a file that is not there yet, and resolves to what `write` resolved to. */
export async function copyTemplate<T>(template: Template<T>, file: string): Promise<T> {
  const folder = kept.get(template) ?? keepTemplate(template, join(cacheFolder(), 'test-databases'))
  kept.set(template, folder)
  await copyFile(join(await folder, DATABASE), file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  return JSON.parse(await readFile(join(await folder, VALUE), 'utf8')) as T
}

/**
 * The folder of a template below `folder`, where it is written unless it is there already. `environment` is what the
 * content depends on besides our code.
 */
export async function keepTemplate<T>(
  template: Template<T>,
  folder: string,
  environment = lockedEnvironment(),
): Promise<string> {
  const path = join(folder, `${template.name}-${templateHash(template, environment)}`)
  const isThere = await exists(path)
  if (isThere) return path
  const own = join(folder, `${template.name}-unfinished-${randomUUID()}`)
  await mkdir(own, { recursive: true })
  await writeInto(template, own)
  // Several processes may write the same template at once: the first to rename wins, and the others use its files.
  await rename(own, path).catch(async (error: NodeJS.ErrnoException) => {
    await rm(own, { recursive: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await removeOld(template.name, folder)
  return path
}

async function writeInto<T>(template: Template<T>, folder: string): Promise<void> {
  let value: T
  {
    await using db = await openDatabase({ url: join(folder, DATABASE) })
    value = await template.write(db)
  }
  const text = JSON.stringify(value)
  assert.deepEqual(JSON.parse(text), value, `what ${template.name} resolves to is no JSON`)
  await writeFile(join(folder, VALUE), text)
}

const MS_PER_DAY = 86_400_000

/** Removes templates of older code. Those of the last day stay: another checkout may use them at this moment. */
async function removeOld(name: string, folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry)
    if (!entry.startsWith(`${name}-`)) continue
    const found = await stat(path).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > MS_PER_DAY)
      await rm(path, { recursive: true, force: true })
  }
}

/**
 * Covers all that decides what a template's content is; `schema` is the module that opens its database, which no content has
 * to import.
 */
export function templateHash<T>(
  { module }: Template<T>,
  environment = lockedEnvironment(),
  schema = SCHEMA,
): string {
  const hash = createHash('sha256').update(environment)
  const sources = new Map([...importedSources(schema), ...importedSources(module)])
  for (const [file, text] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\n${relative(ROOT, file)}\n${text}`)
  return hash.digest('hex').slice(0, 16)
}

/** The runtime, and the packages by which databases are written. */
function lockedEnvironment(): string {
  return `${process.version}\n${readFileSync(join(ROOT, 'package-lock.json'), 'utf8')}`
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
