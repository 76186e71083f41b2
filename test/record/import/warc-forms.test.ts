import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Recording } from '../../../model/recording/recording.ts'
import { recordWarc } from '../../../record/import/record-warc.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { testFolder } from '../../test-folder.ts'
import { gzipped, inChunks, type WarcExchange, warcRecordsOf } from './warc-file.ts'

const folder = testFolder()

let files = 0
async function record(...parts: (string | Uint8Array)[]): Promise<Recording> {
  const file = join(folder, `${files++}.warc`)
  await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part))))
  return await recordWarc(file, `${file}.recording`, { page: null, toolVersion: 'test' })
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

/** Demands that the first body is this text, its codings undone. */
async function assertBody(text: string, ...parts: Uint8Array[]): Promise<void> {
  const { exchanges, leftOut } = await record(...parts)
  assert.deepEqual(leftOut, [])
  const [first] = exchanges
  assert.deepEqual([first?.bodyMissing, first?.failure], [null, null])
  assert.equal(first?.body?.decodedSha256, createHash('sha256').update(text).digest('hex'))
}

test('heads whose lines end in LF alone are read as those that end in CRLF', async () => {
  const crlf = response(ok(), TEXT)
  const lf = response(ok(), TEXT, '\n')
  await assertBody(TEXT, lf)
  await assertBody(TEXT, lf, crlf)
  // The record by CRLF, the message in it by LF: so some proxies write them.
  const message = `${ok().join('\n')}\n\n${TEXT}`
  const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${URL_OF_PAGE}\r\nContent-Length: ${message.length}\r\n\r\n`
  await assertBody(TEXT, Buffer.from(`${head}${message}\r\n\r\n`))
  // An empty line of the body is not the end of the head.
  await assertBody(`a\n\nb\r\n\r\nc`, response(ok(), `a\n\nb\r\n\r\nc`, '\n'))
})

test('a message whose head has no end has no body, not an empty one', async () => {
  const block = 'HTTP/1.1 200 OK\r\nContent-Type: image/png'
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://site.test/a.png\r\nContent-Length: ${block.length}`
  const { exchanges } = await record(response(ok(), TEXT), `${head}\r\n\r\n${block}\r\n\r\n`)
  assert.deepEqual([exchanges[1]?.body, exchanges[1]?.bodyMissing], [null, 'the head before it has no end'])
})

test('empty lines before, between and behind records are read over, and may be missing', async () => {
  const records = warcRecordsOf([
    { url: URL_OF_PAGE, headers: { 'Content-Type': 'text/html' }, body: TEXT },
    { url: `${URL_OF_PAGE}a`, body: 'a' },
  ])
  for (const between of ['\r\n\r\n\r\n', '\n', '']) {
    const { exchanges } = await record('\r\n', ...records.flatMap((each) => [each, between]))
    assert.equal(exchanges.length, 2, JSON.stringify(between))
  }
  const tight = records.map((each) => each.subarray(0, -4))
  assert.equal((await record(...tight)).exchanges.length, 2)
  assert.equal((await record(...tight.map((each) => gzipSync(each)))).exchanges.length, 2)
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
}

for (const [how, [fields, body]] of Object.entries(CODED))
  test(`all codings of a body are undone, the last first: ${how}`, async () =>
    await assertBody(TEXT, response(ok(...fields), body)))

test('a body that was not archived as a whole is never taken for the whole', async () => {
  const page = response(ok(), TEXT)
  const whole = gzipSync(TEXT)
  const chunked = 'Transfer-Encoding: chunked'
  const other = (head: readonly string[], body: string | Uint8Array, more = ''): Buffer =>
    Buffer.from(
      response(head, body, '\r\n', more).toString('latin1').replace(URL_OF_PAGE, 'https://site.test/b'),
      'latin1',
    )
  const cut = 'cut off in the archive'
  const cases: [record: Buffer, what: unknown[]][] = [
    [other(ok('Content-Length: 9'), 'only 6'), [6, null, cut]],
    [other(ok('Content-Encoding: gzip'), whole.subarray(0, -9)), [whole.length - 9, null, null]],
    [other(ok(chunked), inChunks(whole, 9).subarray(0, -5)), [undefined, /its last chunk is missing/, null]],
    [other(ok(chunked), inChunks(whole, 9).subarray(0, 30)), [undefined, /a chunk is damaged or cut/, null]],
    [other(ok(chunked), '0\r\nmore'), [undefined, /after its last chunk come further bytes/, null]],
    [other(ok('Transfer-Encoding: gzip, chunked'), inChunks(whole, 9)), [undefined, /gzip, chunked/, null]],
    [other(ok(), TEXT, 'WARC-Truncated: length'), [TEXT.length, null, cut]],
    [other(ok(), TEXT, 'WARC-Segment-Number: 1'), [TEXT.length, null, cut]],
  ]
  for (const [archived, [bytes, missing, failure]] of cases) {
    const { exchanges } = await record(page, archived)
    const { body, ...rest } = exchanges[1] ?? assert.fail('it is left out')
    assert.deepEqual([body?.bytes, rest.failure], [bytes, failure])
    if (missing instanceof RegExp) assert.match(rest.bodyMissing ?? '', missing)
    else assert.equal(rest.bodyMissing, null)
  }
  const { exchanges } = await record(page, other(ok('Content-Encoding: gzip'), whole.subarray(0, -9)))
  assert.equal(exchanges[1]?.body?.decodedSha256, null, 'it does not decode')
})

const EXCHANGES: WarcExchange[] = [
  { url: URL_OF_PAGE, headers: { 'Content-Type': 'text/html' }, body: TEXT },
  { url: `${URL_OF_PAGE}a`, body: 'a' },
]

test('bytes that are no gzip, between or behind packed records, are a damaged file, and not its end', async () => {
  const [first = Buffer.alloc(0), ...rest] = warcRecordsOf(EXCHANGES).map((each) => gzipSync(each))
  const cases: [parts: Buffer[], message: RegExp][] = [
    [[first, Buffer.from('junk'), ...rest], /damaged gzip data \(incorrect header check\)$/],
    [[first, ...rest, Buffer.from('WARC/1.0\r\n')], /damaged gzip data/],
    // Node takes a zero for padding, and does not look at what comes after it.
    [[first, Buffer.alloc(1), ...rest], /after record 1 come \d+ bytes that are not gzip: it is damaged$/],
  ]
  for (const [parts, message] of cases)
    await assert.rejects(record(...parts), (error) => {
      assert.ok(error instanceof RecordingError)
      assert.match(error.message, message)
      assert.equal(error.exitCode, 65)
      return true
    })
})

test('an archive packed by zstd is refused with that reason', async () => {
  const packed = zstdCompressSync(Buffer.concat(warcRecordsOf(EXCHANGES)))
  await assert.rejects(record(packed), /it is packed by zstd: unpack it first/)
})

test('an archive is read the same packed as a whole, by record, or in pieces that fit no record', async () => {
  const plain = Buffer.concat(warcRecordsOf(EXCHANGES))
  const pieces = Array.from({ length: Math.ceil(plain.length / 13) }, (_, i) =>
    gzipSync(plain.subarray(13 * i, 13 * (i + 1))),
  )
  const { source: _, ...expected } = await record(plain)
  for (const packed of [gzipSync(plain), gzipped(warcRecordsOf(EXCHANGES)), Buffer.concat(pieces)]) {
    const { source: _, ...found } = await record(packed)
    assert.deepEqual(found, expected)
  }
})

test('an archive that is cut off anywhere is refused, and never taken for a whole one', async () => {
  const packed = gzipped(warcRecordsOf(EXCHANGES))
  // At the end of a record nothing shows that there was more.
  const ends = new Set<number>()
  for (let end = 0; end >= 0; end = packed.indexOf(Buffer.from([0x1f, 0x8b, 8]), end + 1)) ends.add(end)
  for (let length = 1; length < packed.length; length += 3)
    if (!ends.has(length))
      await assert.rejects(record(packed.subarray(0, length)), RecordingError, `${length} bytes`)
})

test('what is no WARC of a version that is known is refused', async () => {
  for (const text of ['hello, world\n', 'WARC/0.18\r\n\r\n', gzipSync('hello')])
    await assert.rejects(record(text), /this is no WARC/)
  await assert.rejects(record(''), /the file is empty/)
  const plain = Buffer.concat(warcRecordsOf(EXCHANGES))
  await assert.rejects(record(plain, 'x'), /no record begins after record 4/)
})
