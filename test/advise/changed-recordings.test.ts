import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { answerFaster } from '../../advise/answer-faster.ts'
import { compressText } from '../../advise/compress-text.ts'
import { mergeShards } from '../../advise/merge-shards.ts'
import { thirdPartiesHttp3 } from '../../advise/third-parties-http3.ts'
import type { WhatIf } from '../../advise/what-if.ts'
import { allowedToShare } from '../../lab/graph/shared-connections.ts'
import { recordedThinkMs } from '../../lab/replay/recorded-think-times.ts'
import { replayHosts } from '../../lab/replay/replay-hosts.ts'
import type { Exchange } from '../../model/recording/exchange.ts'
import { bodyFile } from '../../model/recording/names.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import { openRecordingFolder } from '../../record/folder/write-recording.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { madeRecording } from '../lab/replay/made-recording.ts'
import { siteOf } from './site-of.ts'

const TEXT = 'const answer = 42\n'.repeat(2_000)
const PICTURE = 'no text, and all the same the same bytes'.repeat(100)
const TLS = { certificate: { sha256: null, names: ['shop.test'], issuer: null, chainBytes: null } }
const HOSTS = [
  { host: 'shop.test', address: '192.0.2.1', protocol: 'h3', ...TLS },
  {
    host: 'img.shop.test',
    address: '192.0.2.2',
    protocol: 'h3',
    certificate: { ...TLS.certificate, names: ['img.shop.test'] },
  },
  { host: 'ads.example', address: '192.0.2.3', protocol: 'h2' },
]
const ACCEPT: Exchange['requestHeaders'] = [['accept-encoding', 'gzip, deflate, br, zstd']]

test('merged shards are one address and one connection, in replays and in graphs, and nothing else changes', async () => {
  await using made = await changed(mergeShards)
  const { before, after } = made
  assert.equal(new Set(replayHosts(before).map(({ address }) => address)).size, 3)
  const [page, shard, third] = replayHosts(after)
  assert.equal(shard?.address, page?.address)
  assert.notEqual(third?.address, page?.address)
  assert.deepEqual(page?.certificateNames, ['shop.test', 'img.shop.test'])
  assert.deepEqual(allowedToShare(before.hosts), [])
  assert.deepEqual(allowedToShare(after.hosts), [['https://shop.test', 'https://img.shop.test']])
  assert.deepEqual(after.exchanges, before.exchanges)
})

test('compressed text decodes to what it was, and is shorter; pictures are the same file as before', async () => {
  await using made = await changed(compressText)
  const { before, after, from, to } = made
  const [script, picture, foreign] = after.exchanges
  const { sha256 = '', bytes = 0 } = script?.body ?? {}
  const coded = await readFile(join(to, bodyFile(sha256)))
  assert.equal(coded.length, bytes)
  assert.equal(brotliDecompressSync(coded).toString(), TEXT)
  assert.ok(bytes < TEXT.length / 10)
  assert.deepEqual(script?.responseHeaders, [
    ['content-type', 'text/javascript'],
    ['content-encoding', 'br'],
    ['content-length', String(bytes)],
  ])
  assert.deepEqual([picture, foreign], before.exchanges.slice(1))
  const inode = async (folder: string): Promise<number> =>
    (await stat(join(folder, bodyFile(picture?.body?.sha256 ?? '')))).ino
  assert.equal(await inode(to), await inode(from))
})

test('answers of the site’s own hosts come within 20 ms, those of third parties as they came', async () => {
  await using made = await changed(answerFaster)
  const waits = ({ exchanges, loads }: Recording): (number | null)[] =>
    exchanges.map((exchange) => recordedThinkMs(exchange, { loads }))
  assert.deepEqual(waits(made.before), [400, 400, 400])
  assert.deepEqual(waits(made.after), [20, 20, 400])
})

test('third parties without HTTP/3 get it under the arm recorded, and no other host does', async () => {
  await using made = await changed(thirdPartiesHttp3)
  assert.deepEqual(
    made.after.hosts.map(({ protocol }) => protocol),
    ['h3', 'h3', 'h3'],
  )
  assert.deepEqual({ ...made.after, hosts: [] }, { ...made.before, hosts: [] })
})

interface Changed extends AsyncDisposable {
  readonly from: string
  readonly to: string
  readonly before: Recording
  /** Read with all checksums compared. */
  readonly after: Recording
}

/** The recording of a small shop, changed. */
async function changed({ change }: WhatIf): Promise<Changed> {
  const temporary = await temporaryFolder()
  const [from, to] = [join(temporary.path, 'from'), join(temporary.path, 'to')]
  await using folder = await openRecordingFolder(from)
  const exchange = async (
    url: string,
    type: string,
    text: string,
  ): Promise<Partial<Exchange> & { url: string }> => {
    const sha256 = createHash('sha256').update(text).digest('hex')
    const file = join(folder.scratch, sha256)
    await writeFile(file, text)
    await folder.addBody(file, sha256)
    const bytes = text.length
    const timing = {
      startedMs: 0,
      firstByteMs: 410,
      thinkMs: 400,
      receiveMs: 1,
      protocol: 'h3',
      connection: null,
    }
    return {
      ...{ url, requestHeaders: ACCEPT },
      responseHeaders: [
        ['content-type', type],
        ['content-length', String(bytes)],
      ],
      body: { sha256, bytes, form: 'sent', sentBytes: bytes, decodedSha256: sha256, decodedBytes: bytes },
      timings: [1, 2].map((load) => ({ load, ...timing })),
    }
  }
  const recording = madeRecording(
    [
      await exchange('https://shop.test/a.js', 'text/javascript', TEXT),
      await exchange('https://img.shop.test/a.png', 'image/png', PICTURE),
      await exchange('https://ads.example/a.js', 'text/javascript', TEXT),
    ],
    HOSTS,
  )
  await folder.finish(recording)
  await change?.(from, to, siteOf(recording))
  return {
    ...{ from, to, before: recording, after: await verifyRecording(to) },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  }
}
