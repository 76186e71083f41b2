import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { captureWarc } from '../../../../lab/pages/mirror/capture-warc.ts'
import { mirror } from '../../../../lab/pages/mirror/mirror.ts'
import { RecordingError } from '../../../../record/recording-error.ts'
import { brotli, gzipped, inChunks, type WarcExchange, warcRecordsOf } from './warc-file.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-warc-'))
})
after(async () => await rm(folder, { recursive: true, force: true }))

let files = 0
async function fileOf(data: Buffer | string): Promise<string> {
  const file = join(folder, `${files++}.warc`)
  await writeFile(file, data)
  return file
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
const PAGE = 'https://www.site.test/'
const EXCHANGES: WarcExchange[] = [
  { url: 'https://site.test/', status: '301 Moved Permanently', headers: { Location: PAGE } },
  { url: 'https://count.test/', headers: HTML, body: 'a counter' },
  { url: PAGE, headers: HTML, body: '<p>the page' },
  {
    url: 'https://www.site.test/a.css',
    referer: PAGE,
    headers: { 'Content-Type': 'text/css', 'Content-Encoding': 'br' },
    body: brotli('p{}'),
  },
  {
    url: 'https://cdn.test/f.woff2',
    referer: 'https://www.site.test/a.css',
    headers: { 'Content-Type': 'font/woff2' },
    body: 'font',
  },
  {
    url: 'https://cdn.test/s.js',
    referer: PAGE,
    headers: {
      'Content-Type': 'text/javascript',
      'Content-Encoding': 'gzip',
      'Transfer-Encoding': 'chunked',
    },
    body: inChunks(gzipSync('let script'), 7),
  },
  {
    url: 'https://cdn.test/log',
    method: 'POST',
    referer: PAGE,
    headers: { 'Content-Type': 'text/plain' },
    body: 'ok',
  },
]

test('a page is taken from a WARC file, 1.0 or 1.1, gzipped or not, with what asked for what', async () => {
  for (const version of ['1.0', '1.1']) {
    const records = warcRecordsOf(EXCHANGES, version)
    for (const data of [Buffer.concat(records), gzipped(records), gzipSync(Buffer.concat(records))]) {
      const { responses, leftOut, capturedAt } = await captureWarc(await fileOf(data), null)
      assert.deepEqual(
        responses.map(({ url, body, requestedBy }) => [url, Buffer.from(body).toString(), requestedBy]),
        [
          [PAGE, '<p>the page', null],
          ['https://count.test/', 'a counter', null],
          ['https://www.site.test/a.css', 'p{}', PAGE],
          ['https://cdn.test/f.woff2', 'font', 'https://www.site.test/a.css'],
          ['https://cdn.test/s.js', 'let script', PAGE],
        ],
      )
      assert.deepEqual(leftOut, [
        { url: 'https://site.test/', why: 'status 301' },
        { url: 'https://cdn.test/log', why: 'asked for by POST' },
      ])
      assert.equal(capturedAt, '2026-11-21T10:00:00Z')
    }
  }
})

test('the hosts of an archive become shards, its Referers the tree', async () => {
  const labMirror = mirror(await captureWarc(await fileOf(gzipped(warcRecordsOf(EXCHANGES))), null))
  assert.deepEqual(labMirror.hosts, ['www.site.test', 'count.test', 'cdn.test'])
  assert.deepEqual(
    labMirror.resources.map(({ host, path, kind, parent }) => [host, path, kind, parent]),
    [
      [0, '/', 'document', null],
      [1, '/', 'document', 0],
      [0, '/a.css', 'stylesheet', 0],
      [2, '/f.woff2', 'font', 2],
      [2, '/s.js', 'script', 0],
    ],
  )
})

test('another page of the archive can be named', async () => {
  const file = await fileOf(gzipped(warcRecordsOf(EXCHANGES)))
  assert.equal((await captureWarc(file, 'https://count.test/')).responses[0]?.url, 'https://count.test/')
  await rejects(
    captureWarc(file, 'https://other.test/'),
    65,
    /no page https:\/\/other.test\/: it has https:\/\/count.test\//,
  )
})

test('a body that cannot be decoded is left out with its reason; one without its chunks is as it is', async () => {
  const { responses, leftOut } = await captureWarc(
    await fileOf(
      Buffer.concat(
        warcRecordsOf([
          { url: PAGE, headers: { ...HTML, 'Transfer-Encoding': 'chunked' }, body: '<p>no chunks' },
          { url: `${PAGE}a`, headers: { 'Content-Encoding': 'gzip' }, body: 'no gzip' },
          { url: `${PAGE}b`, headers: { 'Content-Encoding': 'rot13' }, body: 'abc' },
          {
            url: `${PAGE}c`,
            headers: { 'Content-Encoding': 'gzip' },
            body: gzipSync(Buffer.alloc(60_000_000)),
          },
        ]),
      ),
    ),
    null,
  )
  assert.deepEqual(
    responses.map(({ body }) => Buffer.from(body).toString()),
    ['<p>no chunks'],
  )
  assert.deepEqual(
    leftOut.map(({ url }) => url.slice(-1)),
    ['a', 'b', 'c'],
  )
  assert.match(leftOut[1]?.why ?? '', /unknown coding rot13/)
})

test('what is no WARC, empty, cut off or without a page is refused in one line that names the file', async () => {
  const records = warcRecordsOf(EXCHANGES)
  const [packed, plain] = [gzipped(records), Buffer.concat(records)]
  await rejects(captureWarc(join(folder, 'none.warc'), null), 66, /none.warc cannot be read \(ENOENT\)/)
  await rejects(captureWarc(folder, null), 66, /cannot be read \(EISDIR\)/)
  await rejects(captureWarc(await fileOf(''), null), 65, /the file is empty/)
  await rejects(captureWarc(await fileOf('hello, world\n'), null), 65, /this is no WARC 1.0 or 1.1 file/)
  await rejects(captureWarc(await fileOf('WARC/0.18\r\n\r\n'), null), 65, /this is no WARC 1.0 or 1.1 file/)
  await rejects(captureWarc(await fileOf(gzipSync('hello')), null), 65, /this is no WARC/)
  await rejects(
    captureWarc(await fileOf(packed.subarray(0, -5)), null),
    65,
    /the file is cut off: only 14 records are whole/,
  )
  await rejects(captureWarc(await fileOf(plain.subarray(0, 1_000)), null), 65, /only [1-9] records are whole/)
  await rejects(captureWarc(await fileOf(plain.subarray(0, 3)), null), 65, /only 0 records are whole/)
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, 60, 90)
  await rejects(captureWarc(await fileOf(damaged), null), 65, /damaged gzip data/)
  await rejects(
    captureWarc(await fileOf(Buffer.concat([plain, Buffer.from('x')])), null),
    65,
    /no record begins after record 14/,
  )
  const noPage = warcRecordsOf([{ url: PAGE, headers: { 'Content-Type': 'image/png' }, body: 'x' }])
  await rejects(
    captureWarc(await fileOf(Buffer.concat(noPage)), null),
    65,
    /no HTML with status 200 is in it/,
  )
})

test('an archive that is cut off anywhere is refused, and never taken for a whole one', async () => {
  const packed = gzipped(warcRecordsOf(EXCHANGES.slice(1, 4)))
  // At the end of a record nothing shows that there was more.
  const ends = new Set<number>()
  for (let end = 0; end >= 0; end = packed.indexOf(Buffer.from([0x1f, 0x8b, 8]), end + 1)) ends.add(end)
  for (let length = 1; length < packed.length; length += 3) {
    if (ends.has(length)) continue
    await assert.rejects(
      captureWarc(await fileOf(packed.subarray(0, length)), null),
      RecordingError,
      `${length} bytes`,
    )
  }
})

/** Beside the project, where somebody has put it. */
const CORPUS = join(import.meta.dirname, '../../../../../shared/corpora/pages/servo-warc')
test('archives of real sites are taken', {
  skip: !existsSync(CORPUS) && 'the corpus is not there',
}, async () => {
  const pages: string[] = []
  for (const file of globSync(`${CORPUS}/*/archive/*.warc.gz`)) {
    const { url, hosts, resources } = mirror(await captureWarc(file, null))
    assert.ok(resources.length >= 6 && resources[0]?.body.length, file)
    pages.push(`${new URL(url).hostname} ${hosts.length} ${resources.length}`)
  }
  for (const expected of [
    'www.wikipedia.org 1 6',
    'www.reddit.com 17 63',
    'www.sohu.com 12 56',
    'www.youtube.com 8 62',
  ])
    assert.ok(pages.includes(expected), `${expected} is not among ${pages}`)
})

const rejects = (work: Promise<unknown>, exitCode: number, message: RegExp): Promise<void> =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof RecordingError, String(error))
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n'))
    assert.equal(error.exitCode, exitCode)
    return true
  })
