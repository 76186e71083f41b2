import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { openDatabase } from '../../../db/connection/open.ts'
import { COLLECTION_PATH } from '../../../server/collection/collection-path.ts'
import { testFolder } from '../../test-folder.ts'
import { openSandbox } from './collector.ts'
import { record } from './records.ts'
import { serverProcess } from './server-process.ts'

const BOMB_BYTES = 64 * 2 ** 20
const AT_ONCE = 200
const MOST_RISE_MIB = 20

test('200 bombs at once are refused, and the server hardly grows by them', {
  skip: existsSync('/proc/self/clear_refs') ? false : 'the system does not tell a process’s largest memory',
}, async (t) => {
  const folder = testFolder()
  const database = join(folder, 'field.sqlite')
  {
    await using db = await openDatabase({ url: database })
    await openSandbox(db)
  }
  await using server = await serverProcess({ folder, database })
  const url = (await server.start()) + COLLECTION_PATH
  const plain = Buffer.alloc(BOMB_BYTES, ' ')
  const bombs = {
    gzip: gzipSync(plain),
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    twice: gzipSync(gzipSync(plain)),
  }
  const agent = new Agent({ keepAlive: true })
  const all = (each: (index: number) => Promise<number>): Promise<number[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => each(index)))
  // A server at work, with as many connections.
  for (let times = 0; times < 10; times += 1)
    await all(() =>
      status(url, agent, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(record()))),
    )
  await server.forgetPeak()
  const before = await server.memory()
  const kinds = [
    ['gzip', bombs.gzip],
    ['br', bombs.br],
    ['gzip', bombs.twice],
    ['gzip, gzip', bombs.twice],
  ] as const
  const statuses = await all((index) => {
    const [encoding, bytes] = kinds[index % kinds.length] ?? kinds[0]
    return status(url, agent, { 'content-type': 'application/json', 'content-encoding': encoding }, bytes)
  })
  agent.destroy()
  const { peakMiB } = await server.memory()
  t.diagnostic(
    `${before.nowMiB.toFixed(1)} MiB before, ${peakMiB.toFixed(1)} at most; ${JSON.stringify(statuses.slice(0, 4))}`,
  )
  assert.ok(
    statuses.every((one) => one === 413 || one === 415),
    JSON.stringify(statuses),
  )
  assert.ok(statuses.includes(413) && statuses.includes(415))
  assert.ok(peakMiB - before.nowMiB < MOST_RISE_MIB, `it grew by ${peakMiB - before.nowMiB} MiB`)
})

function status(
  url: string,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
