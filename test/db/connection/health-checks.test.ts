import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { healthChecks } from '../../../db/connection/health-checks.ts'
import { surveyOf } from '../campaign/samples.ts'
import { temporarySqlite } from '../databases.ts'

const GIGABYTES = 4 * 2 ** 30

function answers(file: string): unknown[] {
  using db = new DatabaseSync(file, { readOnly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return healthChecks(GIGABYTES, new Set(tables.map(({ name }) => String(name)))).map(
    (check) => db.prepare(check).get()?.quick_check,
  )
}

test('of a file of gigabytes small tables are checked, and damage in one of them is found', async () => {
  await using database = await temporarySqlite()
  {
    await using db = await database.open()
    await surveyOf(db, 3)
  }
  assert.deepEqual(new Set(answers(database.url)), new Set(['ok']))
  let rootPage: number
  {
    using db = new DatabaseSync(database.url, { readOnly: true })
    rootPage = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'surveys'").get()?.rootpage)
  }
  const file = await open(database.url, 'r+')
  await file.write(Buffer.alloc(16, 0xa5), 0, 16, (rootPage - 1) * 4_096)
  await file.close()
  assert.ok(answers(database.url).some((answer) => answer !== 'ok'))
})

test('no check of a file of gigabytes reads what grows with sites or samples, or what an older database lacks', () => {
  const large = ['survey_sites', 'operations', 'samples', 'sample_metrics', 'series_chunks', 'artifacts']
  assert.deepEqual(healthChecks(GIGABYTES, new Set(['surveys', ...large])), ['PRAGMA quick_check(surveys)'])
  assert.deepEqual(healthChecks(2 ** 20, new Set(large)), ['PRAGMA quick_check(1)'])
})
