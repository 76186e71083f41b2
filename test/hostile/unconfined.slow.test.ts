import assert from 'node:assert/strict'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { linesOf, temporaryFolder, towline } from '../cli/towline.ts'
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
}

test('without root a live page is loaded by nobody who was not told that nothing confines it', {
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

test('a survey, and loads of a network of one’s own, need no root and no flag', {
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
