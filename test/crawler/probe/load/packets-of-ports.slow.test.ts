import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { after, before, describe, test } from 'node:test'
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

/** Of this test alone. */
const ADDRESS = '127.0.44.10'
/** Those of RDP (TCP and UDP) and of MySQL, which tshark takes them for unless it is told better. */
const PORTS = { https: 3389, http: 3306 } as const
const URLS = { https: `https://site.test:${PORTS.https}/`, http: `http://site.test:${PORTS.http}/` } as const
const BODY_BYTES = 40_000

const serve: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><link rel=icon href=data:,><!--${'x'.repeat(BODY_BYTES)}-->`)
}

describe('packets of hosts on other ports', { skip: cannotCapture || noBrowser }, () => {
  let signal: AbortSignal
  const servers: (Server | Http2SecureServer)[] = []
  let trust: TrustFolder
  let quic: QuicServer
  let capture: Capture
  let webCapture: Capture
  let tshark: Tshark
  before(async () => {
    // Not while the file is loaded: others of its process may come first.
    signal = AbortSignal.timeout(300_000)
    trust = await makeTrustFolder('DNS:site.test')
    const { pair } = trust
    servers.push(createServer(serve).listen(PORTS.http, ADDRESS))
    const secure = createSecureServer({ ...pair, allowHTTP1: true }, serve as never)
    servers.push(secure.listen(PORTS.https, ADDRESS))
    await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
    quic = await serveQuic({ address: ADDRESS, port: PORTS.https, ...pair, behaviour: 'retry' })
    const options = { interface: 'lo', tcpdump: tools.tcpdump as PacketTool, signal }
    capture = await openCapture({ ...options, ports: 'every' })
    webCapture = await openCapture(options)
    tshark = new Tshark(tools.tshark as PacketTool)
  })
  after(async () => {
    await tshark?.[Symbol.asyncDispose]()
    await capture?.[Symbol.asyncDispose]()
    await webCapture?.[Symbol.asyncDispose]()
    await quic?.[Symbol.asyncDispose]()
    for (const server of servers) server.close()
    await trust?.[Symbol.asyncDispose]()
  })

  /** Loads a page as a campaign does, with its metrics. */
  async function measured(arm: Arm, url: string, from: Capture) {
    await using browser = await openTestBrowser({
      arm,
      origins: { forced: arm === 'h3' ? [`site.test:${PORTS.https}`] : [], privateRoot: [] },
      caFile: trust.caFile,
      keyLog: true,
      switches: [`--host-resolver-rules=MAP site.test ${ADDRESS}`],
    })
    const taken = await takeLoad(browser, { url, signal }, from)
    assert.equal(taken.load.failure, null)
    const artifacts = await analyseLoad(taken, harOfLoad(taken.load), { tshark, signal, warn: assert.fail })
    return { artifacts, metrics: new Map(computeAll(artifacts).map((each) => [each.name, each])) }
  }

  // One tshark for all: it learns the second port from the second page.
  for (const [arm, scheme, protocol] of [
    ['http', 'http', 'http/1.1'],
    ['h1', 'https', 'http/1.1'],
    ['h2', 'https', 'h2'],
    ['h3', 'https', 'h3'],
  ] as const)
    test(`have all metrics under ${arm}`, async () => {
      const { artifacts, metrics } = await measured(arm, URLS[scheme], capture)
      const { packets } = artifacts
      assert.ok(packets)
      const carrying = packets.connections.filter((_, index) =>
        packets.packets.some(({ connection, request }) => request && connection === index),
      )
      assert.deepEqual(
        carrying.map(({ transport, serverPort, ...rest }) => [transport, serverPort, rest.protocol]),
        [[arm === 'h3' ? 'quic' : 'tcp', PORTS[scheme], protocol]],
      )
      assert.equal(packets.decrypted, true)
      for (const name of ['tow_ms', 'setup_ms', 'handshakes', 'packets', 'bytes_down', 'retransmissions']) {
        const metric = metrics.get(name)
        assert.ok(metric && metric.value !== null, `${name}: ${metric?.note}`)
      }
      const { value: bytesDown } = metrics.get('bytes_down') ?? {}
      if (arm !== 'h3') assert.ok((bytesDown ?? 0) > BODY_BYTES, `${bytesDown} bytes`)
    })

  test('are unknown where 80 and 443 alone are captured', async () => {
    const { artifacts, metrics } = await measured('h2', URLS.https, webCapture)
    assert.equal(artifacts.packets, null)
    assert.equal(metrics.get('tow_ms')?.value, null)
  })
})
