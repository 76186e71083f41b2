import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { latenciesOf } from '../../../bench/server/latencies.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { COLLECTION_PATH } from '../../../server/collection/collection-path.ts'
import { testFolder } from '../../test-folder.ts'
import { openSandbox } from './collector.ts'
import { record } from './records.ts'
import { serverProcess } from './server-process.ts'
import { uploadConnection } from './upload-connection.ts'

const SLOW_SOCKETS = 1_000
const UPLOADS = 500
/** For 19 of 20, besides ten times as long as without the slow clients: a slow machine is slow to all. */
const LIMIT_MS = 500
const QUIET_UPLOADS = 100
/** Of this machine, that they come from: one alone has only its share of the connections. */
const ADDRESSES = 8
const BYTE_EVERY_MS = 1_000

/** What a slow client says a byte at a time: a head without end, or a body. */
const DRIPPED = [
  ['', `POST ${COLLECTION_PATH} HTTP/1.1\r\nHost: a.test\r\nX: ${'a'.repeat(10_000)}`],
  [
    `POST ${COLLECTION_PATH} HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
    ' '.repeat(10_000),
  ],
] as const

test('1,000 clients that send a byte a second do not slow down the uploads of others, and are cut off', async (t) => {
  const folder = testFolder()
  const database = join(folder, 'field.sqlite')
  {
    await using db = await openDatabase({ url: database })
    await openSandbox(db)
  }
  await using server = await serverProcess({ folder, database })
  const address = await server.start()
  using connection = await uploadConnection(address + COLLECTION_PATH)
  const upload = async (): Promise<number> => {
    const startMs = performance.now()
    assert.equal(await connection.post(JSON.stringify(record())), 201)
    return performance.now() - startMs
  }
  const quietMs: number[] = []
  while (quietMs.length < QUIET_UPLOADS) quietMs.push(await upload())
  const quiet = latenciesOf(quietMs)
  const slow = new SlowClients(address)
  await slow.connected()
  const timesMs: number[] = []
  // As long as it takes for the first of them to have been cut off.
  while (timesMs.length < UPLOADS || slow.cutOff < SLOW_SOCKETS) {
    timesMs.push(await upload())
    await sleep(10)
  }
  slow.stop()
  const { n, p50Ms, p95Ms, maxMs } = latenciesOf(timesMs)
  t.diagnostic(
    `${n} uploads: median ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms, max ${maxMs.toFixed(0)} ms; ${slow.cutOff} cut off`,
  )
  assert.ok(p95Ms < LIMIT_MS + 10 * quiet.p95Ms, `p95 ${p95Ms} ms, ${quiet.p95Ms} ms without them`)
})

/** Always a thousand of them: one that is cut off comes again. */
class SlowClients {
  readonly #sockets = new Set<Socket>()
  readonly #address: URL
  readonly #drip: NodeJS.Timeout
  #stopped = false
  cutOff = 0

  constructor(address: string) {
    this.#address = new URL(address)
    for (let index = 0; index < SLOW_SOCKETS; index += 1) this.#open(index)
    this.#drip = setInterval(() => {
      for (const socket of this.#sockets) socket.emit('drip')
    }, BYTE_EVERY_MS)
  }

  async connected(): Promise<void> {
    while ([...this.#sockets].some(({ connecting }) => connecting)) await sleep(20)
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#drip)
    for (const socket of this.#sockets) socket.destroy()
  }

  #open(index: number): void {
    const [atOnce, dripped] = DRIPPED[index % DRIPPED.length] ?? DRIPPED[0]
    const socket = connect({
      ...{ port: Number(this.#address.port), host: this.#address.hostname },
      localAddress: `127.0.0.${2 + (index % ADDRESSES)}`,
    })
    this.#sockets.add(socket)
    let sent = 0
    socket.on('connect', () => socket.write(`${atOnce}${dripped[0]}`))
    socket.on('drip', () => {
      sent += 1
      if (socket.writable) socket.write(dripped[sent] ?? ' ')
    })
    socket.resume()
    socket.on('error', () => {
      // Cut off: that is the server's right.
    })
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (this.#stopped) return
      this.cutOff += 1
      this.#open(index)
    })
  }
}
