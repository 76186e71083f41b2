import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { openDatabase } from '../../db/connection/open.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { listSurveys } from '../../db/survey/surveys.ts'
import { newSurvey } from './campaign/samples.ts'
import { temporarySqlite } from './databases.ts'
import { copyTemplate, EMPTY, keepTemplate, type Template, templateHash } from './template.ts'

let folder: string
let module: string
let written: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-template-'))
  module = join(folder, 'content.ts')
  await writeFile(module, "import { SITES } from './sites.ts'\nexport const content = SITES")
  await writeFile(join(folder, 'sites.ts'), 'export const SITES = 3')
  written = 0
})
afterEach(() => rm(folder, { recursive: true }))

function surveyTemplate(): Template<{ readonly surveyId: number }> {
  return {
    ...{ name: 'survey', module },
    async write(db) {
      written += 1
      const { id } = await createSurvey(db, newSurvey(3))
      return { surveyId: id }
    },
  }
}

const keep = (environment?: string): Promise<string> =>
  keepTemplate(surveyTemplate(), join(folder, 'kept'), environment)

test('a template is written once, and all that was written is in the file', async () => {
  const kept = await keep()
  assert.equal(await keep(), kept)
  assert.equal(written, 1)
  await using db = await openDatabase({ url: join(kept, 'template.sqlite'), readOnly: true })
  assert.equal((await listSurveys(db)).length, 1)
})

test('a template is stale once its module, a module that this imports, or the environment is another', async () => {
  const first = await keep('locked packages')
  await writeFile(join(folder, 'sites.ts'), 'export const SITES = 4')
  const second = await keep('locked packages')
  await writeFile(module, "export { SITES as content } from './sites.ts'")
  const third = await keep('locked packages')
  const fourth = await keep('other packages')
  assert.equal(new Set([first, second, third, fourth]).size, 4)
  assert.equal(written, 4)
  await writeFile(join(folder, 'beside.ts'), 'export {}')
  assert.equal(await keep('other packages'), fourth)
})

test('a template is stale once the schema is another, which its module does not import', async () => {
  const schema = join(folder, 'schema.ts')
  const hash = (): string => templateHash(surveyTemplate(), 'locked packages', schema)
  await writeFile(schema, "await import('./migration.ts')")
  await writeFile(join(folder, 'migration.ts'), 'export const up = 1')
  const before = hash()
  assert.equal(hash(), before)
  await writeFile(join(folder, 'migration.ts'), 'export const up = 2')
  assert.notEqual(hash(), before)
})

test('several that write a template at once end with one, and leave nothing unfinished', async () => {
  const kept = await Promise.all([keep(), keep(), keep()])
  assert.equal(new Set(kept).size, 1)
  assert.equal((await readdir(join(folder, 'kept'))).length, 1)
  assert.deepEqual((await readdir(kept[0])).sort(), ['template.sqlite', 'value.json'])
})

test('templates of older code are removed a day after they were written', async () => {
  const old = await keep('old')
  const recent = await keep('recent')
  const yesterday = Date.now() / 1_000 - 90_000
  await utimes(old, yesterday, yesterday)
  const current = await keep('current')
  await assert.rejects(stat(old), { code: 'ENOENT' })
  assert.ok((await stat(recent)).isDirectory() && (await stat(current)).isDirectory())
})

test('what tests need to know of the content must be JSON', async () => {
  const template = { name: 'day', module, write: () => Promise.resolve({ day: new Date(0) }) }
  await assert.rejects(keepTemplate(template, join(folder, 'kept')), /day resolves to is no JSON/)
})

test('a copy is the caller’s own, and a file that is there already is not replaced', async () => {
  await using database = await temporarySqlite()
  await using other = await temporarySqlite()
  {
    await using db = await database.open()
    await createSurvey(db, newSurvey(3))
  }
  await using db = await other.open()
  assert.deepEqual(await listSurveys(db), [])
  await assert.rejects(copyTemplate(EMPTY, database.url), { code: 'EEXIST' })
})
