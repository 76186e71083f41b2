import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { RECORDING_LIMITS } from '../../../record/folder/limits.ts'
import { WARC_LIMITS } from '../../../record/warc/warc-limits.ts'
import { testFolder } from '../../test-folder.ts'
import { type WarcExchange, warcRecordsOf } from './warc-file.ts'

const folder = testFolder()

interface Recorded {
  readonly exchanges?: number
  readonly undecoded?: number
  readonly whyLeftOut?: readonly string[]
  readonly refused?: string
  readonly exitCode?: number
  readonly peakMb: number
}

const CHILD = join(import.meta.dirname, 'record-alone.ts')
const PAGE: WarcExchange = {
  url: 'https://site.test/',
  headers: { 'Content-Type': 'text/html' },
  body: '<p>',
}

/** Has a process record an archive with a page and whatever follows it. */
async function recordFile(parts: Iterable<Uint8Array>): Promise<Recorded & { readonly fileMb: number }> {
  const file = join(folder, 'a.warc.gz')
  {
    await using handle = await open(file, 'w')
    await handle.write(gzipSync(Buffer.concat(warcRecordsOf([PAGE]))))
    for (const part of parts) await handle.write(part)
  }
  const target = join(folder, 'recording')
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, file, target])
  await rm(target, { recursive: true, force: true })
  return { ...(JSON.parse(stdout) as Recorded), fileMb: (await stat(file)).size / 1e6 }
}

const CODERS = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (data: Buffer) => brotliCompressSync(data, { params: { 1: 1 } }),
  zstd: zstdCompressSync,
} as const

/**
 * What one page may cost: 200 MB of bodies, one of 50 MB that is being decoded (its parts, and all of them), and Node.
 * Without limits in all the first of these files, by gzip, took 4.5 GB.
 */
const MOST_MB = 600

for (const [coding, encode] of Object.entries(CODERS))
  test(`many small bodies by ${coding} that decode to gigabytes are refused in one line, within memory`, async () => {
    const body = encode(Buffer.alloc(WARC_LIMITS.bodyBytes - 1))
    const records = (i: number): Buffer[] =>
      warcRecordsOf([{ url: `https://site.test/${i}`, headers: { 'Content-Encoding': coding }, body }])
    const packed = Array.from({ length: 90 }, (_, i) => gzipSync(Buffer.concat(records(i)), { level: 1 }))
    const { refused, exitCode, peakMb, fileMb } = await recordFile(packed)
    assert.match(refused ?? '', /a\.warc\.gz: its bodies decode to more than 200000000 bytes$/)
    assert.equal(exitCode, 65)
    assert.ok(fileMb < 5 && peakMb < MOST_MB, `${peakMb} MB for a file of ${fileMb} MB`)
  })

test('a body that decodes to more than one may have is kept as it was sent', async () => {
  const body = gzipSync(Buffer.alloc(RECORDING_LIMITS.bodyBytes + 1))
  const records = warcRecordsOf([
    { url: 'https://site.test/b', headers: { 'Content-Encoding': 'gzip' }, body },
  ])
  const { exchanges, undecoded, peakMb } = await recordFile([gzipSync(Buffer.concat(records), { level: 1 })])
  assert.deepEqual([exchanges, undecoded], [2, 1])
  assert.ok(peakMb < 250, `${peakMb} MB`)
})

test('a body in millions of chunks costs no more than its bytes', async () => {
  const count = 7_000_000
  const chunks = Buffer.alloc(6 * count + 5, '1\r\nx\r\n')
  chunks.write('0\r\n\r\n', 6 * count)
  const record = warcRecordsOf([
    { url: 'https://site.test/c', headers: { 'Transfer-Encoding': 'chunked' }, body: chunks },
  ])
  const { exchanges, peakMb } = await recordFile([gzipSync(Buffer.concat(record), { level: 1 })])
  assert.equal(exchanges, 2)
  assert.ok(peakMb < 400, `${peakMb} MB`)
})

test('a record of any length that is not needed is read over, and a response that is too long left out', async () => {
  const long = (type: string): Buffer[] => {
    const length = 8 * 50_000_000
    const head = `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: https://site.test/l\r\nContent-Length: ${length}\r\n\r\n`
    const part = gzipSync(Buffer.alloc(50_000_000), { level: 1 })
    return [gzipSync(head), ...Array.from({ length: 8 }, () => part), gzipSync('\r\n\r\n')]
  }
  const { exchanges, whyLeftOut, peakMb } = await recordFile([...long('metadata'), ...long('response')])
  assert.equal(exchanges, 1)
  assert.deepEqual(whyLeftOut, ['its response has more than 50000000 bytes'])
  assert.ok(peakMb < 250, `${peakMb} MB`)
})

test('records, responses and the texts of their heads are limited, all together', async () => {
  const many = function* (count: number, recordOf: (i: number) => Buffer): Generator<Buffer> {
    for (let i = 0; i < count; i += 500)
      yield gzipSync(Buffer.concat(Array.from({ length: 500 }, (_, j) => recordOf(i + j))), { level: 1 })
  }
  const record = (type: string, url: string, block: string): Buffer =>
    Buffer.from(
      `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`,
    )
  const refusals = [
    await recordFile(many(WARC_LIMITS.records, () => record('metadata', 'a:b', ''))),
    await recordFile(
      many(WARC_LIMITS.responses + 500, (i) =>
        record('response', `https://site.test/${i}`, 'HTTP/1.1 200 OK\r\n\r\n'),
      ),
    ),
    // Of paths so deep that all their folders together would have 40 GB of names.
    await recordFile(
      many(3_000, (i) =>
        record('response', `https://site.test/${i}${'/a'.repeat(4_000)}`, 'HTTP/1.1 200 OK\r\n\r\n'),
      ),
    ),
  ]
  assert.deepEqual(
    refusals.map(({ refused = '' }) => refused.replace(/^.*a\.warc\.gz: /, '')),
    [
      'it has more than 100000 records',
      'it has more than 10000 responses',
      'its URLs and heads have more than 20000000 bytes',
    ],
  )
  for (const { peakMb } of refusals) assert.ok(peakMb < MOST_MB, `${peakMb} MB`)
})
