import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { replayAnswers } from '../../../lab/replay/replay-answers.ts'
import type { ReplayFile } from '../../../lab/replay/replay-file.ts'
import { replayHosts } from '../../../lab/replay/replay-hosts.ts'
import { writeReplay } from '../../../lab/replay/write-replay.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { recordHar } from '../../../record/import/record-har.ts'
import { recordWarc } from '../../../record/import/record-warc.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { ADDRESSES, makeOriginFiles, startServer, whyNoServer } from '../origin/running-server.ts'
import { ReplayClient, type Reply } from './replay-client.ts'
import { requestBodies } from './request-bodies.ts'

const CORPORA = join(import.meta.dirname, '../../../../shared/corpora')
const skip =
  (!existsSync(CORPORA) && 'the corpora are not beside the repository') || (await whyNoServer('towline'))
const FILES = skip ? [] : globSync('**/*.{har,warc,warc.gz}', { cwd: CORPORA }).toSorted()

describe('what others recorded is replayed', { skip }, () => {
  let folder: string
  const refused: string[] = []
  const whyLeftOut = new Map<string, number>()
  const sums = {
    files: 0,
    exchanges: 0,
    leftOut: 0,
    url: 0,
    query: 0,
    path: 0,
    body: 0,
    preflight: 0,
    miss: 0,
  }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'towline-corpora-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [place, name] of FILES.entries())
    test(`${name}: each request gets its own answer again, byte for byte`, async () => {
      const target = join(folder, String(place))
      const recording = await recorded(join(CORPORA, name), target)
      if (typeof recording === 'string') {
        refused.push(`${name}: ${recording}`)
        return
      }
      const { answers, leftOut } = replayAnswers(recording)
      if (answers.length === 0) {
        refused.push(`${name}: nothing of it can be replayed (${leftOut[0]?.why})`)
        return
      }
      const asked = await askAgain(recording, target, await requestBodies(join(CORPORA, name)))
      sums.files += 1
      sums.exchanges += answers.length
      sums.leftOut += leftOut.length
      for (const { why } of leftOut) whyLeftOut.set(why, (whyLeftOut.get(why) ?? 0) + 1)
      const wrong: string[] = []
      for (const { answer, reply } of asked) {
        const [rung = '', id] = reply.mark.split(' ')
        sums[rung as 'url'] += 1
        const { method, url, ending } = answer
        const body = recording.exchanges[answer.id]?.body ?? null
        const bodySha256 = body === null ? EMPTY : body.sha256
        if (reply.mark !== `url ${answer.id}`) wrong.push(`${method} ${url} ${answer.id}: ${rung} ${id}`)
        else if (reply.status !== answer.status) wrong.push(`${method} ${url}: status ${reply.status}`)
        else if (ending === 'whole' && reply.bodySha256 !== bodySha256)
          wrong.push(`${method} ${url}: another body`)
      }
      assert.deepEqual(wrong, [])
      await rm(target, { recursive: true })
    })

  test('how many there were', (t) => {
    t.diagnostic(JSON.stringify(sums))
    t.diagnostic(JSON.stringify(Object.fromEntries(whyLeftOut)))
    for (const line of refused) t.diagnostic(line)
    assert.ok(sums.files >= 14, 'all WARC files at least')
    assert.equal(sums.files + refused.length, FILES.length)
    // In a sentence of one line each.
    for (const line of refused) assert.doesNotMatch(line, /\n/)
  })
})

const EMPTY = createHash('sha256').digest('hex')

/** A text says why no recording can be made of the file. */
async function recorded(file: string, target: string): Promise<Recording | string> {
  try {
    return /\.har$/.test(file)
      ? await recordHar(file, target, 'test')
      : await recordWarc(file, target, { page: null, toolVersion: 'test' })
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    return error.message.replaceAll(file, basename(file))
  }
}

async function askAgain(
  recording: Recording,
  folder: string,
  bodies: ReadonlyMap<string, Buffer>,
): Promise<{ answer: ReturnType<typeof replayAnswers>['answers'][number]; reply: Reply }[]> {
  const names = replayHosts(recording).map(({ name }) => name)
  await using served = await makeOriginFiles({ 'none/': '' }, names)
  const replayFile = join(served.folder, 'replay.json')
  await writeReplay(folder, replayFile)
  // Nothing is measured, so nothing need be waited for.
  const { answers, ...rest } = JSON.parse(await readFile(replayFile, 'utf8')) as ReplayFile
  const quick = answers.map((answer) => ({ ...answer, thinkMs: 0 }))
  await writeFile(replayFile, JSON.stringify({ ...rest, answers: quick }))
  const hosts = names.map((name) => ({ name, address: ADDRESSES.a }))
  await using _server = await startServer(served, served.order('towline', { replayFile, hosts }))
  await using client = new ReplayClient(ADDRESSES.a, await readFile(served.caFile))
  const found = []
  for (const answer of replayAnswers(recording).answers) {
    // Nothing is to come of them, or no end.
    if (answer.status === null || answer.ending === 'open') continue
    const { requestHeaders } = recording.exchanges[answer.id] ?? { requestHeaders: [] }
    const fields = requestHeaders.filter(([name]) => DECIDING.has(name.toLowerCase()))
    const { url, method, requestBodySha256 } = answer
    const body = requestBodySha256 === null ? undefined : bodies.get(requestBodySha256)
    found.push({ answer, reply: await client.ask(url, method, Object.fromEntries(fields), body) })
  }
  return found
}

/** Fields of a request that decide on its answer. */
const DECIDING = new Set(['range', 'if-none-match', 'if-modified-since', 'access-control-request-method'])
