import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { bodyFile, CHECKSUMS, RECORDING_JSON } from '../../../model/recording/names.ts'
import { parseRecording, readRecording } from '../../../record/folder/read-recording.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { openRecordingFolder, recordingText } from '../../../record/folder/write-recording.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { BODY, BODY_SHA256, sampleExchange, sampleRecording, writeSample } from '../sample-recording.ts'

let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'towline-recording-'))
  folder = join(parent, 'sample')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const refused = (work: Promise<unknown>, exitCode: number, message: RegExp): Promise<void> =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof RecordingError, String(error))
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n'))
    assert.equal(error.exitCode, exitCode)
    return true
  })

const rewriteJson = async (change: (json: Record<string, unknown>) => void): Promise<void> => {
  const file = join(folder, RECORDING_JSON)
  const json = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  change(json)
  await writeFile(file, JSON.stringify(json))
}

test('a recording is read as it was written, and holds the same bytes once', async () => {
  await writeSample(folder)
  assert.deepEqual(await verifyRecording(folder), sampleRecording())
  assert.deepEqual((await readdir(folder)).toSorted(), ['bodies', CHECKSUMS, RECORDING_JSON])
  assert.deepEqual(await readdir(join(folder, 'bodies')), [BODY_SHA256])
  assert.deepEqual(await readdir(parent), ['sample'])
})

test('sha256sum verifies the folder', async () => {
  await writeSample(folder)
  const { stdout } = await promisify(execFile)('sha256sum', ['--check', CHECKSUMS], { cwd: folder })
  assert.equal(stdout, `${RECORDING_JSON}: OK\n${bodyFile(BODY_SHA256)}: OK\n`)
})

test('a field of a head is one line of the file', () => {
  assert.match(recordingText(sampleRecording()), /\n +\["Accept", "\*\/\*"\]\n/)
})

test('a body that was changed is refused by its checksum', async () => {
  await writeSample(folder)
  await writeFile(join(folder, bodyFile(BODY_SHA256)), 'other')
  await refused(verifyRecording(folder), 74, /its checksum differs/)
})

test('a recording.json that was changed is refused by its checksum', async () => {
  await writeSample(folder)
  await rewriteJson((json) => Object.assign(json, { userAgent: 'other' }))
  await refused(verifyRecording(folder), 74, /recording\.json: its checksum differs/)
})

test('a missing body is refused with the name of its file', async () => {
  await writeSample(folder)
  await rm(join(folder, bodyFile(BODY_SHA256)))
  await refused(verifyRecording(folder), 66, new RegExp(`bodies/${BODY_SHA256}: it is missing`))
})

test('a body that has no checksum is refused', async () => {
  await writeSample(folder)
  const checksums = await readFile(join(folder, CHECKSUMS), 'utf8')
  await writeFile(join(folder, CHECKSUMS), `${checksums.split('\n')[0]}\n`)
  await refused(verifyRecording(folder), 65, /it has no checksum of bodies/)
})

test('checksums of files that are no part of a recording are refused, and nothing else is read', async () => {
  await writeSample(folder)
  const checksums = await readFile(join(folder, CHECKSUMS), 'utf8')
  await writeFile(join(folder, CHECKSUMS), `${checksums}${'0'.repeat(64)}  ../../etc/passwd\n`)
  await refused(verifyRecording(folder), 65, /no part of a recording/)
})

test('a recording of a newer major version is refused, one of a newer minor version is read', async () => {
  await writeSample(folder)
  await rewriteJson((json) => Object.assign(json, { version: { major: 2, minor: 7 }, addedLater: true }))
  assert.deepEqual(await readRecording(folder), sampleRecording({ version: { major: 2, minor: 7 } }))
  await rewriteJson((json) =>
    Object.assign(json, { version: { major: 3, minor: 0 }, exchanges: 'otherwise' }),
  )
  await refused(readRecording(folder), 76, /format version 3, newer than 2/)
})

test('what is no recording is refused', async () => {
  await refused(readRecording(folder), 66, /recording\.json: no such file/)
  await refused(Promise.try(parseRecording, '{"a":', 'x.json'), 65, /^x\.json: no JSON/)
  for (const text of ['null', '[]', '{}', '{"format":1}', '"towline-recording"'])
    await refused(Promise.try(parseRecording, text, 'x.json'), 65, /^x\.json: no recording of towline$/)
})

test('what does not fit together is refused with its place', async () => {
  const base = sampleRecording()
  const [first, second] = [sampleExchange(0), sampleExchange(1)]
  const body = { ...sampleExchange(0).body, sha256: '../../../etc/passwd' }
  for (const [recording, message] of [
    [{ ...base, document: 2 }, /document: no such exchange/],
    [{ ...base, exchanges: [second, first] }, /exchanges\.0\.id: its id is not its position/],
    [{ ...base, exchanges: [{ ...first, redirectedFrom: 0 }] }, /exchanges\.0: it precedes its redirect/],
    [{ ...base, exchanges: [{ ...first, body }] }, /exchanges\.0\.body\.sha256: no SHA-256/],
    [{ ...base, exchanges: [{ ...first, url: 'file:///etc/passwd' }] }, /exchanges\.0\.url/],
    [{ ...base, loads: [...base.loads, ...base.loads] }, /loads: two loads have the same ordinal/],
  ] as const)
    await refused(Promise.try(parseRecording, JSON.stringify(recording), 'x.json'), 65, message)
})

test('any change of any value is read or refused in one line, and nothing else happens', () => {
  const text = JSON.stringify(sampleRecording())
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.nat(20), fc.string({ maxLength: 5 }), (start, length, put) => {
      try {
        parseRecording(`${text.slice(0, start)}${put}${text.slice(start + length)}`, 'x.json')
      } catch (error) {
        assert.ok(error instanceof RecordingError && !error.message.includes('\n'), String(error))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a folder that holds something is left alone, and a recording that fails leaves nothing', async () => {
  await writeSample(folder)
  await refused(openRecordingFolder(folder), 65, /is not empty/)
  const other = join(parent, 'other')
  await assert.rejects(writeSample(other, { ...sampleRecording(), pageUrl: 'none' }))
  assert.deepEqual(await readdir(parent), ['sample'])
})

test('one process at a time records to a folder, and the second disturbs nothing of the first', async () => {
  {
    await using first = await openRecordingFolder(folder)
    const file = join(first.scratch, 'one')
    await writeFile(file, BODY)
    await refused(
      openRecordingFolder(folder),
      75,
      /^another towline records to this folder \(process \d+ on /,
    )
    await using _other = await openRecordingFolder(join(parent, 'other'))
    await first.addBody(file, BODY_SHA256)
    await first.finish(sampleRecording())
  }
  assert.deepEqual(await verifyRecording(folder), sampleRecording())
  assert.deepEqual(await readdir(parent), ['sample'])
})
