import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { serveDns } from '../../servers/dns.ts'
import { argv, linesOf, temporaryFolder, towlineHere } from '../towline.ts'

test('a certificate or opt-out file that is missing is reported with exit code 66, one that makes no sense with 65', async (t) => {
  await using folder = await temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  await mkdir(at('folder'))
  await writeFile(at('list.csv'), '1,a.test\n')
  await writeFile(at('notes.txt'), 'remember the milk\n')
  await writeFile(at('broken.pem'), '-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n')
  await writeFile(at('opt-out.txt'), 'a.test\nnot a domain\n')
  const cases: [string[], number, RegExp][] = [
    [['--ca', at('none.pem')], 66, /--ca .*none\.pem: no such file/],
    [['--ca', at('folder')], 66, /--ca .*folder: not readable \(EISDIR\)/],
    [['--ca', at('notes.txt')], 65, /--ca .*notes\.txt: holds no certificates in PEM/],
    [['--ca', at('broken.pem')], 65, /--ca .*broken\.pem: holds no certificates in PEM/],
    [['--opt-out', at('none.txt')], 66, /none\.txt: the opt-out list cannot be read/],
    [['--opt-out', at('opt-out.txt')], 65, /opt-out\.txt:2: neither a domain nor an address range/],
  ]
  const before = await readdir(folder.path)
  for (const [flags, wanted, says] of cases) {
    const { code, stdout, stderr } = await towlineHere(t, [
      ...argv`crawl --list ${at('list.csv')} --resolver 127.0.0.1:1 --database ${at('none.sqlite')}`,
      ...flags,
    ])
    assert.deepEqual(
      { code, stdout, lines: linesOf(stderr).length },
      { code: wanted, stdout: '', lines: 1 },
      stderr,
    )
    assert.match(stderr, says)
  }
  assert.deepEqual(await readdir(folder.path), before)
})

test('a wrong option is reported before a list is fetched or a resolver asked', async (t) => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: 3 }))
  const { code, stderr } = await towlineHere(t, [
    'crawl',
    '--tranco-id',
    '6P7X',
    '--resolver',
    dns.address,
    '--cache',
    folder.path,
    '--ca',
    'none.pem',
    // Else the packet tools would be downloaded into that cache.
    '--survey-only',
  ])
  assert.equal(code, 66, stderr)
  assert.deepEqual(dns.asked, [])
})
