import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServeOrder } from '../../../lab/origin/serve-order.ts'
import type { ReplayAnswer, ReplayFile } from '../../../lab/replay/replay-file.ts'
import type { Question } from './get.ts'
import { ADDRESSES, makeOriginFiles, startServer } from './running-server.ts'

/** What begins a load: all that was given before is forgotten. */
export const NAVIGATION = { 'sec-fetch-dest': 'document' }

/** An answer that has nothing special but what is said. */
export const madeAnswer = (id: number, url: string, changes: Partial<ReplayAnswer> = {}): ReplayAnswer => ({
  ...{ id, url, method: 'GET', requestBodySha256: null, range: null, status: 200 },
  ...{ headers: [['Content-Type', 'text/plain']], body: null, thinkMs: 0, ending: 'whole', ...changes },
})

export interface ReplayServer extends AsyncDisposable {
  /** About a URL of `a.test` or `b.test`. */
  question(url: string, changes?: Partial<Question>): Question
  /** That it was started in. */
  readonly folder: string
  /** All that it has written. */
  log(): Promise<string>
}

/** The lab's server with answers whose page is `https://a.test/` unless `changes` say another, and their bodies by name. */
export async function startReplay(
  answers: readonly ReplayAnswer[],
  bodies: Readonly<Record<string, Buffer>>,
  order: Partial<ServeOrder> = {},
  changes: Partial<ReplayFile> = {},
): Promise<ReplayServer> {
  const served = await makeOriginFiles({ 'a.test/': '' })
  const folder = join(served.folder, 'bodies')
  await mkdir(folder)
  for (const [name, body] of Object.entries(bodies)) await writeFile(join(folder, name), body)
  const replayFile = join(served.folder, 'replay.json')
  const file: ReplayFile = { page: 'https://a.test/', bodies: 'bodies', answers, ...changes }
  await writeFile(replayFile, JSON.stringify(file))
  const server = await startServer(served, served.order('towline', { replayFile, ...order }))
  return {
    question(url, changes = {}) {
      const { hostname, pathname, search } = new URL(url)
      const address = hostname === 'a.test' ? ADDRESSES.a : ADDRESSES.b
      return { address, host: hostname, path: pathname + search, caFile: served.caFile, ...changes }
    },
    folder: served.folder,
    log: server.log,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await served[Symbol.asyncDispose]()
    },
  }
}
