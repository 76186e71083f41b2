import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyOf } from '../../db/campaign/samples.ts'
import { serveDns } from '../../servers/dns.ts'
import { ownMounts } from '../prepare/unshare.ts'
import { argv, type Ended, linesOf, temporaryFolder, towline, towlineHere } from '../towline.ts'

/** Surveys one name that does not exist, into this database. */
async function crawlInto(t: TestContext, folder: string, database: string): Promise<Ended> {
  await using dns = await serveDns(() => ({ rcode: 3 }))
  const list = join(folder, 'list.csv')
  await writeFile(list, '1,a.test\n')
  return await towlineHere(
    t,
    argv`crawl --list ${list} --resolver ${dns.address} --operations dns --survey-only --database ${database}`,
  )
}

function check({ code, stdout, stderr }: Ended, wanted: number, says: RegExp): void {
  assert.deepEqual(
    { code, stdout, lines: linesOf(stderr).length },
    { code: wanted, stdout: '', lines: 1 },
    stderr,
  )
  assert.match(stderr, says)
  assert.match(stderr, /^towline: /)
}

test('a text file as database is refused with exit code 65, by writer and reader, and not touched', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'notes.txt')
  await writeFile(database, 'remember the milk\n'.repeat(500))
  check(
    await crawlInto(t, folder.path, database),
    65,
    /notes\.txt cannot be opened: check that it is a towline database/,
  )
  check(await towlineHere(t, ['survey', 'list', '--database', database]), 65, /notes\.txt/)
  assert.equal(await readFile(database, 'utf8'), 'remember the milk\n'.repeat(500))
  assert.deepEqual((await readdir(folder.path)).toSorted(), ['list.csv', 'notes.txt'])
})

test('a folder as database, and a place that is no database, are refused with exit code 66', async (t) => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'folder'))
  check(await crawlInto(t, folder.path, join(folder.path, 'folder')), 66, /is a folder: name a file/)
  check(await crawlInto(t, folder.path, 'mysql://host/db'), 66, /no database we know/)
  check(await crawlInto(t, folder.path, ''), 66, /no database we know/)
  check(await crawlInto(t, folder.path, ':memory:'), 66, /no database we know/)
})

test('a reader finds no database where none is, and makes none', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'data', 'towline.sqlite')
  const readers = [
    ['survey', 'list'],
    ['survey', 'show'],
    ['survey', 'summary'],
    ['survey', 'diff', '1'],
    ['survey', 'site', 'a.test'],
    ['select'],
  ]
  for (const reader of readers) {
    const ended = await towlineHere(t, [...reader, '--database', database])
    check(ended, 66, /there is no database .*towline\.sqlite yet: run a survey first/)
  }
  const real = await towline(['survey', 'show'], { cwd: folder.path })
  check(real, 66, /there is no database data\/towline\.sqlite yet/)
  assert.deepEqual(await readdir(folder.path), [])
})

test('a database without a survey is reported as such: a list of none, or exit code 66', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'empty.sqlite')
  await (await openDatabase({ url: database }))[Symbol.asyncDispose]()
  const list = await towlineHere(t, ['survey', 'list', '--database', database])
  assert.deepEqual(
    { ...list },
    { code: 0, stdout: 'no survey yet: make one with `./towline crawl --sandbox`\n', stderr: '' },
  )
  for (const reader of [['survey', 'show'], ['survey', 'summary'], ['survey', 'site', 'a.test'], ['select']])
    check(await towlineHere(t, [...reader, '--database', database]), 66, /empty\.sqlite holds no survey yet/)
})

test('a database of a newer towline is reported with exit code 76 and left alone', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'newer.sqlite')
  {
    await using db = await openDatabase({ url: database })
    await db.query("INSERT INTO towline_migrations (name, batch) VALUES ('999-tomorrow', 9)")
  }
  check(
    await crawlInto(t, folder.path, database),
    76,
    /written by a newer towline \(999-tomorrow\): update towline/,
  )
  check(await towlineHere(t, ['survey', 'list', '--database', database]), 76, /newer towline/)
})

test('a database that somebody else writes to is reported with exit code 75; readers still read it', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'busy.sqlite')
  await using db = await openDatabase({ url: database })
  await surveyOf(db, 3)
  await db.write(async () => {
    check(
      await crawlInto(t, folder.path, database),
      75,
      /busy\.sqlite is locked by another process: .*--resume/,
    )
    const { code, stdout } = await towlineHere(t, ['survey', 'list', '--database', database])
    assert.equal(code, 0)
    assert.match(stdout, /list\.csv/)
  })
})

const mounts = await ownMounts()

test('a database in a folder that cannot be written to is reported in one line', {
  skip: mounts.whyNot,
}, async () => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: 3 }))
  const cwd = folder.path
  await writeFile(join(cwd, 'list.csv'), '1,a.test\n')
  await mkdir(join(cwd, 'read-only'))
  const mount = 'mount -t tmpfs -o ro tmpfs "$0" && exec "$@"'
  const under = [...mounts.under, 'sh', '-c', mount, join(cwd, 'read-only')]
  const args = ['crawl', '--list', 'list.csv', '--resolver', dns.address, '--operations', 'dns']
  for (const database of ['read-only/towline.sqlite', 'read-only/data/towline.sqlite']) {
    const ended = await towline([...args, '--database', database], { cwd, under })
    check(
      ended,
      66,
      new RegExp(`the database ${database} cannot be opened: .*the rights to it and to its folder`),
    )
  }
})
