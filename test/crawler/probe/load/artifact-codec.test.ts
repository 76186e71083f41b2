import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeArtifacts, encodeArtifacts } from '../../../../crawler/probe/load/artifact-codec.ts'
import { artifactText } from '../../../../db/campaign/artifact-text.ts'
import type { SampleArtifacts } from '../../../../model/artifacts.ts'
import { NOTHING, PAGE, withHar } from '../../metrics/observed.ts'

const FULL: SampleArtifacts = {
  ...withHar([{ url: 'https://ä.test/\u2028?"\\', headers: { 'x-odd': '\ud800 \0 \u{1f40e}' } }, {}]),
  timings: PAGE,
  connections: [],
  packets: { connections: [], packets: [], decrypted: true, captureDrops: null },
}

test('artifacts come back as they were, and what was not there is null', async () => {
  const stored = await encodeArtifacts(FULL)
  assert.deepEqual(
    stored.map(({ kind }) => kind),
    ['har', 'timings', 'connections', 'packets'],
  )
  assert.deepEqual(await decodeArtifacts(stored), FULL)
  assert.deepEqual(await encodeArtifacts(NOTHING), [])
  assert.deepEqual(await decodeArtifacts([]), NOTHING)
  assert.deepEqual(await decodeArtifacts(stored.slice(1, 2)), { ...NOTHING, timings: PAGE })
})

test('the text of a HAR comes back byte for byte, whatever its values are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), fc.double(), async (texts, waitMs) => {
      const artifacts = withHar(texts.map((url) => ({ url, timings: { wait: waitMs } })))
      const [stored] = await encodeArtifacts(artifacts)
      assert.ok(stored !== undefined)
      const text = await artifactText(stored)
      assert.equal(text.toString(), JSON.stringify(artifacts.har))
      assert.equal(text.length, stored.sizeBytes)
      const { har } = await decodeArtifacts([stored])
      assert.equal(JSON.stringify(har), JSON.stringify(artifacts.har))
    }),
    { numRuns: 50 },
  )
})

test('a HAR of many alike requests takes a small part of its size', async () => {
  const entries = Array.from({ length: 100 }, (_, n) => ({ url: `https://a.test/${n}` }))
  const [stored] = await encodeArtifacts(withHar(entries))
  assert.ok(stored !== undefined && stored.bytes.length < stored.sizeBytes / 10)
})

test('bytes that are not what was stored are refused, also where they unpack to more', async () => {
  const [stored] = await encodeArtifacts(withHar([{}]))
  assert.ok(stored !== undefined)
  await assert.rejects(artifactText({ ...stored, bytes: stored.bytes.slice(0, -5) }))
  await assert.rejects(artifactText({ ...stored, bytes: Uint8Array.of(1, 2, 3) }))
  await assert.rejects(artifactText({ ...stored, sizeBytes: stored.sizeBytes - 1 }), {
    code: 'ERR_BUFFER_TOO_LARGE',
  })
  await assert.rejects(artifactText({ ...stored, sizeBytes: stored.sizeBytes + 1 }), RangeError)
  await assert.rejects(artifactText({ ...stored, encoding: 'br' as 'zstd' }), TypeError)
})
