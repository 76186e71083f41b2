import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { GraphReplayer } from '../../../../lab/graph/replay/graph-replayer.ts'
import { findLabProgram } from '../../../../lab/process/find-program.ts'
import { smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { ADDRESSES, CACHE, makeOriginFiles, type OriginFiles } from '../../origin/running-server.ts'
import { HOSTS, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()

const opened = new AsyncDisposableStack()
let files: OriginFiles
before(async () => {
  if (!skip) files = opened.use(await makeOriginFiles({}))
})
after(() => opened.disposeAsync())

/** Listens with room for two connections, and accepts none until it is terminated. */
const BUSY_SERVER = `
const { parentPort, workerData } = require('node:worker_threads')
const server = require('node:net').createServer().listen({ port: 0, host: workerData, backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
`
/** TCP_SYN_SENT in /proc/net/tcp. */
const SYN_SENT = '02'

async function connectingTo(port: number): Promise<number> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)
  return lines.filter((line) => {
    const [, , remote = '', state] = line.trim().split(/\s+/)
    return remote.endsWith(suffix) && state === SYN_SENT
  }).length
}

for (const protocol of ['h1', 'h2'] as const)
  test(`while TCP takes long to connect there is a second connection, as Chromium opens one: ${protocol}`, {
    skip,
    timeout: 30_000,
  }, async ({ signal }) => {
    const server = new Worker(BUSY_SERVER, { eval: true, workerData: ADDRESSES.a })
    const fillers: Socket[] = []
    try {
      const [port] = (await once(server, 'message')) as [number]
      for (let filler = 0; filler < 2; filler += 1) {
        const socket = connect(port, ADDRESSES.a)
        fillers.push(socket)
        await once(socket, 'connect')
      }
      const hosts = new Map(
        [...HOSTS].map(([origin, host]) => [origin, { ...host, address: ADDRESSES.a, port }]),
      )
      const orderFile = join(files.folder, `slow-${protocol}.json`)
      await writeFile(orderFile, JSON.stringify(orderOf(smallGraph(), files.caFile, { protocol }, hosts)))
      await using replayer = new GraphReplayer([findLabProgram('towline-load', CACHE)], null)
      // It is ended before it is done.
      replayer.load(orderFile).catch(() => {})
      let most = 0
      while (most < 2) {
        // Aborted at the test's limit: else the file would never end.
        await sleep(20, undefined, { signal })
        most = Math.max(most, await connectingTo(port))
      }
      // The second has no second of its own.
      await sleep(600)
      assert.equal(await connectingTo(port), 2)
    } finally {
      for (const socket of fillers) socket.destroy()
      await server.terminate()
    }
  })
