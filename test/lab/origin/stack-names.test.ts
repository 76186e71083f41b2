import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import tlsModule from 'node:tls'
import { quicStack, tcpStack } from '../../../crawler/survey/facts/stacks.ts'
import { openHttp2 } from '../../../crawler/survey/http/http2.ts'
import { openHttp3 } from '../../../crawler/survey/http/http3.ts'
import { tcp } from '../../../crawler/survey/tcp/tcp.ts'
import { tls } from '../../../crawler/survey/tls/tls.ts'
import type { ServerName } from '../../../lab/origin/servers.ts'
import type { Endpoint } from '../../../model/operation.ts'
import { QUIC_STACKS } from '../../servers/quic-stacks.ts'
import { surveyContext } from '../../servers/survey-context.ts'
import { ADDRESSES, makeOriginFiles, PORTS, startServer, whyNoServer } from './running-server.ts'

/** What the lab's servers are made of. */
const TRUTH = {
  towline: { tcp: 'hyper', quic: 'quinn' },
  caddy: { tcp: 'Go net/http', quic: 'quic-go' },
  nginx: { tcp: 'nginx', quic: null },
  apache: { tcp: 'Apache httpd', quic: null },
  'nginx-quic': { tcp: 'nginx', quic: 'nginx' },
  // Over TCP it is hyper under a name that no rule has.
  quiche: { tcp: null, quic: 'quiche' },
} as const satisfies Partial<
  Record<ServerName, { readonly tcp: string | null; readonly quic: string | null }>
>

const at: Endpoint = {
  ...{ host: 'a.test', port: PORTS.https, address: ADDRESSES.a, family: 4 },
  ...{ scheme: 'https', hop: 0, connection: 0 },
}
const files = await makeOriginFiles({ 'a.test/': 'page' })
after(() => files[Symbol.asyncDispose]())
const context = surveyContext({
  secureContext: tlsModule.createSecureContext({ ca: await readFile(files.caFile) }),
  caFile: files.caFile,
})

for (const [server, truth] of Object.entries(TRUTH) as [
  keyof typeof TRUTH,
  (typeof TRUTH)[keyof typeof TRUTH],
][]) {
  test(`${server} of the lab is named over TCP and QUIC as what it is`, {
    skip: await whyNoServer(server),
  }, async () => {
    await using _server = await startServer(files, files.order(server))
    const { socket } = await tcp(at, context)
    assert.ok(socket !== null)
    const secured = await tls(socket, at, ['h2'], context)
    assert.ok(secured.socket !== null, secured.row.detail ?? '')
    await using http2 = openHttp2(secured.socket, at, context)
    const overTcp = (await http2.get('/')).result
    assert.ok(overTcp !== null)
    assert.equal(tcpStack(overTcp), truth.tcp)
    for (const { stack } of truth.quic === null ? [] : QUIC_STACKS) {
      if (stack === null) continue
      await using http3 = openHttp3(at, { ...context, quic: stack })
      const overQuic = (await http3.get('/')).result
      assert.ok(overQuic !== null)
      // These two are known by the order of their parameters alone, which quiche as a client does not tell.
      const isByOrder = truth.quic === 'nginx' || truth.quic === 'quiche'
      const expected = isByOrder && stack.name === 'quiche' ? null : truth.quic
      assert.equal(quicStack(overQuic), expected, stack.name)
      // Where the order is told it says so by itself; quinn sends in a random one.
      const changed = { ...overQuic.transport, max_udp_payload_size: 1_200 }
      const byOrder = stack.name === 'quiche' || truth.quic === 'quinn' ? null : truth.quic
      assert.equal(quicStack({ ...overQuic, transport: changed }), byOrder, stack.name)
    }
  })
}
