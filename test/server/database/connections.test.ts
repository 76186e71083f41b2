import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { dataVersion } from '../../../db/connection/data-version.ts'
import type { Database } from '../../../db/connection/database.ts'
import { DatabaseError } from '../../../db/connection/database-error.ts'
import { openReaders, openWriter } from '../../../server/database/open-databases.ts'
import { readerPool } from '../../../server/database/reader-pool.ts'
import { writeProbe } from '../../../server/database/write-probe.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { collectedLog } from '../http/collected-log.ts'

test('readers see what the writer commits, and cannot write', async () => {
  await using database = await temporarySqlite()
  const { log } = collectedLog()
  await using writer = (await openWriter(database.url, log)) ?? assert.fail()
  await using readers = await openReaders(database.url)
  const before = await dataVersion(readers)
  await writer.write(async () => undefined)
  assert.equal(await dataVersion(readers), before + 1)
  await assert.rejects(
    readers.write(async () => undefined),
    TypeError,
  )
})

test('a file that is no database of towline has no writer, and the log says why', async () => {
  await using database = await temporarySqlite()
  await writeFile(database.url, 'no database at all'.repeat(100))
  const { log, lines } = collectedLog()
  assert.equal(await openWriter(database.url, log), null)
  assert.match(lines[0] ?? '', /comparisons are not stored/)
})

test('a question goes to the connection with the fewest', async () => {
  const answers: { name: string; answer: () => void }[] = []
  const reader = (name: string) =>
    ({
      name,
      query: () => new Promise((resolve) => answers.push({ name, answer: () => resolve([]) })),
    }) as unknown as Database
  const pool = readerPool([reader('a'), reader('b')])
  const [first] = [pool.query('1'), pool.query('2')]
  assert.deepEqual(answers.map(({ name }) => name).join(''), 'ab')
  answers[0]?.answer()
  await first
  void pool.query('3')
  assert.deepEqual(answers.map(({ name }) => name).join(''), 'aba')
})

for (const [title, error, rejects] of [
  ['one that others write to is well', new DatabaseError('locked', 'x'), null],
  ['a full one is not', new DatabaseError('full', 'x'), /No space is left/],
  ['a damaged one is not', new DatabaseError('corrupt', 'x'), /cannot be written to/],
] as const)
  test(`health of a database: ${title}`, async () => {
    const writer = { dialect: 'postgres', write: () => Promise.reject(error) } as unknown as Database
    const probe = writeProbe(Promise.resolve(writer), () => 0)
    if (rejects === null) await probe()
    else await assert.rejects(probe(), rejects)
  })

test('health is tried every ten seconds, however often it is asked for', async () => {
  let [nowMs, writes] = [0, 0]
  const write = () => {
    writes += 1
    return Promise.resolve()
  }
  const probe = writeProbe(
    Promise.resolve({ dialect: 'postgres', write } as unknown as Database),
    () => nowMs,
  )
  for (nowMs of [0, 9_999, 10_000]) await probe()
  assert.equal(writes, 2)
})
