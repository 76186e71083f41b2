import assert from 'node:assert/strict'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { computeAll } from '../../../../crawler/metrics/compute.ts'
import { analyseLoad, harOfLoad } from '../../../../crawler/probe/campaign/analyse-load.ts'
import { takeLoad } from '../../../../crawler/probe/campaign/take-load.ts'
import { type Capture, openCapture } from '../../../../crawler/probe/packets/capture.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { type QuicServer, serveQuic } from '../../../../lab/sandbox/zoo/quic-server.ts'
import type { Arm } from '../../../../model/arm.ts'
import { makeTrustFolder, type TrustFolder } from '../../../servers/trust-folder.ts'
import { noBrowser, openTestBrowser } from '../browser/probe-browser.ts'
import { cannotCapture, tools } from '../packets/captured-page.ts'

/** Of this test alone: the ports that are captured are those of the web. */
const ADDRESS = '127.0.44.9'
const missing =
  cannotCapture || noBrowser || (process.geteuid?.() === 0 ? false : 'needs root for ports 80 and 443')

const PIECES = 4
const PIECE_MS = 40

/** What the server saw of one page, on the clock that packets are stamped with. */
interface Served {
  requestMs: number
  lastWriteMs: number
  closedMs: number
}
const nowMs = (): number => performance.timeOrigin + performance.now()

/** Pages whose body ends with the connection. */
class CloseDelimited {
  readonly served: Served[] = []

  serve = (socket: Socket): void => {
    const seen: Served = { requestMs: 0, lastWriteMs: 0, closedMs: 0 }
    socket.on('error', () => {})
    socket.on('close', () => {
      seen.closedMs = nowMs()
    })
    socket.once('data', (head: Buffer) => {
      seen.requestMs = nowMs()
      this.served.push(seen)
      const version = head.includes('GET /1.0 ') ? '1.0' : '1.1'
      socket.write(`HTTP/${version} 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>page`)
      let left = PIECES
      const timer = setInterval(() => {
        left -= 1
        seen.lastWriteMs = nowMs()
        if (left > 0) socket.write(`<p>${'x'.repeat(3_000)}`)
        else socket.end('<p>the end')
        if (left === 0) clearInterval(timer)
      }, PIECE_MS)
      socket.once('close', () => clearInterval(timer))
    })
  }
}

describe('Time on Wire', { skip: missing }, () => {
  let signal: AbortSignal
  const pages = new CloseDelimited()
  const servers: Server[] = []
  let trust: TrustFolder
  let quic: QuicServer
  let capture: Capture
  let tshark: Tshark
  before(async () => {
    // Not while the file is loaded: others of its process may come first.
    signal = AbortSignal.timeout(300_000)
    trust = await makeTrustFolder('DNS:site.test')
    const { pair } = trust
    servers.push(createServer(pages.serve).listen(80, ADDRESS))
    servers.push(createTlsServer({ ...pair, ALPNProtocols: ['http/1.1'] }, pages.serve).listen(443, ADDRESS))
    await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
    quic = await serveQuic({ address: ADDRESS, port: 443, ...pair, behaviour: 'retry' })
    capture = await openCapture({ interface: 'lo', tcpdump: tools.tcpdump as PacketTool, signal })
    tshark = new Tshark(tools.tshark as PacketTool)
  })
  after(async () => {
    await tshark?.[Symbol.asyncDispose]()
    await capture?.[Symbol.asyncDispose]()
    await quic?.[Symbol.asyncDispose]()
    for (const server of servers) server.close()
    await trust?.[Symbol.asyncDispose]()
  })

  /** Loads a page so many times, each as a campaign does, with its metrics. */
  async function measured(arm: Arm, url: string, times: number) {
    await using browser = await openTestBrowser({
      arm,
      origins: { forced: arm === 'h3' ? ['site.test'] : [], privateRoot: [] },
      caFile: trust.caFile,
      keyLog: true,
      switches: [`--host-resolver-rules=MAP site.test ${ADDRESS}`],
    })
    const all = []
    for (let count = 0; count < times; count++) {
      const taken = await takeLoad(browser, { url, signal }, capture)
      assert.equal(taken.load.failure, null)
      const artifacts = await analyseLoad(taken, harOfLoad(taken.load), { tshark, signal, warn: assert.fail })
      const startedMs = Date.parse(taken.load.startedAt)
      all.push({
        startedMs,
        artifacts,
        metrics: new Map(computeAll(artifacts).map((each) => [each.name, each])),
      })
    }
    return all
  }

  for (const [arm, url] of [
    ['http', 'http://site.test/'],
    ['http', 'http://site.test/1.0'],
    ['h1', 'https://site.test/'],
    ['h1', 'https://site.test/1.0'],
  ] as const)
    test(`of a body that ends with its connection lies within what the server saw (${url})`, async () => {
      pages.served.length = 0
      const [load] = await measured(arm, url, 1)
      const { value, note } = load?.metrics.get('tow_ms') ?? assert.fail()
      const [seen] = pages.served
      assert.ok(load !== undefined && seen !== undefined && value !== null, note ?? 'nothing was served')
      // The request was on the wire before the server had it, the last bytes after it had written them.
      assert.ok(value >= seen.lastWriteMs - seen.requestMs - 0.1, `${value} ms, ${JSON.stringify(seen)}`)
      assert.ok(value <= seen.closedMs - load.startedMs, `${value} ms, ${JSON.stringify(seen)}`)
    })

  test('is known after a QUIC Retry, whatever was under way when it came', async () => {
    for (const { artifacts, metrics } of await measured('h3', 'https://site.test/', 5)) {
      const found = ['tow_ms', 'setup_ms', 'handshakes'].map((name) => metrics.get(name))
      assert.ok(
        found.every((each) => each?.value !== null),
        JSON.stringify(found),
      )
      assert.equal(metrics.get('handshakes')?.value, 1)
      assert.equal(artifacts.packets?.decrypted, true)
    }
  })
})
