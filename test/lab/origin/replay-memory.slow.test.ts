import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ReplayFile } from '../../../lab/replay/replay-file.ts'
import { opened } from '../../opened.ts'
import { GETS } from './get.ts'
import { ADDRESSES, makeOriginFiles, startServer, whyNoServer } from './running-server.ts'

const REQUESTS = 300
const PAGE_BYTES = 10_000_000
const MOST_MORE_BYTES = 100_000_000

const skip = await whyNoServer('towline')
const served = opened(() => makeOriginFiles({ 'a.test/': '' }))

test('a recording of 300 requests and 10 MB takes at most 100 MB more', {
  skip,
}, async () => {
  const empty = await mostBytes(await replayOf(1, 1), 1)
  const full = await mostBytes(await replayOf(REQUESTS, PAGE_BYTES), REQUESTS)
  assert.ok(full - empty >= PAGE_BYTES / 2, `${full - empty} bytes: it was not in memory`)
  assert.ok(full - empty <= MOST_MORE_BYTES, `${full - empty} bytes`)
})

/** The most memory that the server had at a time, all answers asked for. */
async function mostBytes(replayFile: string, answers: number): Promise<number> {
  await using server = await startServer(served, served.order('towline', { replayFile }))
  for (let n = 0; n < answers; n += 1) {
    const question = { address: ADDRESSES.a, host: 'a.test', path: `/${n}`, caFile: served.caFile }
    assert.equal((await GETS.h2(question)).status, 200)
  }
  return await highWaterBytes(server.child.pid ?? 0)
}

async function highWaterBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  assert.match(status, /^Name:\s+towline-origin$/m)
  return 1_024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])
}

async function replayOf(answers: number, bytes: number): Promise<string> {
  const bodies = join(served.folder, `bodies-${answers}`)
  await mkdir(bodies)
  const replay: ReplayFile = {
    page: 'https://a.test/0',
    bodies,
    answers: Array.from({ length: answers }, (_, id) => ({
      ...{ id, method: 'GET', url: `https://a.test/${id}`, requestBodySha256: null, range: null },
      ...{
        status: 200,
        headers: [['content-type', 'text/plain']],
        body: `${id}`,
        thinkMs: 0,
        ending: 'whole',
      },
    })),
  }
  for (let id = 0; id < answers; id += 1)
    await writeFile(join(bodies, `${id}`), randomBytes(Math.ceil(bytes / answers)))
  const file = join(served.folder, `replay-${answers}.json`)
  await writeFile(file, JSON.stringify(replay))
  return file
}
