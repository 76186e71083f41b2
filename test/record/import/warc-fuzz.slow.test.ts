import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordWarc } from '../../../record/import/record-warc.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { mutated, mutations } from '../../mutations.ts'
import { testFolder } from '../../test-folder.ts'
import { gzipped, inChunks, warcRecordsOf } from './warc-file.ts'

const folder = testFolder()

const TOKENS = [
  '\r\n',
  '\n',
  '\r\n\r\n',
  '\0',
  'WARC/1.0\r\n',
  'Content-Length: 99999999999',
  'Content-Length: -1',
  '0\r\n',
  'WARC-Type: response\r\n',
  'WARC-Truncated: length\r\n',
  'HTTP/1.1 200 OK\r\n',
  'Content-Encoding: gzip\r\n',
  'Content-Encoding: gzip, gzip, br\r\n',
  'Transfer-Encoding: chunked\r\n',
  'ffffffff\r\n',
  '__proto__: x\r\n',
  'https://user:secret@site.test/',
  'https://[::1]/',
  '/../',
  '%2f',
  '%ff',
  '\u{1f}\u{8b}\u{8}',
]

/** Every outcome is a recording that verifies, or one line that says why not. */
async function assertSound(archive: Uint8Array): Promise<'page' | 'refused'> {
  const file = join(folder, 'a.warc')
  const target = join(folder, 'recording')
  await writeFile(file, archive)
  try {
    await recordWarc(file, target, { page: null, toolVersion: 'test' })
    await verifyRecording(target)
    return 'page'
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    assert.match(error.message, /^.*\S: \S.*$/u)
    assert.equal(error.exitCode, 65)
    return 'refused'
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

const SEED = 20

const HTML = { 'Content-Type': 'text/html' }
const TEXT = '<p>a paragraph of a page'.repeat(20)
const MADE = warcRecordsOf([
  { url: 'https://site.test/', headers: HTML, body: TEXT },
  { url: 'https://site.test/g', headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(TEXT) },
  { url: 'https://site.test/d', headers: { 'Content-Encoding': 'deflate' }, body: deflateRawSync(TEXT) },
  { url: 'https://site.test/b', headers: { 'Content-Encoding': 'br' }, body: brotliCompressSync(TEXT) },
  { url: 'https://site.test/z', headers: { 'Content-Encoding': 'zstd' }, body: zstdCompressSync(TEXT) },
  {
    url: 'https://site.test/c',
    headers: { 'Transfer-Encoding': 'chunked' },
    body: inChunks(Buffer.from(TEXT), 31),
  },
])

async function fuzz(archives: readonly Uint8Array[], maxChanges: number, numRuns: number): Promise<void> {
  const outcomes = { page: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...archives),
      mutations(TOKENS, maxChanges),
      async (archive, changes) => {
        outcomes[await assertSound(mutated(archive, changes))] += 1
      },
    ),
    // Always the same changes: how many of them leave a page is a matter of luck.
    { numRuns, seed: SEED },
  )
  // Else the changes are too small, or too large, to try anything.
  assert.ok(outcomes.page > numRuns / 50 && outcomes.refused > numRuns / 50, JSON.stringify(outcomes))
}

test('an archive that was changed anywhere gives a recording that verifies, or is refused in one line', async () =>
  await fuzz([Buffer.concat(MADE), gzipped(MADE)], 6, 150))

/** Beside the project, where somebody has put it. */
const CORPUS = join(import.meta.dirname, '../../../../shared/corpora/pages/servo-warc')
test('so is every archive of a real site', {
  skip: !existsSync(CORPUS) && 'the corpus is not there',
}, async () => {
  const packed = globSync(`${CORPUS}/*/archive/*.warc.gz`).map((file) => readFileSync(file))
  // Nearly every change of a packed one is found by its checksums.
  await fuzz([...packed.slice(0, 2), ...packed.map((file) => gunzipSync(file))], 1, 30)
})
