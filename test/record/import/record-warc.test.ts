import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bodyFile } from '../../../model/recording/names.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordWarc } from '../../../record/import/record-warc.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { gzipped, inChunks, message, record, type WarcExchange, warcRecordsOf } from './warc-file.ts'

let folder: string
let file: string
let target: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-warc-'))
  file = join(folder, 'page.warc.gz')
  target = join(folder, 'recording')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const OPTIONS = { page: null, toolVersion: 'test' }
const HTML = { 'Content-Type': 'text/html' }

async function recorded(exchanges: readonly WarcExchange[]) {
  await writeFile(file, gzipped(warcRecordsOf(exchanges)))
  await recordWarc(file, target, OPTIONS)
  return await verifyRecording(target)
}

const refused = (exitCode: number, message: RegExp, page: string | null = null): Promise<void> =>
  assert.rejects(recordWarc(file, target, { ...OPTIONS, page }), (error) => {
    assert.ok(error instanceof RecordingError && !error.message.includes('\n'), String(error))
    assert.match(error.message, message)
    assert.equal(error.exitCode, exitCode)
    assert.ok(!existsSync(target))
    return true
  })

test('bodies are stored as they were sent, without chunks and with their content coding', async () => {
  const page = gzipSync('<!doctype html><title>page</title>')
  const script = brotliCompressSync('let a = 1')
  const coded = { ...HTML, 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked', 'X-Both': 'a' }
  const { exchanges } = await recorded([
    { url: 'https://a.test/', headers: coded, body: inChunks(page, 7) },
    {
      url: 'https://b.test/a.js',
      headers: { 'Content-Encoding': 'br' },
      body: script,
      referer: 'https://a.test/',
    },
    // Archived decoded, whatever its head says.
    { url: 'https://a.test/b.css', headers: { 'Content-Encoding': 'gzip' }, body: 'a{}' },
    // No coding that a browser knows: it undoes none.
    { url: 'https://a.test/c.css', headers: { 'Content-Encoding': 'null' }, body: 'b{}' },
  ])
  assert.deepEqual(
    exchanges.map(({ body }) => [body?.form, body?.sentBytes, body?.decodedBytes]),
    [
      ['sent', page.length, 34],
      ['sent', script.length, 9],
      ['decoded', null, 3],
      ['sent', 3, 3],
    ],
  )
  assert.ok(page.equals(await readFile(join(target, bodyFile(exchanges[0]?.body?.sha256 ?? '')))))
  assert.deepEqual(exchanges[1]?.initiator, { type: 'other', exchange: 0 })
  assert.deepEqual(exchanges[0]?.responseHeaders.at(-1), ['X-Both', 'a'])
})

test('redirects, errors and answers without a body are exchanges; times are none', async () => {
  const { exchanges, pageUrl, document, loads } = await recorded([
    { url: 'http://a.test/', status: '301 Moved', headers: { Location: 'https://a.test/' } },
    { url: 'https://a.test/', headers: HTML, body: '<p>' },
    { url: 'https://a.test/none', status: '404 Not Found', body: 'none' },
    { url: 'https://a.test/204', status: '204 No Content' },
    { url: 'https://a.test/form', method: 'POST', body: 'done' },
  ])
  assert.deepEqual([pageUrl, document], ['http://a.test/', 1])
  assert.deepEqual(
    exchanges.map(({ method, status, body, timings }) => [method, status, body?.bytes ?? null, timings]),
    [
      ['GET', 301, null, []],
      ['GET', 200, 3, []],
      ['GET', 404, 4, []],
      ['GET', 204, null, []],
      ['POST', 200, 4, []],
    ],
  )
  assert.deepEqual([exchanges[0]?.redirectTo, exchanges[1]?.redirectedFrom], ['https://a.test/', 0])
  assert.deepEqual(
    loads.map(({ purpose }) => purpose),
    ['bodies'],
  )
})

test('a revisit has the body of the record that it names, wherever that stands in the file', async () => {
  const css = (more: readonly string[]) =>
    record('1.1', 'response', 'https://a.test/s.css?1', message('HTTP/1.1 200 OK', {}, 'a{}'), more)
  const revisit = (path: string, head: string, more: readonly string[]) =>
    record('1.1', 'revisit', `https://a.test/${path}`, message(head, { ETag: path }, ''), more)
  const digest = 'WARC-Payload-Digest: sha1:QT5IOFYCFVZD3PTQ7K2JG67U53PQ5J7U'
  await writeFile(
    file,
    gzipped([
      ...warcRecordsOf([{ url: 'https://a.test/', headers: HTML, body: '<!doctype html>' }]),
      revisit('digest', 'HTTP/1.1 200 OK', [digest, 'WARC-Refers-To-Date: 2020-01-01T00:00:00Z']),
      css(['WARC-Record-ID: <urn:uuid:8>', digest.toLowerCase()]),
      revisit('id', 'HTTP/1.1 304 Not Modified', ['WARC-Refers-To: <urn:uuid:8>']),
      revisit('url', 'HTTP/1.1 200 OK', [
        'WARC-Refers-To-Target-URI: https://a.test/s.css?1',
        'WARC-Refers-To-Date: 2026-11-21T10:00:00Z',
      ]),
      revisit('elsewhere', 'HTTP/1.1 200 OK', ['WARC-Payload-Digest: sha1:OTHER']),
    ]),
  )
  await recordWarc(file, target, OPTIONS)
  const { exchanges, leftOut } = await verifyRecording(target)
  const body = exchanges.find(({ url }) => url.endsWith('?1'))?.body?.sha256
  assert.deepEqual(
    exchanges.slice(1).map((each) => [each.url.slice(15), each.status, each.body?.sha256 === body]),
    [
      ['digest', 200, true],
      ['s.css?1', 200, true],
      ['id', 200, true],
      ['url', 200, true],
    ],
  )
  assert.deepEqual(exchanges[1]?.responseHeaders, [['ETag', 'digest']])
  assert.deepEqual(leftOut, [{ url: 'https://a.test/elsewhere', why: 'its body is not in this file' }])
})

test('a body that was archived in part is marked as such', async () => {
  const { exchanges } = await recorded([
    { url: 'https://a.test/', headers: { ...HTML, 'Content-Length': '100' }, body: '<p>' },
  ])
  assert.deepEqual([exchanges[0]?.body?.bytes, exchanges[0]?.failure], [3, 'cut off in the archive'])
})

test('a WARC file that is cut off, is none, or has no page is refused in one line, and leaves nothing', async () => {
  const whole = gzipped(warcRecordsOf([{ url: 'https://a.test/', headers: HTML, body: 'x'.repeat(1_000) }]))
  await writeFile(file, whole.subarray(0, whole.length - 40))
  await refused(65, /the file is cut off: only 1 records are whole$/)
  await writeFile(file, 'other')
  await refused(65, /this is no WARC 1\.0 or 1\.1 file$/)
  await writeFile(file, gzipped(warcRecordsOf([{ url: 'https://a.test/a.png', body: 'x' }])))
  await refused(65, /no HTML with status 200 is in it$/)
  const pages = Array.from({ length: 7 }, (_, index) => `https://a.test/${index}`)
  await writeFile(file, gzipped(warcRecordsOf(pages.map((url) => ({ url, headers: HTML, body: 'x' })))))
  await refused(65, /no page https:\/\/a\.test\/9: it has (\S+, ){5}2 more$/, 'https://a.test/9')
  await rm(file)
  await refused(66, /cannot be read \(ENOENT\)$/)
})

/** Beside the project, where somebody has put it. */
const CORPUS = join(import.meta.dirname, '../../../../shared/corpora/pages/servo-warc')
test('archives of real sites are recorded, and every body of theirs decodes', {
  skip: !existsSync(CORPUS) && 'the corpus is not there',
}, async () => {
  const files = globSync(`${CORPUS}/*/archive/*.warc.gz`)
  assert.ok(files.length >= 14)
  for (const [index, each] of files.entries()) {
    const place = join(folder, String(index))
    await recordWarc(each, place, OPTIONS)
    const { exchanges, document } = await verifyRecording(place)
    assert.equal(exchanges[document ?? -1]?.status, 200, each)
    const bodies = exchanges.flatMap(({ body }) => body ?? [])
    assert.ok(bodies.length >= 6, each)
    assert.ok(
      bodies.every(({ form, decodedSha256 }) => form === 'sent' && decodedSha256 !== null),
      each,
    )
  }
})
