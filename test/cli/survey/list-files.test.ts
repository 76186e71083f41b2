import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zipSync } from 'fflate'
import { serveDns } from '../../servers/dns.ts'
import { argv, linesOf, temporaryFolder, towlineHere } from '../towline.ts'

const GOOD = new TextEncoder().encode('1,a.test\n2,b.test\n3,c.test\n')
const NO_SUCH_DOMAIN = 3

/** Files that are no lists, with the exit code and what is said of them. */
const UNFIT: Readonly<Record<string, { bytes: Uint8Array | string; says: RegExp }>> = {
  'empty.csv': { bytes: '', says: /empty\.csv: holds no domain: it is empty/ },
  'blank.csv': { bytes: '\n\n# nothing\n', says: /blank\.csv: holds no domain/ },
  'header.csv': { bytes: 'rank,domain\n', says: /header\.csv: holds no domain/ },
  'noise.csv': {
    bytes: Uint8Array.from({ length: 4096 }, (_, i) => (i * 7) % 256),
    says: /noise\.csv: is a binary file/,
  },
  'page.csv': {
    bytes: '<!DOCTYPE html>\n<html><body>404</body></html>\n',
    says: /page\.csv: is an HTML page/,
  },
  'utf16.csv': {
    bytes: Buffer.from('\ufeff1,a.test\n', 'utf16le'),
    says: /utf16\.csv: is UTF-16 text: save it as UTF-8/,
  },
  'cut.csv.gz': { bytes: gzipSync(GOOD).slice(0, -12), says: /cut\.csv\.gz: the packed data is damaged/ },
  'named.csv.gz': { bytes: GOOD, says: /named\.csv\.gz: is not the gzip file its name says/ },
  'cut.zip': { bytes: zipSync({ 'top-1m.csv': GOOD }).slice(0, 40), says: /cut\.zip: / },
  'noise.zip': {
    bytes: Uint8Array.from([0x50, 0x4b, 3, 4, ...Array<number>(400).fill(0xee)]),
    says: /noise\.zip: /,
  },
  'other.zip': { bytes: zipSync({ 'readme.md': GOOD }), says: /other\.zip: / },
  'words.txt': {
    bytes: 'no domains here\njust words\n',
    says: /words\.txt: holds no domain; line 1: has a space in it/,
  },
}

test('what is no list is reported in one line, with exit code 65, and leaves nothing behind', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'none.sqlite')
  for (const [name, { bytes, says }] of Object.entries(UNFIT)) {
    await t.test(name, async (t) => {
      await writeFile(join(folder.path, name), bytes)
      const list = join(folder.path, name)
      const ended = await towlineHere(
        t,
        argv`crawl --list ${list} --resolver 127.0.0.1:1 --database ${database}`,
      )
      assert.deepEqual({ code: ended.code, stdout: ended.stdout }, { code: 65, stdout: '' }, ended.stderr)
      assert.match(ended.stderr, says)
      assert.equal(linesOf(ended.stderr).length, 1, ended.stderr)
    })
  }
  assert.deepEqual((await readdir(folder.path)).toSorted(), Object.keys(UNFIT).toSorted())
})

test('a list that is not there is reported with exit code 66, a folder in its place with 65', async (t) => {
  await using folder = await temporaryFolder()
  const { path } = folder
  await mkdir(join(path, 'folder'))
  const crawl = (list: string) =>
    towlineHere(t, ['crawl', '--list', join(path, list), '--resolver', '127.0.0.1:1'])
  assert.deepEqual(
    { ...(await crawl('no\nlist.csv')) },
    { code: 66, stdout: '', stderr: `towline: ${path}/no\\u{a}list.csv: no such file\n` },
  )
  assert.deepEqual(
    { ...(await crawl('folder')) },
    { code: 65, stdout: '', stderr: `towline: ${path}/folder: is a directory\n` },
  )
  assert.deepEqual(await readdir(folder.path), ['folder'])
})

test('bad lines are counted and named, and the survey continues with the good ones', async (t) => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: NO_SUCH_DOMAIN }))
  const lines = [
    'rank,domain',
    '1,a.test',
    '2,has space.test',
    'x,b.test',
    '4,a.test',
    '5,co.uk',
    '6,192.0.2.1',
  ]
  const more = ['7,https://c.test/', '8,\u001b[2Jd.test', '9,e.test']
  await writeFile(join(folder.path, 'list.csv'), `\ufeff${[...lines, ...more].join('\r\n')}\r\n`)
  const { code, stdout, stderr } = await towlineHere(
    t,
    argv`crawl --list ${join(folder.path, 'list.csv')} --resolver ${dns.address} --h3-canary none
    --database ${join(folder.path, 'survey.sqlite')} --survey-only`,
  )
  assert.equal(code, 0, stderr)
  assert.match(stderr, /list\.csv: 7 of 9 lines left out\n {2}line 3: has a space in it: 2,has space\.test\n/)
  assert.match(
    stderr,
    / {2}line 5: duplicate domain a\.test: 4,a\.test\n {2}line 6: is itself a public suffix: 5,co\.uk\n/,
  )
  assert.match(stderr, /\n {2}and 2 more\n/)
  assert.match(stderr, /survey 1: 2 sites of .*list\.csv\n/)
  assert.match(stdout, /Survey 1: 2 sites, 0 reachable/)
  assert.deepEqual(
    new Set(dns.asked.map(({ name }) => name)),
    new Set(['a.test', 'e.test', 'www.google.com']),
  )
})

test('what a bad line holds cannot move the cursor of a terminal', async (t) => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: NO_SUCH_DOMAIN }))
  const list = join(folder.path, 'list.csv')
  await writeFile(list, '1,a.test\n2,\u001b[2Jd.test\n3,\u202eevil.test\n')
  const { stderr } = await towlineHere(
    t,
    argv`crawl --list ${list} --resolver ${dns.address} --h3-canary none --operations dns
    --database ${join(folder.path, 'survey.sqlite')}`,
  )
  assert.match(stderr, /line 2: .*2,\\u\{1b\}\[2Jd\.test/)
  assert.match(stderr, /line 3: .*3,\\u\{202e\}evil\.test/)
  for (const character of ['\u001b', '\u202e']) assert.ok(!stderr.includes(character))
})
