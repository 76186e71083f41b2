import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { perDay } from '../../../cli/checks/check-box-flags.ts'
import { runCheckProcess } from '../../../cli/checks/check-process.ts'
import { openCheckBox } from '../../../cli/checks/open-check-box.ts'
import { cacheFolder } from '../../../crawler/process/cache-folder.ts'
import { type AskedCheck, addCheck, newestChecks } from '../../../db/checks/asked-checks.ts'
import type { Database } from '../../../db/connection/database.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { onEveryDatabase, type TestDatabase, temporarySqlite } from '../../db/databases.ts'
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

/** Folders of checks under way, of whoever runs some on this machine. */
async function foldersOfChecks(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('towline-asked-check-'))
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
      assert.equal(one?.reason, 'no site can be probed (one.test: no answer in the survey: dns_nxdomain)')
      assert.equal(two?.reason, 'no site can be probed (two.test: no answer in the survey: dns_nxdomain)')
      assert.ok((one?.finishedAt ?? '') < (two?.finishedAt ?? ''))
      assert.ok(dns.asked.some(({ name }) => name === 'two.test'))
    },
  )

  onEveryDatabase(
    'a check that is under way when its server stops goes back, and leaves nothing',
    async (database) => {
      await using db = await database.open()
      await using dns = await serveDns(() => ({ silent: true }))
      const before = await foldersOfChecks()
      {
        await using box = await openBox(database, dns)
        await db.write(async (query) => {
          await box.enqueue(
            query,
            await addCheck(query, { url: 'https://a.test/', domain: 'a.test', createdAt: NOW }),
          )
        })
        await until('a question', () => dns.asked.length > 0)
      }
      const [check] = await newestChecks(db, 10)
      assert.deepEqual([check?.state, check?.attempts], ['waiting', 0])
      assert.deepEqual(await foldersOfChecks(), before)
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
  assert.match(check?.reason ?? '', /^no site can be probed \(www\.quiet\.test: .*opted_out\)$/)
  assert.deepEqual(
    dns.asked.filter(({ name }) => name.endsWith('quiet.test')),
    [],
  )
})

test('a check that takes too long is ended, and says so', { skip: noBrowser }, async () => {
  await using dns = await serveDns(() => ({ silent: true }))
  const outcome = await runCheckProcess('https://a.test/', {
    words: ['--resolver', dns.address, '--allow-address', '127.0.0.0/8'],
    signal: new AbortController().signal,
    limitMs: 1,
    warn: assert.fail,
  })
  assert.deepEqual(outcome, { reason: 'It took longer than 1 minute.' })
})

test('what is wrong with this machine is told the operator alone', { skip: noBrowser }, async () => {
  const warned: string[] = []
  const outcome = await runCheckProcess('https://a.test/', {
    words: ['--ca', '/nonexistent/ca.pem', '--allow-address', '127.0.0.0/8'],
    signal: new AbortController().signal,
    warn: (line) => warned.push(line),
  })
  assert.deepEqual(outcome, { reason: 'The check could not be run here.' })
  assert.deepEqual(warned, ['a check ended with 66: --ca /nonexistent/ca.pem: no such file'])
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
