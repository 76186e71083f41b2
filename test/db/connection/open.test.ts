import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { DatabaseError, type DatabaseErrorCode } from '../../../db/connection/database-error.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { latestSurvey, listSurveys } from '../../../db/survey/surveys.ts'
import { surveyOf } from '../campaign/samples.ts'
import { onEveryDatabase, temporarySqlite, withEveryDatabase } from '../databases.ts'

/** Every file of them is applied. */
const MIGRATIONS = readdirSync(new URL('../../../db/migrations', import.meta.url)).length

async function rejectsWith(code: DatabaseErrorCode, line: RegExp, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof DatabaseError, `not a DatabaseError: ${String(error)}`)
    assert.equal(error.code, code, error.message)
    assert.match(error.message, line)
    assert.ok(!error.message.includes('\n'), 'more than one line')
    return true
  })
}

/** Statements of another program on the same file. */
function elsewhere(file: string, ...statements: string[]): void {
  using connection = new DatabaseSync(file)
  connection.exec(statements.join(';'))
}

onEveryDatabase(
  'a new database gets its schema, and opening it again changes nothing',
  async (database) => {
    {
      await using db = await database.open()
      await surveyOf(db, 3)
    }
    await using db = await database.open()
    assert.equal((await listSurveys(db)).length, 1)
    assert.equal((await db.query('SELECT * FROM towline_migrations')).length, MIGRATIONS)
  },
  { migrate: true },
)

onEveryDatabase(
  'several that open the same new database at once all succeed',
  async (database) => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => database.open()))
    for (const db of opened) assert.deepEqual(await listSurveys(db), [])
    assert.equal((await opened[0]?.query('SELECT * FROM towline_migrations'))?.length, MIGRATIONS)
    for (const db of opened) await db[Symbol.asyncDispose]()
  },
  { migrate: true },
)

withEveryDatabase('a reader reads what is committed and cannot write', async (db, database) => {
  const id = await surveyOf(db, 3)
  await using reader = await database.open({ readOnly: true })
  assert.equal((await latestSurvey(reader))?.id, id)
  await rejectsWith('unreadable', /read-?only/, reader.query('DELETE FROM operations'))
  await rejectsWith('unreadable', /read-?only/, surveyOf(reader, 1))
})

onEveryDatabase(
  'a reader of a database that has no survey yet is reported as such',
  async (database) => {
    await rejectsWith('unreadable', /no (database|survey).*run/, database.open({ readOnly: true }))
  },
  { migrate: true },
)

onEveryDatabase('a database of a newer towline is left alone', async (database) => {
  {
    await using db = await database.open()
    await db.query("INSERT INTO towline_migrations (name, batch) VALUES ('999-future', 2)")
  }
  await rejectsWith('newer', /newer towline \(999-future\)/, database.open())
  await rejectsWith('newer', /newer towline \(999-future\)/, database.open({ readOnly: true }))
})

withEveryDatabase('a write that rejects leaves nothing behind, and the next one works', async (db) => {
  const failure = new Error('the list ended badly')
  await assert.rejects(
    db.write(async (query) => {
      await query(
        "INSERT INTO lists (source, sha256, fetched_at, entries, bad_lines) VALUES ('a', 'b', 'c', 1, 0)",
      )
      throw failure
    }),
    failure,
  )
  assert.deepEqual(await db.query('SELECT * FROM lists'), [])
  await surveyOf(db, 1)
  assert.equal((await listSurveys(db)).length, 1)
})

test('every pragma of the safety rules is in force on the open connection', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const pragma = async (name: string): Promise<unknown> =>
    Object.values((await db.query(`PRAGMA ${name}`))[0] ?? {})[0]
  assert.equal(await pragma('journal_mode'), 'wal')
  assert.equal(await pragma('synchronous'), 2)
  assert.equal(await pragma('busy_timeout'), 5_000)
  assert.equal(await pragma('foreign_keys'), 1)
  assert.equal(await pragma('trusted_schema'), 0)
  assert.equal(await pragma('cell_size_check'), 1)
  assert.equal(await pragma('mmap_size'), 0)
  assert.equal(await pragma('secure_delete'), 2)
  assert.equal(await pragma('journal_size_limit'), 16 * 2 ** 20)
})

test('every table of ours is STRICT', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const tables = await db.query(
    "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE '%migrations%' AND name NOT LIKE 'sqlite_%'",
  )
  assert.deepEqual(tables.map(({ name }) => name).sort(), [
    'artifacts',
    'asked_checks',
    'campaign_sites',
    'campaigns',
    'canaries',
    'comparisons',
    'contribution_keys',
    'contributions',
    'data_version',
    'field_arrivals',
    'field_cells',
    'field_invites',
    'field_losses',
    'field_members',
    'field_releases',
    'field_runs',
    'field_sites',
    'field_studies',
    'filmstrip_frames',
    'filmstrips',
    'followed_series',
    'lab_cells',
    'lab_runs',
    'lists',
    'load_runs',
    'load_seconds',
    'loads',
    'operations',
    'sample_metrics',
    'sample_tallies',
    'samples',
    'series',
    'series_chunks',
    'site_deaths',
    'site_loads',
    'stored_lists',
    'survey_sites',
    'survey_summaries',
    'survey_trends',
    'surveys',
    'vantages',
  ])
  for (const { name, strict } of tables) assert.equal(strict, 1, `${name} is not STRICT`)
})

test('the folder is made, the file may have any name, and sqlite: and plain paths mean the same file', async () => {
  await using database = await temporarySqlite()
  const file = join(dirname(database.url), 'a b', 'ä?#%41.sqlite')
  {
    await using db = await openDatabase({ url: `sqlite:${file}` })
    await surveyOf(db, 1)
  }
  assert.ok((await stat(file)).size > 0)
  await using db = await openDatabase({ url: file, readOnly: true })
  assert.equal((await listSurveys(db)).length, 1)
})

test('what is no towline database is refused and not touched', async () => {
  await using database = await temporarySqlite()
  const text = `${database.url}.txt`
  await writeFile(text, 'rank,domain\n1,example.test\n'.repeat(100))
  await rejectsWith('unreadable', /\.txt cannot be opened/, openDatabase({ url: text }))
  await rejectsWith('unreadable', /\.txt cannot be opened/, openDatabase({ url: text, readOnly: true }))
  assert.match(await readFile(text, 'utf8'), /^rank,domain/)

  const foreign = `${database.url}.foreign`
  elsewhere(foreign, 'CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY)')
  const before = await readFile(foreign)
  await rejectsWith('unreadable', /another program/, openDatabase({ url: foreign }))
  await rejectsWith('unreadable', /another program/, openDatabase({ url: foreign, readOnly: true }))
  assert.deepEqual(await readFile(foreign), before)

  await rejectsWith('unreadable', /is a folder/, openDatabase({ url: dirname(database.url) }))
  await rejectsWith(
    'unreadable',
    /'mysql:\/\/…' is no database/,
    openDatabase({ url: 'mysql://user:secret@host/db' }),
  )
  await rejectsWith('unreadable', /is no database/, openDatabase({ url: 'sqlite:' }))
})

test('a file or folder that we have no rights to is unreadable', async (t: TestContext) => {
  if (process.getuid?.() === 0) return t.skip('root has every right')
  await using database = await temporarySqlite()
  await (await database.open())[Symbol.asyncDispose]()
  await chmod(database.url, 0)
  await rejectsWith('unreadable', /rights/, database.open())
  const closed = join(dirname(database.url), 'closed')
  await mkdir(closed, { mode: 0o500 })
  await rejectsWith('unreadable', /rights/, openDatabase({ url: join(closed, 'new.sqlite') }))
})

test('a folder below a file is unreadable', async () => {
  await using database = await temporarySqlite()
  await writeFile(database.url, '')
  await rejectsWith('unreadable', /rights/, openDatabase({ url: join(database.url, 'sub', 'new.sqlite') }))
})

test('a damaged file is found out when it is opened for writing', async () => {
  await using database = await temporarySqlite()
  {
    await using db = await database.open()
    await surveyOf(db, 2_000)
  }
  const { size } = await stat(database.url)
  const file = await open(database.url, 'r+')
  // The second half holds table and index pages; the first page, with the schema, stays whole.
  for (let at = Math.floor(size / 2); at < size; at += 4_096)
    await file.write(Buffer.alloc(64, 0xa5), 0, 64, at)
  await file.close()
  await rejectsWith('corrupt', /is damaged: restore a backup/, database.open())
})

test('a database that another process keeps locked is locked after the busy timeout, and free again later', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open({ busyTimeoutMs: 150 })
  using holder = new DatabaseSync(database.url)
  holder.exec('BEGIN EXCLUSIVE')
  // The least of several: a busy machine may hold one up for as long as the time-out that nobody asked for.
  let waitedMs = Infinity
  for (let n = 0; n < 3; n += 1) {
    const startMs = performance.now()
    await rejectsWith('locked', /locked by another process/, surveyOf(db, 1))
    waitedMs = Math.min(waitedMs, performance.now() - startMs)
  }
  assert.ok(waitedMs >= 140 && waitedMs < 2_000, `waited ${waitedMs} ms`)
  holder.exec('COMMIT')
  await surveyOf(db, 1)
})

test('a reader is never kept out while a writer writes', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const first = await surveyOf(db, 10)
  await using reader = await database.open({ readOnly: true, busyTimeoutMs: 0 })
  let writing = true
  const writer = (async () => {
    for (let i = 0; i < 20; i += 1) await surveyOf(db, 500)
    writing = false
  })()
  let reads = 0
  while (writing) {
    const surveys = await listSurveys(reader)
    assert.ok(surveys.length >= 1 && surveys.at(-1)?.id === first)
    for (const { id, sites } of surveys.slice(0, -1))
      assert.equal(sites, 500, `survey ${id} was seen half made`)
    reads += 1
  }
  await writer
  assert.ok(reads > 5, `only ${reads} reads`)
})

test('a PostgreSQL server that is down is unreachable, and its password is not shown', async () => {
  await assert.rejects(
    openDatabase({ url: 'postgres://user:secret@127.0.0.1:1/survey' }),
    (error: unknown) => {
      assert.ok(error instanceof DatabaseError)
      assert.equal(error.code, 'unreachable')
      assert.match(error.message, /postgres:\/\/user@127\.0\.0\.1:1\/survey does not answer/)
      assert.ok(!error.message.includes('secret'))
      return true
    },
  )
})
