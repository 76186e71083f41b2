import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { captureWarc } from '../../../../lab/pages/mirror/capture-warc.ts'
import type { CapturedPage } from '../../../../lab/pages/mirror/captured-page.ts'
import { RecordingError } from '../../../../record/recording-error.ts'
import { gzipped, inChunks, type WarcExchange, warcRecordsOf } from './warc-file.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-warc-forms-'))
})
after(async () => await rm(folder, { recursive: true, force: true }))

let files = 0
async function capture(...parts: (string | Uint8Array)[]): Promise<CapturedPage> {
  const file = join(folder, `${files++}.warc`)
  await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part))))
  return captureWarc(file, null)
}

const URL_OF_PAGE = 'https://site.test/'
const TEXT = '<p>'.repeat(500)
const HTML = 'Content-Type: text/html'

/** A response record whose lines end as given. */
function response(head: readonly string[], body: string | Uint8Array, lineEnd = '\r\n', more = ''): Buffer {
  const block = Buffer.concat([Buffer.from([...head, '', ''].join(lineEnd)), Buffer.from(body)])
  const lines = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Target-URI: ${URL_OF_PAGE}`,
    ...(more === '' ? [] : [more]),
    `Content-Length: ${block.length}`,
  ]
  return Buffer.concat([Buffer.from([...lines, '', ''].join(lineEnd)), block, Buffer.from(lineEnd + lineEnd)])
}

const ok = (...fields: string[]): string[] => ['HTTP/1.1 200 OK', HTML, ...fields]

async function bodyOf(...parts: Uint8Array[]): Promise<string> {
  const { responses, leftOut } = await capture(...parts)
  assert.deepEqual(leftOut, [])
  return Buffer.from(responses[0]?.body ?? []).toString()
}

test('heads whose lines end in LF alone are read as those that end in CRLF', async () => {
  const crlf = response(ok(), TEXT)
  const lf = response(ok(), TEXT, '\n')
  assert.equal(await bodyOf(lf), TEXT)
  assert.equal(await bodyOf(lf, crlf), TEXT)
  // The record by CRLF, the message in it by LF: so some proxies write them.
  const message = `${ok().join('\n')}\n\n${TEXT}`
  const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${URL_OF_PAGE}\r\nContent-Length: ${message.length}\r\n\r\n`
  assert.equal(await bodyOf(Buffer.from(`${head}${message}\r\n\r\n`)), TEXT)
  // An empty line of the body is not the end of the head.
  assert.equal(await bodyOf(response(ok(), `a\n\nb\r\n\r\nc`, '\n')), `a\n\nb\r\n\r\nc`)
})

test('a message whose head has no end is left out, not taken for an empty body', async () => {
  const block = 'HTTP/1.1 200 OK\r\nContent-Type: image/png'
  const record = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://site.test/a.png\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`
  const { leftOut } = await capture(response(ok(), TEXT), record)
  assert.deepEqual(leftOut, [
    { url: 'https://site.test/a.png', why: 'its body cannot be decoded (the head before it has no end)' },
  ])
})

test('empty lines before, between and behind records are read over, and may be missing', async () => {
  const records = warcRecordsOf([
    { url: URL_OF_PAGE, headers: { 'Content-Type': 'text/html' }, body: TEXT },
    { url: `${URL_OF_PAGE}a`, body: 'a' },
  ])
  for (const between of ['\r\n\r\n\r\n', '\n', '']) {
    const { responses } = await capture('\r\n', ...records.flatMap((record) => [record, between]))
    assert.equal(responses.length, 2, JSON.stringify(between))
  }
  const tight = records.map((record) => record.subarray(0, -4))
  assert.equal((await capture(...tight)).responses.length, 2)
  assert.equal((await capture(...tight.map((record) => gzipSync(record)))).responses.length, 2)
})

const CODED: Readonly<Record<string, readonly [fields: readonly string[], body: Buffer]>> = {
  'two fields': [['Content-Encoding: gzip', 'Content-Encoding: br'], brotliCompressSync(gzipSync(TEXT))],
  'a list': [['Content-Encoding: gzip , br'], brotliCompressSync(gzipSync(TEXT))],
  'a list on two lines, with identity': [
    ['Content-Encoding: deflate,', ' identity, zstd'],
    zstdCompressSync(deflateSync(TEXT)),
  ],
  'deflate in the zlib format': [['Content-Encoding: deflate'], deflateSync(TEXT)],
  'deflate without it': [['content-encoding: Deflate'], deflateRawSync(TEXT)],
  'gzip of two members': [
    ['Content-Encoding: x-gzip'],
    Buffer.concat([gzipSync(TEXT.slice(0, 700)), gzipSync(TEXT.slice(700))]),
  ],
  'gzip in chunks': [['Content-Encoding: gzip', 'Transfer-Encoding: chunked'], inChunks(gzipSync(TEXT), 7)],
  'gzip as a transfer coding': [['Transfer-Encoding: gzip, chunked'], inChunks(gzipSync(TEXT), 7)],
  'both kinds': [
    ['Content-Encoding: br', 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'],
    inChunks(gzipSync(brotliCompressSync(TEXT)), 11),
  ],
}

for (const [how, [fields, body]] of Object.entries(CODED))
  test(`all codings of a body are undone, the last first: ${how}`, async () =>
    assert.equal(await bodyOf(response(ok(...fields), body)), TEXT))

test('a body that was not archived as a whole is left out, never taken as it is', async () => {
  const page = response(ok(), TEXT)
  const whole = gzipSync(TEXT)
  const chunked = 'Transfer-Encoding: chunked'
  const other = (head: readonly string[], body: string | Uint8Array, more = ''): Buffer =>
    Buffer.from(
      response(head, body, '\r\n', more).toString('latin1').replace(URL_OF_PAGE, 'https://site.test/b'),
      'latin1',
    )
  const cases: [record: Buffer, why: RegExp][] = [
    [other(ok('Content-Length: 9'), 'only 6'), /of 9 bytes only 6 were archived/],
    [other(ok('Content-Encoding: gzip'), whole.subarray(0, -9)), /unexpected end of file/],
    [other(ok(chunked), inChunks(whole, 9).subarray(0, -5)), /its last chunk is missing/],
    [other(ok(chunked), inChunks(whole, 9).subarray(0, 30)), /a chunk is damaged or cut off/],
    [other(ok(chunked), '0\r\nmore'), /after its last chunk come further bytes/],
    [other(ok(), TEXT, 'WARC-Truncated: length'), /^its body was not archived as a whole$/],
    [other(ok(), TEXT, 'WARC-Segment-Number: 1'), /^its body was not archived as a whole$/],
  ]
  for (const [record, why] of cases) {
    const { responses, leftOut } = await capture(page, record)
    assert.equal(responses.length, 1)
    assert.match(leftOut[0]?.why ?? '', why)
  }
})

const EXCHANGES: WarcExchange[] = [
  { url: URL_OF_PAGE, headers: { 'Content-Type': 'text/html' }, body: TEXT },
  { url: `${URL_OF_PAGE}a`, body: 'a' },
]

test('bytes that are no gzip, between or behind packed records, are a damaged file, and not its end', async () => {
  const [first = Buffer.alloc(0), ...rest] = warcRecordsOf(EXCHANGES).map((record) => gzipSync(record))
  const cases: [parts: Buffer[], message: RegExp][] = [
    [[first, Buffer.from('junk'), ...rest], /damaged gzip data \(incorrect header check\)$/],
    [[first, ...rest, Buffer.from('WARC/1.0\r\n')], /damaged gzip data/],
    // Node takes a zero for padding, and does not look at what comes after it.
    [[first, Buffer.alloc(1), ...rest], /after record 1 come \d+ bytes that are not gzip: it is damaged$/],
  ]
  for (const [parts, message] of cases)
    await assert.rejects(capture(...parts), (error) => {
      assert.ok(error instanceof RecordingError)
      assert.match(error.message, message)
      assert.equal(error.exitCode, 65)
      return true
    })
})

test('an archive packed by zstd is refused with that reason', async () => {
  const packed = zstdCompressSync(Buffer.concat(warcRecordsOf(EXCHANGES)))
  await assert.rejects(capture(packed), /it is packed by zstd: unpack it first/)
})

test('a media type that is sent twice is the last of both', async () => {
  const { responses } = await capture(response(ok('Content-Type: text/html; charset=utf-8'), TEXT))
  assert.equal(responses[0]?.contentType, 'text/html; charset=utf-8')
})

test('an archive is read the same packed as a whole, by record, or in pieces that fit no record', async () => {
  const plain = Buffer.concat(warcRecordsOf(EXCHANGES))
  const pieces = Array.from({ length: Math.ceil(plain.length / 13) }, (_, i) =>
    gzipSync(plain.subarray(13 * i, 13 * (i + 1))),
  )
  const expected = await capture(plain)
  for (const packed of [gzipSync(plain), gzipped(warcRecordsOf(EXCHANGES)), Buffer.concat(pieces)])
    assert.deepEqual(await capture(packed), expected)
})
