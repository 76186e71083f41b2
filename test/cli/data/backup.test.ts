import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY } from '../../../cli/options/entry.ts'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { contribute, openSandbox } from '../../db/field/field-contributions.ts'
import {
  type Ended,
  environment,
  type RunOptions,
  temporaryFolder,
  towline,
  towlineHere,
} from '../towline.ts'

const DAYS = Array.from({ length: 28 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`)

/** So many loads of 28 days each, which is some kilobytes a pseudonym: those of the first person, repeated in SQL. */
async function fill(db: Database, pseudonyms: number): Promise<void> {
  await openSandbox(db)
  await contribute(
    db,
    DAYS.map((day) => ({ who: 'someone', day })),
  )
  const columns = await db.query("SELECT name FROM pragma_table_info('contributions')")
  const values = columns.map(({ name }) =>
    name === 'id'
      ? 'lower(hex(randomblob(16)))'
      : name === 'cid_hash'
        ? "printf('%064d', person)"
        : String(name),
  )
  await db.query(
    `WITH RECURSIVE people (person) AS (VALUES (2) UNION ALL SELECT person + 1 FROM people WHERE person < ?)
     INSERT INTO contributions SELECT ${values.join(', ')} FROM people, contributions WHERE person <= ?`,
    [pseudonyms, pseudonyms],
  )
}

async function loadsOf(file: string): Promise<number> {
  await using db = await openDatabase({ url: file, readOnly: true })
  const [row] = await db.query('SELECT count(*) AS n FROM contributions')
  return Number(row?.n)
}

/** Writes two loads a transaction until it is stopped; `written` is how many transactions. */
function writeOn(db: Database): { readonly written: () => number; readonly stop: () => Promise<void> } {
  let [written, stopped] = [0, false]
  const writing = (async () => {
    for (; !stopped; written += 1) {
      const [who, day] = [`writer ${written}`, '2026-11-01']
      await contribute(db, [
        { who, day },
        { who, day, proto: 'h3', connectMs: null },
      ])
      await sleep(1)
    }
  })()
  const stop = async (): Promise<void> => {
    stopped = true
    await writing
  }
  return { written: () => written, stop }
}

/** Makes backups until somebody wrote all through one of them. */
async function backupMeanwhile(copy: string, options: RunOptions, written: () => number): Promise<Ended> {
  for (let tries = 1; ; tries++) {
    const before = written()
    const made = await towline(['backup', copy], options)
    const seen = written()
    if (seen - before > 5) {
      // What is written after it is in no copy.
      while (written() === seen) await sleep(1)
      return made
    }
    assert.ok(tries < 10, `${made.stderr}${seen - before} transactions during a backup`)
    await rm(copy, { force: true })
  }
}

test('a backup while somebody writes is of one moment, is read as a whole, and can be restored', async () => {
  await using folder = await temporaryFolder()
  const { path: cwd } = folder
  const [database, copy, restored] = ['a.sqlite', 'copy.sqlite', 'b.sqlite'].map((name) => join(cwd, name))
  await using db = await openDatabase({ url: database ?? '' })
  await fill(db, 600)
  const writer = writeOn(db)
  const [before] = await db.query('SELECT count(*) AS n FROM contributions')
  const options = { cwd, env: { DATABASE_URL: database ?? '' } }
  const made = await backupMeanwhile(copy ?? '', options, writer.written)
  await writer.stop()
  assert.deepEqual({ code: made.code, stderr: made.stderr }, { code: 0, stderr: '' })
  const [, loads] = /^contributions +(\d+)$/m.exec(made.stdout) ?? []
  assert.equal(await loadsOf(copy ?? ''), Number(loads))
  assert.ok(Number(loads) >= Number(before?.n) && Number(loads) < (await loadsOf(database ?? '')))
  assert.equal(Number(loads) % 2, 0, 'no transaction is there by half')
  assert.match(made.stdout, /: whole, with every row of \d+ tables\n$/)
  assert.equal((await stat(copy ?? '')).mode & 0o777, 0o600)

  const back = await towline(['restore', copy ?? '', '--database', restored ?? ''], { cwd })
  assert.deepEqual({ code: back.code, stderr: back.stderr }, { code: 0, stderr: '' })
  assert.equal(await loadsOf(restored ?? ''), Number(loads))
  // It is a database like any other: it can be written to.
  await using again = await openDatabase({ url: restored ?? '' })
  await contribute(again, [{ who: 'after', day: '2026-11-02' }])
  assert.equal(await loadsOf(restored ?? ''), Number(loads) + 1)
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name.includes('part')),
    [],
  )
})

test('a backup never takes the place of a file', async (t) => {
  await using folder = await temporaryFolder()
  const file = (name: string): string => join(folder.path, name)
  await (await openDatabase({ url: file('a.sqlite') }))[Symbol.asyncDispose]()
  await writeFile(file('mine'), 'precious')
  const { code, stderr } = await towlineHere(t, ['backup', file('mine'), '--database', file('a.sqlite')])
  assert.equal(code, 64)
  assert.match(stderr, /is there already/)
  assert.equal(await readFile(file('mine'), 'utf8'), 'precious')
})

test('a backup that is stopped leaves nothing behind', async () => {
  await using folder = await temporaryFolder()
  const { path: cwd } = folder
  {
    await using db = await openDatabase({ url: join(cwd, 'a.sqlite') })
    await fill(db, 1_500)
  }
  const before = (await readdir(cwd)).toSorted()
  const { child, ended } = await haltedBackup(cwd)
  child.kill('SIGINT')
  child.kill('SIGCONT')
  const [[code], stderr] = await ended
  assert.deepEqual([code, stderr], [130, 'towline: stopped\n'])
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => !/-(wal|shm)$/.test(name)),
    before.filter((name) => !/-(wal|shm)$/.test(name)),
  )
})

/** Starts backups until one can be halted in its middle: a fast machine may have ended one before it is looked at. */
async function haltedBackup(cwd: string) {
  const copies = (): string[] => readdirSync(cwd).filter((name) => name.startsWith('copy.sqlite'))
  for (;;) {
    const child = spawn(process.execPath, [ENTRY, 'backup', 'copy.sqlite', '--database', 'a.sqlite'], {
      cwd,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'] as const,
    })
    const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
    while (child.exitCode === null && copies().length === 0) await sleep(1)
    child.kill('SIGSTOP')
    while (child.exitCode === null && !isHalted(child.pid)) await sleep(1)
    if (child.exitCode === null && copies().length > 0 && !copies().includes('copy.sqlite'))
      return { child, ended }
    child.kill('SIGCONT')
    const [[code], stderr] = await ended
    assert.equal(code, 0, stderr)
    await rm(join(cwd, 'copy.sqlite'))
  }
}

function isHalted(pid = 0): boolean {
  return / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

test('backups of a folder have their moment in the name, and only old ones of them are deleted', async (t) => {
  await using folder = await temporaryFolder()
  const { path } = folder
  const database = join(path, 'a.sqlite')
  await (await openDatabase({ url: database }))[Symbol.asyncDispose]()
  const dated = (days: number): string =>
    `towline-${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T000000Z.sqlite`
  const others = [dated(20), 'towline.sqlite', `my-${dated(90)}`, `${dated(90)}.txt`]
  for (const name of [...others, dated(40), `${dated(90)}.part-17`]) await writeFile(join(path, name), '')
  const args = ['backup', '--folder', path, '--prune-older-than', '30d', '--database', database]
  const { code, stdout } = await towlineHere(t, args)
  assert.equal(code, 0)
  assert.match(stdout, new RegExp(`${dated(40)}: deleted, older than 30 days`))
  const left = (await readdir(path)).filter((name) => !name.startsWith('a.sqlite'))
  const [own, ...more] = left.filter((name) => !others.includes(name))
  assert.match(own ?? '', /^towline-20\d\d-\d\d-\d\dT\d{6}Z\.sqlite$/)
  assert.deepEqual([more, left.length], [[], others.length + 1])
  const fresh = join(path, 'fresh')
  const made = await towlineHere(t, ['backup', '--folder', fresh, '--database', database])
  assert.equal(made.code, 0, made.stderr)
  assert.equal((await readdir(fresh)).length, 1)
  for (const wrong of [join(path, 'not', 'there'), database]) {
    const refused = await towlineHere(t, ['backup', '--folder', wrong, '--database', database])
    assert.equal(refused.code, 64)
    assert.match(
      refused.stderr,
      /^towline: the folder \S+ cannot be made \((ENOENT|it is a file)\): name another one\n/,
    )
  }
})

/** Overwrites the middle of a file. */
async function damage(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(size / 2, 0xff), 0, Math.floor(size / 2), Math.floor(size / 4))
}

test('a damaged database is not backed up, and a damaged backup not restored: nothing is touched', async (t) => {
  await using folder = await temporaryFolder()
  const file = (name: string): string => join(folder.path, name)
  {
    await using db = await openDatabase({ url: file('a.sqlite') })
    await fill(db, 40)
  }
  await towlineHere(t, ['backup', file('whole.sqlite'), '--database', file('a.sqlite')])
  for (const name of ['torn', 'cut', 'text', 'foreign', 'unsound', 'orphan'])
    await copyFile(file('whole.sqlite'), file(name))
  await damage(file('torn'))
  await truncate(file('cut'), 40_960)
  await writeFile(file('text'), 'no database at all'.repeat(1_000))
  await copyFile(foreignDatabase(folder.path), file('foreign'))
  // These can be read to the end: pages that belong to nothing, rows that lead nowhere.
  execute(
    file('unsound'),
    "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'contributions_day'",
  )
  execute(file('orphan'), 'PRAGMA foreign_keys = OFF; UPDATE contributions SET site = 99')
  const before = await readFile(file('a.sqlite'))
  for (const [name, code] of [
    ['torn', 65],
    ['cut', 65],
    ['text', 65],
    ['unsound', 65],
    ['orphan', 65],
    ['foreign', 66],
    ['missing', 66],
  ] as const) {
    const ended = await towlineHere(t, ['restore', file(name), '--replace', '--database', file('a.sqlite')])
    assert.deepEqual([ended.code, ended.stdout], [code, ''], `${name}: ${ended.stderr}`)
    assert.match(ended.stderr, /^towline: [^\n]+\n$/)
  }
  assert.ok(before.equals(await readFile(file('a.sqlite'))))

  await copyFile(file('torn'), file('b.sqlite'))
  const backup = await towlineHere(t, ['backup', file('of-b'), '--database', file('b.sqlite')])
  assert.deepEqual([backup.code, backup.stdout], [65, ''], backup.stderr)
  const names = await readdir(folder.path)
  assert.deepEqual(
    names.filter((name) => name.startsWith('of-b') || name.includes('part') || name.includes('replaced')),
    [],
  )
})

function foreignDatabase(folder: string): string {
  const file = join(folder, 'other.sqlite')
  execute(file, 'CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)')
  return file
}

/** Statements on a file as it is, left without a log. */
function execute(file: string, sql: string): void {
  using other = new DatabaseSync(file, { defensive: false })
  other.exec(`${sql}; PRAGMA journal_mode = delete`)
}

test('a restore replaces a database only when told to, keeps it aside, and not while it is in use', async (t) => {
  await using folder = await temporaryFolder()
  const file = (name: string): string => join(folder.path, name)
  {
    await using db = await openDatabase({ url: file('a.sqlite') })
    await fill(db, 2)
  }
  await towlineHere(t, ['backup', file('copy'), '--database', file('a.sqlite')])
  {
    await using db = await openDatabase({ url: file('a.sqlite') })
    await contribute(db, [{ who: 'later', day: '2026-11-02' }])
    const restore = ['restore', file('copy'), '--database', file('a.sqlite')]
    const refused = await towlineHere(t, restore)
    assert.equal(refused.code, 64)
    assert.match(refused.stderr, /there is a database .* already: --replace puts it aside/)
    const used = await towlineHere(t, [...restore, '--replace'])
    assert.equal(used.code, 75)
    assert.match(used.stderr, /is in use: end the server and all else first/)
    assert.equal(await loadsOf(file('a.sqlite')), 57)
  }
  const done = await towlineHere(t, ['restore', file('copy'), '--replace', '--database', file('a.sqlite')])
  assert.equal(done.code, 0, done.stderr)
  assert.equal(await loadsOf(file('a.sqlite')), 56)
  const [, aside = ''] = /what was there before is (\S+)/.exec(done.stdout) ?? []
  assert.equal(await loadsOf(aside), 57)
})

test('a log that lies where a backup is restored is not taken for its own', async (t) => {
  await using folder = await temporaryFolder()
  const file = (name: string): string => join(folder.path, name)
  {
    await using db = await openDatabase({ url: file('a.sqlite') })
    await fill(db, 2)
    await towlineHere(t, ['backup', file('copy'), '--database', file('a.sqlite')])
    await contribute(db, [{ who: 'later', day: '2026-11-02' }])
    await copyFile(file('a.sqlite-wal'), file('b.sqlite-wal'))
  }
  const { code } = await towlineHere(t, ['restore', file('copy'), '--database', file('b.sqlite')])
  assert.equal(code, 0)
  assert.equal(await loadsOf(file('b.sqlite')), 56)
})

test('for PostgreSQL there is a tool of its own', async (t) => {
  for (const [args, tool] of [
    [['backup', 'x'], 'pg_dump'],
    [['restore', 'x'], 'pg_restore'],
  ] as const) {
    const { code, stderr } = await towlineHere(t, [...args, '--database', 'postgres://a:secret@b/c'])
    assert.equal(code, 64)
    assert.match(stderr, new RegExp(`use its own ${tool}`))
    assert.doesNotMatch(stderr, /secret/)
  }
})
