import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { Command } from 'commander'
import { explain } from '../../../../cli/exit/errors.ts'
import { labMirrorCommand } from '../../../../cli/lab/lab-mirror.ts'
import { labPage } from '../../../../lab/pages/page.ts'
import { gzipped, warcRecordsOf } from './warc-file.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-mirror-command-'))
})
after(async () => await rm(folder, { recursive: true, force: true }))

async function mirrorCommand(t: TestContext, ...argv: string[]): Promise<string> {
  const log = t.mock.method(console, 'log', () => {})
  const lab = new Command('lab').addCommand(labMirrorCommand())
  await lab.parseAsync(['mirror', ...argv], { from: 'user' })
  return log.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n')
}

/** What the `towline` command would end with. */
async function refusal(t: TestContext, ...argv: string[]): Promise<[number, string]> {
  try {
    await mirrorCommand(t, ...argv)
  } catch (error) {
    const { exitCode, message } = explain(error)
    assert.ok(!message.includes('\n'), message)
    return [exitCode, message]
  }
  return assert.fail('it was not refused')
}

test('an archive becomes a folder that a plan can name, and says what was left out', async (t) => {
  const archive = join(folder, 'page.warc.gz')
  const html = { 'Content-Type': 'text/html' }
  const exchanges = [
    { url: 'https://www.site.test/', headers: html, body: '<p>' },
    { url: 'https://cdn.test/a.png', headers: { 'Content-Type': 'image/png' }, body: 'x'.repeat(1_000) },
    { url: 'https://cdn.test/b.png', status: '404 Not Found' },
  ]
  await writeFile(archive, gzipped(warcRecordsOf(exchanges)))
  const out = join(folder, 'clones', 'site')
  assert.equal(
    await mirrorCommand(t, archive, '--out', `${out}/`),
    [
      'https://www.site.test/: 2 resources, 1 kB, 2 hosts',
      'left out: 1 (status 404)',
      `in a plan: page: mirror:${out}/`,
    ].join('\n'),
  )
  assert.deepEqual(await readdir(join(folder, 'clones')), ['site'])
  assert.equal(labPage(`mirror:${out}/`, { seed: 1 }).resources.length, 2)
  assert.deepEqual(await refusal(t, archive, '--out', out), [
    65,
    `${out} is not empty: name another folder, or remove it`,
  ])
})

test('a bad source is refused in one line, and nothing is left of it', async (t) => {
  const out = join(folder, 'none')
  const refused = async (
    exitCode: number,
    message: RegExp,
    source: string,
    ...more: string[]
  ): Promise<void> => {
    const [code, text] = await refusal(t, source, '--out', out, ...more)
    assert.match(text, message)
    assert.equal(code, exitCode, text)
  }
  await refused(66, /no.warc cannot be read \(ENOENT\)/, join(folder, 'no.warc'))
  await refused(64, /ftp:\/\/site.test\/: no URL that a page can be mirrored from/, 'ftp://site.test/')
  await refused(64, /https:\/\/: no URL/, 'https://')
  await refused(64, /--page is for WARC files/, 'https://site.test/', '--page', 'https://site.test/a')
  await refused(
    64,
    /--allow-address 1.2.3: not a list of CIDR ranges/,
    'https://site.test/',
    '--allow-address',
    '1.2.3',
  )
  await refused(66, /--ca .*none.pem: no such file/, 'https://site.test/', '--ca', join(folder, 'none.pem'))
  await refused(
    66,
    /the opt-out list cannot be read/,
    'https://site.test/',
    '--opt-out',
    join(folder, 'none.txt'),
  )
  await writeFile(join(folder, 'text.warc'), 'text')
  await refused(65, /text.warc: this is no WARC/, join(folder, 'text.warc'))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.includes('none')),
    [],
  )
})
