import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { hostNameInFull } from '../../../crawler/list/host-name.ts'
import { type List, type ListEntry, ListError, openList } from '../../../crawler/list/open-list.ts'
import { type BadLine, parseList } from '../../../crawler/list/parse-list.ts'
import { temporaryFolder } from './temporary-folder.ts'

const signal = new AbortController().signal

async function all(entries: AsyncIterable<ListEntry>): Promise<[number, string][]> {
  const found: [number, string][] = []
  for await (const { rank, domain } of entries) found.push([rank, domain])
  return found
}

async function open(t: TestContext, content: string | Uint8Array, name = 'list.csv'): Promise<List> {
  const file = join(await temporaryFolder(t), name)
  await writeFile(file, content)
  return openList({ file }, { cacheDir: '/nonexistent', signal })
}

const entries = async (t: TestContext, content: string) => all((await open(t, content)).entries())

/** The message, where opening fails as it should. */
async function refusal(promise: Promise<unknown>, code: string, exitCode: number): Promise<string> {
  const error = await promise.then(
    () => assert.fail('the list was opened'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ListError, String(error))
  assert.equal(error.code, code)
  assert.equal(error.exitCode, exitCode)
  assert.ok(!error.message.includes('\n'))
  return error.message
}

test('reads rank,domain and one domain a line', async (t) => {
  assert.deepEqual(await entries(t, '1,google.com\n2,example.org\n'), [
    [1, 'google.com'],
    [2, 'example.org'],
  ])
  assert.deepEqual(await entries(t, 'google.com\nexample.org'), [
    [1, 'google.com'],
    [2, 'example.org'],
  ])
})

test('byte order mark, CRLF, blank lines, comments, spaces, quotes, upper case and gaps in ranks are no trouble', async (t) => {
  const list = await open(
    t,
    '\uFEFF# a comment\r\n\r\n1,Google.COM\r\n "7" , "example.org" \r\n\r\n100,bücher.de.\r\n',
  )
  assert.deepEqual(await all(list.entries()), [
    [1, 'google.com'],
    [7, 'example.org'],
    [100, 'xn--bcher-kva.de'],
  ])
  assert.equal(list.badLineCount, 0)
  assert.equal(list.size, 3)
})

test('a header line is passed over and says which column is which', async (t) => {
  assert.deepEqual(await entries(t, 'rank,domain\n1,google.com\n'), [[1, 'google.com']])
  assert.deepEqual(await entries(t, 'Domain\ngoogle.com\n'), [[1, 'google.com']])
  assert.deepEqual(await entries(t, 'domain,rank\ngoogle.com,4\n'), [[4, 'google.com']])
  assert.deepEqual(await entries(t, 'GlobalRank,TldRank,Domain,TLD\n3,1,google.com,com\n'), [
    [3, 'google.com'],
  ])
})

test('tabs and semicolons separate columns, and hosts may have underscores', async (t) => {
  for (const separator of ['\t', ';'])
    assert.deepEqual(await entries(t, `1${separator}my_host.example.org\n2${separator}_a.example.org\n`), [
      [1, 'my_host.example.org'],
      [2, '_a.example.org'],
    ])
  assert.deepEqual(await entries(t, 'rank;domain\n3;example.org\n'), [[3, 'example.org']])
})

test('of CrUX, with or without schemes and header, the magnitude is kept, and no rank made of it', async (t) => {
  const published = 'origin,rank\nhttps://google.com,1000\nhttps://www.example.org,1000\nhttp://a.test,5000\n'
  const found = [
    { rank: 1, rankMagnitude: 1_000, domain: 'google.com' },
    { rank: 2, rankMagnitude: 1_000, domain: 'www.example.org' },
    { rank: 3, rankMagnitude: 5_000, domain: 'a.test' },
  ]
  for (const text of [
    published,
    published.replace('origin,rank\n', ''),
    published.replaceAll(/https?:\/\//g, ''),
    published.replaceAll(/https?:\/\/|origin,rank\n/g, '').replaceAll(',', '\t'),
  ])
    assert.deepEqual(await Array.fromAsync((await open(t, text)).entries()), found, text)
  const ports = await open(
    t,
    'origin,rank\nhttps://a.test:443,1000\nhttps://b.test:8443,1000\nhttp://a.test,1000\nc.test,7\n',
  )
  assert.deepEqual(await all(ports.entries()), [[1, 'a.test']])
  assert.deepEqual(
    ports.badLines.map(({ line, why }) => [line, why]),
    [
      [3, 'has a port: write the host name alone'],
      [4, 'duplicate domain a.test'],
      [5, 'the rank is no magnitude (1000, 5000, 10000, …), as the list began'],
    ],
  )
  assert.deepEqual(await entries(t, '1000,google.com\n1001,example.org\n'), [
    [1_000, 'google.com'],
    [1_001, 'example.org'],
  ])
})

test('a bad line is counted and named with its number and reason, and never ends the list', async (t) => {
  const list = await open(
    t,
    [
      '1,google.com',
      '2,https://example.org/x',
      '3,GOOGLE.com.',
      'x,example.net',
      '0,example.net',
      '1,example.info',
      '8,192.0.2.1',
      '9,co.uk',
      'alone.example.com',
      `10,${'a'.repeat(5_000)}.com`,
      '11,example.net',
      '',
    ].join('\n'),
  )
  assert.deepEqual(await all(list.entries()), [
    [1, 'google.com'],
    [11, 'example.net'],
  ])
  assert.equal(list.badLineCount, 9)
  assert.deepEqual(
    list.badLines.map(({ line, why }) => [line, why.split(':')[0]]),
    [
      [2, 'a URL'],
      [3, 'duplicate domain google.com'],
      [4, 'the rank is not a whole number from 1'],
      [5, 'the rank is not a whole number from 1'],
      [6, 'duplicate rank 1'],
      [7, 'an IP address, not a name'],
      [8, 'is itself a public suffix'],
      [9, 'not rank,domain, as the list began'],
      [10, 'longer than 253 characters'],
    ],
  )
  assert.ok(list.badLines.every(({ text }) => text.length <= 200))
})

test('in a list without ranks a bad line keeps its place, so that mending it moves nobody', async (t) => {
  assert.deepEqual(await entries(t, 'google.com\n-bad-\nexample.org\n'), [
    [1, 'google.com'],
    [3, 'example.org'],
  ])
})

test('the first 100 bad lines are kept and all are counted', async (t) => {
  const list = await open(t, `good.com\n${'bad_\n'.repeat(250)}`)
  assert.equal(list.badLines.length, 100)
  assert.equal(list.badLineCount, 250)
})

test('entries can be read again, and stop after the first so many', async (t) => {
  const list = await open(t, '1,a.com\n5,b.com\n6,c.com\n')
  assert.equal((await all(list.entries(2))).length, 2)
  assert.equal((await all(list.entries(0))).length, 0)
  assert.equal((await all(list.entries(9))).length, 3)
  assert.equal((await all(list.entries())).length, 3)
})

test('entries are those of a reading that knows of no bad line, whatever lines there are', async (t) => {
  const line = fc.oneof(
    fc.constantFrom('', '# x', '-bad-', 'co.uk', 'a.com', 'A.com.', 'bücher.de', '"b.com"', '1', 'rank'),
    fc.domain(),
    fc.string({ maxLength: 8 }),
  )
  const rank = fc.constantFrom('', '1,', '2,', '3;', '7,', '0,', 'x,', '1000,', 'rank,', ',')
  const file = fc.array(fc.tuple(rank, line), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(file, async (drawn) => {
      const text = ['9,example.org', ...drawn.map((parts) => parts.join(''))].join('\n')
      const bad: BadLine[] = []
      const fresh = parseList(Readable.from([Buffer.from(text)]), 'list', (each) => bad.push(each))
      const expected = (await Array.fromAsync(fresh)).flat()
      const list = await open(t, text)
      assert.deepEqual(await Array.fromAsync(list.entries()), expected)
      assert.deepEqual(list.badLines, bad)
    }),
    { numRuns: 50 },
  )
})

test('reads gzip and zip by content, and hashes the file as it lies there', async (t) => {
  const csv = '1,google.com\n2,example.org\n'
  const expected = [
    [1, 'google.com'],
    [2, 'example.org'],
  ]
  const gzip = gzipSync(csv)
  const zip = zipSync({ 'README.md': Buffer.from('x'), 'top-1m.csv': Buffer.from(csv) })
  const stored = zipSync({ 'top-1m.csv': Buffer.from(csv) }, { level: 0 })
  for (const [content, name] of [
    [gzip, 'list.csv.gz'],
    [gzip, 'list.csv'],
    [zip, 'top-1m.csv.zip'],
    [stored, 'stored.zip'],
  ] as const) {
    const list = await open(t, content, name)
    assert.deepEqual(await all(list.entries()), expected, name)
    assert.equal(list.sha256, createHash('sha256').update(content).digest('hex'))
    assert.equal(list.trancoId, null)
  }
})

test('reads a zip that was written as a stream, with its sizes behind the data', async (t) => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'top-1m.csv'), '1,google.com\n')
  // zip writes data descriptors (APPNOTE 4.3.9) where it cannot seek.
  const { stdout } = await promisify(execFile)('sh', ['-c', 'cd "$0" && zip -q - top-1m.csv | cat', folder], {
    encoding: 'buffer',
  })
  assert.deepEqual(await all((await open(t, stdout, 'l.zip')).entries()), [[1, 'google.com']])
})

test('damaged packed files are refused: cut short, changed inside, empty, or not what the name says', async (t) => {
  const csv = Array.from({ length: 5_000 }, (_, i) => `${i + 1},site-${(i * 7_919) % 5_003}.com`).join('\n')
  const gzip = gzipSync(csv)
  const zip = Buffer.from(zipSync({ 'top-1m.csv': Buffer.from(csv) }))
  const stored = Buffer.from(zipSync({ 'top-1m.csv': Buffer.from(csv) }, { level: 0 }))
  const changed = (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8((copy.readUInt8(copy.length >> 1) ^ 1) & 0xff, copy.length >> 1)
    return copy
  }
  for (const [content, name, why] of [
    [gzip.subarray(0, gzip.length >> 1), 'cut.csv.gz', /damaged/],
    [changed(gzip), 'changed.csv.gz', /damaged/],
    [zip.subarray(0, zip.length >> 1), 'cut.zip', /complete/],
    [changed(zip), 'changed.zip', /damaged/],
    [changed(stored), 'stored.zip', /checksum/],
    [Buffer.from(zipSync({ 'a.bin': Buffer.from('x') })), 'no-list.zip', /no \.csv/],
    [Buffer.from('1,google.com\n'), 'text.csv.gz', /not the gzip file/],
    [Buffer.from('1,google.com\n'), 'text.zip', /not the zip file/],
    [Buffer.alloc(0), 'empty.gz', /not the gzip file/],
  ] as const) {
    assert.match(await refusal(open(t, content, name), 'unreadable', 65), why, name)
  }
})

test('what is no list is refused with one line', async (t) => {
  const unreadable = async (content: string | Uint8Array) => refusal(open(t, content), 'unreadable', 65)
  assert.match(await unreadable(''), /empty/)
  assert.match(await unreadable('# only a comment\n'), /empty/)
  assert.match(await unreadable('rank,domain\n'), /empty/)
  assert.match(await unreadable('under~score\n'), /no domain; line 1: .*character/)
  assert.match(await unreadable('\n <!DOCTYPE html><html></html>'), /HTML/)
  assert.match(
    await unreadable(await readFile(process.execPath).then((elf) => elf.subarray(0, 100_000))),
    /binary/,
  )
  assert.match(await unreadable(Buffer.from('\uFEFFgoogle.com\n', 'utf16le')), /UTF-16/)
  assert.match(await unreadable(gzipSync(gzipSync('google.com'))), /binary|no domain/)
})

test('a missing file and a folder have their own exit codes', async (t) => {
  const folder = await temporaryFolder(t)
  const opened = (file: string) => openList({ file }, { cacheDir: folder, signal })
  assert.match(await refusal(opened(join(folder, 'none.csv')), 'missing', 66), /no such file/)
  assert.match(await refusal(opened(folder), 'unreadable', 65), /directory/)
})

test('a file that may not be read is refused', {
  skip: process.getuid?.() === 0 && 'root may read everything',
}, async (t) => {
  const file = join(await temporaryFolder(t), 'list.csv')
  await writeFile(file, 'google.com\n')
  await chmod(file, 0)
  assert.match(
    await refusal(openList({ file }, { cacheDir: '/nonexistent', signal }), 'unreadable', 65),
    /may not/,
  )
})

test('a list that changes after it was opened is not read on as if it were the same', async (t) => {
  const file = join(await temporaryFolder(t), 'list.csv')
  await writeFile(file, '1,a.com\n2,b.com\n')
  const list = await openList({ file }, { cacheDir: '/nonexistent', signal })
  await truncate(file, 8)
  assert.match(await refusal(all(list.entries()), 'unreadable', 65), /changed/)
})

test('stops at once when its signal is aborted', async (t) => {
  const file = join(await temporaryFolder(t), 'list.csv')
  await writeFile(file, 'google.com\n')
  const reason = new Error('stopped')
  await assert.rejects(
    openList({ file }, { cacheDir: '/nonexistent', signal: AbortSignal.abort(reason) }),
    reason,
  )
})

test('a line without an end does not fill the memory, and a list of 300,000 lines takes little of it', async (t) => {
  const folder = await temporaryFolder(t)
  const file = join(folder, 'large.csv')
  const good = Array.from({ length: 300_000 }, (_, i) => `${i + 1},site-${i}.example.com\n`).join('')
  await writeFile(file, `${good}${'x'.repeat(40_000_000)}`)
  const script = `
    const { openList } = await import(${JSON.stringify(resolve('crawler/list/open-list.ts'))})
    const before = process.memoryUsage().rss
    const list = await openList({ file: process.argv[1] }, { cacheDir: '.', signal: new AbortController().signal })
    console.log(JSON.stringify({ size: list.size, bad: list.badLineCount, mb: (process.memoryUsage().rss - before) / 1e6 }))`
  // A Set of these names alone would not fit in this heap.
  const heap = ['--max-old-space-size=20', '--max-semi-space-size=4']
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...heap,
    '--input-type=module',
    '-e',
    script,
    file,
  ])
  const { size, bad, mb } = JSON.parse(stdout) as { size: number; bad: number; mb: number }
  assert.deepEqual([size, bad], [300_000, 1])
  assert.ok(mb < 100, `${mb} MB more`)
})

const REAL = resolve('..', 'shared', 'corpora', 'tranco', 'tranco_2025-11-01_top10k.csv')
const real = await readFile(REAL).catch(() => null)

test('reads a real Tranco list', { skip: real === null && 'no list at hand' }, async (t) => {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'lists'))
  const file = join(folder, 'lists', 'top.csv')
  await copyFile(REAL, file)
  const list = await openList({ file }, { cacheDir: folder, signal })
  assert.equal(list.size + list.badLineCount, 10_000)
  assert.deepEqual(list.badLines, [{ line: 4_183, text: '4183,bank.in', why: 'is itself a public suffix' }])
  const lines = (await readFile(REAL, 'utf8')).trim().split(/\r?\n/)
  const expected = lines.map((line) => hostNameInFull(line.slice(line.indexOf(',') + 1)).host)
  expected.splice(4_182, 1)
  assert.deepEqual(
    (await all(list.entries())).map(([, domain]) => domain),
    expected,
  )
})
