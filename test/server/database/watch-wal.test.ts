import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { walBytes, watchWal } from '../../../server/database/watch-wal.ts'
import { temporarySqlite } from '../../db/databases.ts'

test('a write-ahead log that grows too large is reported of once, and again when it has been small meanwhile', async () => {
  await using file = await temporarySqlite()
  await using db = await file.open()
  const said: string[] = []
  const heard = { next: Promise.withResolvers<void>() }
  const log = pino(
    { level: 'warn' },
    {
      write(line: string) {
        said.push(line)
        heard.next.resolve()
      },
    },
  )
  const large = async () => {
    heard.next = Promise.withResolvers()
    await db.query('CREATE TABLE filler (bytes BLOB NOT NULL) STRICT')
    await db.query('INSERT INTO filler VALUES (zeroblob(400000))')
    await heard.next.promise
  }
  const small = async () => {
    await db.query('DROP TABLE filler')
    await db.query('PRAGMA wal_checkpoint(TRUNCATE)')
    assert.equal(await walBytes(db), 0)
  }
  await db.query('PRAGMA wal_checkpoint(TRUNCATE)')
  const stop = new AbortController()
  const looks = { count: 0 }
  const watched = watchWal({
    db: {
      dialect: 'sqlite',
      get name() {
        looks.count += 1
        return db.name
      },
    },
    ...{ log, signal: stop.signal, alarmBytes: 300_000, everyMs: 5 },
  })
  const severalLooks = async () => {
    const until = looks.count + 3
    while (looks.count < until) await new Promise((again) => setTimeout(again, 5))
  }
  await severalLooks()
  assert.equal(said.length, 0)
  await large()
  await severalLooks()
  assert.equal(said.length, 1, said.join(''))
  await small()
  await severalLooks()
  await large()
  assert.equal(said.length, 2)
  stop.abort()
  await watched
})

test('another kind of database has no write-ahead log to look at', async () => {
  assert.equal(await walBytes({ dialect: 'postgres', name: 'postgres://host/db' }), null)
  assert.equal(await walBytes({ dialect: 'sqlite', name: '/nowhere/none.sqlite' }), null)
})

test('a log that a long reader keeps large is emptied when the reader ends, without another write', async () => {
  await using file = await temporarySqlite()
  await using writer = await file.open()
  await using reader = await file.open({ readOnly: true })
  const lines: { walBytes: number; msg: string }[] = []
  const heard = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const log = pino(
    { level: 'warn' },
    {
      write(line: string) {
        lines.push(JSON.parse(line))
        heard[lines.length - 1]?.resolve()
      },
    },
  )
  await writer.query('PRAGMA wal_checkpoint(TRUNCATE)')
  await writer.query('CREATE TABLE filler (bytes BLOB NOT NULL) STRICT')
  await reader.query('BEGIN')
  await reader.query('SELECT count(*) FROM filler')
  for (let row = 0; row < 30; row += 1) await writer.query('INSERT INTO filler VALUES (zeroblob(1000000))')
  const stop = new AbortController()
  let looks = 0
  const watched = watchWal({
    db: writer,
    writer: {
      query(sql, bindings) {
        looks += 1
        return writer.query(sql, bindings)
      },
    },
    ...{ log, signal: stop.signal, alarmBytes: 20_000_000, everyMs: 5 },
  })
  await heard[0]?.promise
  while (looks < 5) await new Promise((again) => setTimeout(again, 5))
  assert.ok(((await walBytes(writer)) ?? 0) > 30_000_000, 'nothing can be done while it is read')
  const [seen] = await reader.query('SELECT count(*) AS n FROM filler')
  assert.equal(seen?.n, 0, 'the reader has its snapshot')
  await reader.query('COMMIT')
  await heard[1]?.promise
  stop.abort()
  await watched
  assert.equal(await walBytes(writer), 0)
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    [
      'the write-ahead log of the database is large: something reads it without a pause',
      'the write-ahead log of the database is emptied',
    ],
  )
  const [rows] = await writer.query('SELECT count(*) AS n FROM filler')
  assert.equal(rows?.n, 30)
})
