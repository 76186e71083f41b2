import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openDatabase } from '../../db/connection/open.ts'
import { openReaders } from '../../server/database/open-databases.ts'
import { temporaryFolder, towline } from '../cli/towline.ts'

const RECORDED = join(import.meta.dirname, '../../demo/recorded.sqlite')

/** A copy of a database of ours, after somebody else has had it. */
async function forged(...statements: readonly string[]) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'theirs.sqlite')
  await copyFile(RECORDED, file)
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec('PRAGMA ignore_check_constraints = 1')
  for (const statement of statements) db.exec(statement)
  db.close()
  return { file, path: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

test('readers and writers refuse databases with triggers, views, virtual tables or generated columns', async () => {
  for (const statement of [
    'CREATE TRIGGER t AFTER INSERT ON surveys BEGIN DELETE FROM surveys; END',
    'CREATE TRIGGER t AFTER UPDATE ON samples BEGIN SELECT 1; END',
    'CREATE VIEW v AS SELECT * FROM surveys',
    'ALTER TABLE lists RENAME TO hidden; CREATE VIEW lists AS SELECT * FROM hidden',
    'CREATE VIRTUAL TABLE f USING fts5(x)',
    'CREATE TABLE g (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1))',
    'CREATE TABLE g (a INTEGER, b INTEGER AS (a + 1))',
  ]) {
    await using database = await forged(statement)
    for (const readOnly of [true, false])
      await assert.rejects(
        async () => {
          await using _db = await openDatabase({ url: database.file, readOnly })
        },
        { code: 'refused', message: /has a (?:trigger|view|table) '\w+' that towline did not make/ },
        statement,
      )
  }
})

test('no long text or query of a stranger’s database is waited for', async () => {
  await using database = await forged("UPDATE lists SET source = replace(hex(zeroblob(2000000)), '0', 'x')")
  const limits = { lengthBytes: 1_000_000, queryMs: 200 }
  await using db = await openDatabase({ url: database.file, readOnly: true, limits })
  await assert.rejects(db.query('SELECT source FROM lists'), {
    code: 'refused',
    message: /holds a value that is too long/,
  })
  const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
  await assert.rejects(db.query(endless), { code: 'refused', message: /took too long to answer/ })
  assert.deepEqual(await db.query('SELECT 1 AS one'), [{ one: 1 }])
})

test('a served stranger’s database is never migrated or written', async () => {
  await using database = await forged("DELETE FROM towline_migrations WHERE name = '023-stored-lists'")
  await assert.rejects(openReaders(database.file, true), /of an older towline/)
  const db = new DatabaseSync(database.file, { readOnly: true })
  const rows = db
    .prepare("SELECT count(*) AS n FROM towline_migrations WHERE name = '023-stored-lists'")
    .get()
  db.close()
  assert.equal(rows?.n, 0)
})

test('what no towline writes into a database causes no fault', async () => {
  await using database = await forged(
    "UPDATE campaigns SET options = 'no json', arms = '[['",
    "UPDATE surveys SET operations = '{', versions = '<img>'",
  )
  for (const args of [
    ['campaign', 'show'],
    ['campaign', 'list'],
    ['survey', 'show'],
    ['survey', 'list'],
  ]) {
    const { code, stderr } = await towline([...args, '--database', database.file], { cwd: database.path })
    assert.notEqual(code, 70, `${args.join(' ')}: ${stderr}`)
    if (code !== 0) assert.match(stderr, /^towline: [^\n]*\n$/)
  }
})
