import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment, linesOf, temporaryFolder, towline } from '../cli/towline.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { serveDns } from '../servers/dns.ts'
import { AS_NOBODY, whyNotNobody } from '../servers/nobody.ts'

const REFUSED =
  /^towline: nothing would keep a hostile page from addresses and ports of this network \(no packet filter: only root may set it\): run it as root on Linux, or accept that by --unconfined$/

/** Every command that has a browser load a live page. */
const LOADS: Readonly<Record<string, readonly string[]>> = {
  check: ['check', 'page.example'],
  probe: ['probe', '--sites', 'page.example'],
  crawl: ['crawl', '--list', 'list.csv'],
  record: ['record', 'https://page.example/', '--out', 'recording'],
  serve: ['serve', '--accept-checks', '5/day', '--port', '0'],
}

test('without root nobody loads a live page without being told that nothing confines it', {
  skip: whyNotNobody,
}, async () => {
  await using folder = await temporaryFolder()
  await chmod(folder.path, 0o777)
  await using dns = await serveDns(() => ({ rcode: 3 }))
  for (const [command, args] of Object.entries(LOADS)) {
    const { code, stdout, stderr } = await towline([...args, '--resolver', dns.address], {
      cwd: folder.path,
      env: { HOME: folder.path },
      under: AS_NOBODY,
    })
    assert.deepEqual({ command, code, stdout }, { command, code: 77, stdout: '' }, stderr)
    assert.equal(linesOf(stderr).length, 1, stderr)
    assert.match(stderr.trim(), REFUSED)
  }
  assert.deepEqual(dns.asked, [], 'nothing is asked')
  assert.deepEqual(await readdir(folder.path), [], 'and nothing is left')
})

test('surveys and loads of one’s own network need no root or flag', {
  skip: whyNotNobody,
}, async () => {
  await using folder = await temporaryFolder()
  await chmod(folder.path, 0o777)
  await using dns = await serveDns(() => ({ rcode: 3 }))
  const run = (args: readonly string[]) =>
    towline([...args, '--resolver', dns.address, '--database', join(folder.path, 'own.sqlite')], {
      cwd: folder.path,
      env: { HOME: folder.path },
      under: AS_NOBODY,
    })
  const own = await run(['probe', '--sites', 'page.test', '--no-capture', '--allow-address', '127.0.0.0/8'])
  assert.doesNotMatch(own.stderr, /confine/)
  assert.ok(dns.asked.length > 0, own.stderr)
  const told = await run([
    'probe',
    '--sites',
    'page.example',
    '--no-capture',
    '--unconfined',
    '--h3-canary',
    'none',
  ])
  assert.doesNotMatch(told.stderr, /packet filter/)
  assert.ok(
    dns.asked.some(({ name }) => name === 'page.example'),
    told.stderr,
  )
})

onOwnPostgres(
  'a worker of campaigns is refused likewise before its first job; one of surveys runs',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o777)
    const start = (takes: string) =>
      spawn(
        AS_NOBODY[0] ?? process.execPath,
        [
          ...AS_NOBODY.slice(1),
          ...(AS_NOBODY.length === 0 ? [] : [process.execPath]),
          ...[ENTRY, 'worker', '--vantage', 'here', '--takes', takes, '--reference', 'nowhere.invalid'],
          ...['--resolver', '127.0.0.1:9'],
        ],
        {
          cwd: folder.path,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: environment({ DATABASE_URL: url, HOME: folder.path }),
        },
      )
    const refused = start('survey,campaign')
    const [stderr, [code]] = await Promise.all([text(refused.stderr), once(refused, 'exit')])
    assert.deepEqual([code, linesOf(stderr).length], [77, 1], stderr)
    assert.match(stderr.trim(), REFUSED)
    const surveys = start('survey')
    const ended = once(surveys, 'exit')
    for await (const line of createInterface({ input: surveys.stderr }))
      if (line === 'here takes jobs') surveys.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  },
  whyNotNobody,
)
