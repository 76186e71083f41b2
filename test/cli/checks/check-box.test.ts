import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { perDay } from '../../../cli/checks/check-box-flags.ts'
import { openChecksFolder, runCheckProcess } from '../../../cli/checks/check-process.ts'
import { openCheckBox } from '../../../cli/checks/open-check-box.ts'
import { cacheFolder } from '../../../crawler/process/cache-folder.ts'
import { readProcess } from '../../../crawler/process/group-members.ts'
import { type AskedCheck, addCheck, newestChecks } from '../../../db/checks/asked-checks.ts'
import type { Database } from '../../../db/connection/database.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { onEveryDatabase, type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { type DnsServer, serveDns } from '../../servers/dns.ts'
import { until } from '../../servers/until.ts'
import { linesOf, temporaryFolder, towline } from '../towline.ts'

const NOW = '2026-11-28T10:00:00.000Z'

function openBox(database: TestDatabase, dns: DnsServer, optOut?: string): ReturnType<typeof openCheckBox> {
  return openCheckBox(
    {
      ...(optOut !== undefined && { optOut }),
      ...{ acceptChecks: 10, checksPerAddress: 5, database: database.url, cache: cacheFolder() },
      ...{ resolver: [dns.address], allowAddress: ['127.0.0.0/8'] },
    },
    new AbortController().signal,
  )
}

async function settled(db: Database, wanted: (checks: readonly AskedCheck[]) => boolean): Promise<void> {
  await until('the checks', async () => wanted(await newestChecks(db, 10)))
}

/** The folder of the check of a URL that this process has started. */
function folderOf(url: string): string {
  const [line] = descendantsOf(process.pid)
    .map((pid) => readProcess(String(pid), 'cmdline').split('\0'))
    .filter((words) => words.includes(url))
  return line?.[line.indexOf('--folder') + 1] ?? assert.fail('no check is under way')
}

if (noBrowser === false) {
  onEveryDatabase(
    'checks are done one after the other, each with its reason where there is no result',
    async (database) => {
      await using db = await database.open()
      await using dns = await serveDns(() => ({ rcode: 3 }))
      await using box = await openBox(database, dns)
      for (const name of ['one', 'two'])
        await db.write(async (query) => {
          const url = `https://${name}.test/`
          await box.enqueue(query, await addCheck(query, { url, domain: url, createdAt: NOW }))
        })
      await settled(db, (checks) => checks.every(({ state }) => state === 'failed'))
      const [two, one] = await newestChecks(db, 10)
      assert.match(one?.reason ?? '', /^one\.test cannot be measured: no answer .*: dns_nxdomain \(the name/)
      assert.match(two?.reason ?? '', /^two\.test cannot be measured: no answer .*: dns_nxdomain \(the name/)
      assert.ok((one?.finishedAt ?? '') < (two?.finishedAt ?? ''))
      assert.ok(dns.asked.some(({ name }) => name === 'two.test'))
    },
  )

  onEveryDatabase(
    'a check that is under way when its server stops goes back, and leaves nothing',
    async (database) => {
      await using db = await database.open()
      await using dns = await serveDns(() => ({ silent: true }))
      let folder = ''
      {
        await using box = await openBox(database, dns)
        await db.write(async (query) => {
          await box.enqueue(
            query,
            await addCheck(query, { url: 'https://a.test/', domain: 'a.test', createdAt: NOW }),
          )
        })
        await until('a question', () => dns.asked.length > 0)
        folder = folderOf('https://a.test/')
        assert.ok(existsSync(folder))
      }
      const [check] = await newestChecks(db, 10)
      assert.deepEqual([check?.state, check?.attempts], ['waiting', 0])
      assert.equal(existsSync(folder), false)
    },
  )
}

test('whom the operator leaves alone is not even looked up', { skip: noBrowser }, async () => {
  await using database = await temporarySqlite()
  await using folder = await temporaryFolder()
  const optOut = join(folder.path, 'opt-out.txt')
  await writeFile(optOut, 'quiet.test\n')
  await using db = await database.open()
  await using dns = await serveDns(() => ({ rcode: 3 }))
  await using _box = await openBox(database, dns, optOut)
  await db.write((query) =>
    addCheck(query, { url: 'https://www.quiet.test/', domain: 'quiet.test', createdAt: NOW }),
  )
  await settled(db, ([check]) => check?.state === 'failed')
  const [check] = await newestChecks(db, 1)
  assert.match(check?.reason ?? '', /^www\.quiet\.test cannot be measured: .*opted_out \(.*\)$/)
  assert.deepEqual(
    dns.asked.filter(({ name }) => name.endsWith('quiet.test')),
    [],
  )
})

test('a check that takes too long is ended, and says so', { skip: noBrowser }, async () => {
  await using dns = await serveDns(() => ({ silent: true }))
  await using folder = await temporaryFolder()
  const outcome = await runCheckProcess('https://a.test/', {
    folder: folder.path,
    words: ['--resolver', dns.address, '--allow-address', '127.0.0.0/8'],
    signal: new AbortController().signal,
    limitMs: 1,
    warn: assert.fail,
  })
  assert.deepEqual(outcome, { reason: 'It took longer than 1 minute.' })
})

test('what is wrong with this machine is told the operator alone', { skip: noBrowser }, async () => {
  const warned: string[] = []
  await using folder = await temporaryFolder()
  const outcome = await runCheckProcess('https://a.test/', {
    folder: folder.path,
    words: ['--ca', '/nonexistent/ca.pem', '--allow-address', '127.0.0.0/8'],
    signal: new AbortController().signal,
    warn: (line) => warned.push(line),
  })
  assert.deepEqual(outcome, { reason: 'The check could not be run here.' })
  assert.deepEqual(warned, ['a check ended with 66: --ca /nonexistent/ca.pem: no such file'])
})

test('what a killed server left of its checks is taken away when the next one starts', async () => {
  await using folder = await temporaryFolder()
  const nowMs = Date.now()
  for (const [name, ageS] of [
    ['check-left', 1_300],
    ['check-under-way', 500],
    ['other', 1_300],
  ] as const) {
    await mkdir(join(folder.path, name))
    await utimes(join(folder.path, name), nowMs / 1_000 - ageS, nowMs / 1_000 - ageS)
  }
  await openChecksFolder(folder.path, nowMs)
  assert.deepEqual((await readdir(folder.path)).toSorted(), ['check-under-way', 'other'])
})

test('so many a day: a number, with or without /day', () => {
  assert.deepEqual([perDay('50/day'), perDay('7')], [50, 7])
  for (const odd of ['', '0', '-1', '1/hour', '1e3', '10001/day', 'x'])
    assert.throws(() => perDay(odd), { name: 'InvalidArgumentError' }, odd)
})

test('checks are stored: a database that is only read takes none', async () => {
  await using folder = await temporaryFolder()
  const { code, stderr } = await towline(
    ['serve', '--accept-checks', '5/day', '--read-only', '--port', '0', '--database', 'x.sqlite'],
    { cwd: folder.path },
  )
  assert.deepEqual([code, linesOf(stderr).length], [64, 1], stderr)
  assert.match(stderr, /--accept-checks stores what it finds: it cannot be given with --read-only/)
})
