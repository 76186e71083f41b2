import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import { openHttp3 } from '../../../../crawler/survey/http/http3.ts'
import {
  SITE_TIMEOUT,
  type SurveyContext,
  type Timeouts,
} from '../../../../crawler/survey/operation/context.ts'
import type { QuicBehaviourName } from '../../../../lab/sandbox/zoo/quic-behaviours.ts'
import { type QuicServerOptions, serveQuic } from '../../../../lab/sandbox/zoo/quic-server.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import type { Http3Result, OperationRow } from '../../../../model/operation.ts'
import { findCaddy, startCaddy } from '../../../servers/caddy.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { describeEachQuicStack } from '../../../servers/quic-stacks.ts'
import { AT_ONCE_MS, endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'
import { until } from '../../../servers/until.ts'

let authority: Authority
let folder: string
let caFile: string
let good: KeyPair

before(async () => {
  authority = makeAuthority()
  folder = await mkdtemp(join(tmpdir(), 'towline-http3-'))
  caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  good = authority.leaf({ altNames: 'DNS:site.test' })
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** What servers that keep us waiting keep us waiting for. */
const WAITING: { readonly [Name in QuicBehaviourName]?: keyof Timeouts } = {
  silent: 'quicHandshakeMs',
  garbage: 'quicHandshakeMs',
  'no-response': 'httpHeadersMs',
  'slow-body': 'httpBodyMs',
}

const limitsFor = (behaviour: QuicBehaviourName): Timeouts => {
  const waiting = WAITING[behaviour]
  return waiting === undefined ? hurried() : hurried(waiting)
}

const zoo = (behaviour: QuicBehaviourName, changes: Partial<QuicServerOptions> = {}) =>
  serveQuic({ address: '127.0.0.1', port: 0, ...good, behaviour, ...changes })

/** Passes datagrams on to a port of 127.0.0.1 and back, but for the client's first. */
async function lossyRelay(port: number): Promise<{ readonly port: number } & AsyncDisposable> {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')]
  front.bind(0, '127.0.0.1')
  back.bind(0, '127.0.0.1')
  await Promise.all([once(front, 'listening'), once(back, 'listening')])
  let datagrams = 0
  let clientPort = 0
  front.on('message', (datagram, from) => {
    clientPort = from.port
    datagrams += 1
    if (datagrams > 1) back.send(datagram, port, '127.0.0.1')
  })
  back.on('message', (datagram) => front.send(datagram, clientPort, '127.0.0.1'))
  return {
    port: front.address().port,
    async [Symbol.asyncDispose]() {
      front.close()
      back.close()
    },
  }
}

const BAD: readonly [QuicBehaviourName, FailureCode][] = [
  ['silent', 'quic_unanswered'],
  ['garbage', 'quic_timeout'],
  ['version-negotiation', 'quic_version'],
  ['closes-in-handshake', 'quic_closed'],
  ['tls-alert', 'tls_alert'],
  ['no-response', 'h3_timeout'],
  ['closes-instead', 'h3_closed'],
  ['closes-with-quic-error', 'h3_closed'],
  ['blames-us', 'h3_protocol_error'],
  ['resets-stream', 'h3_closed'],
  ['goaway', 'h3_closed'],
  ['ends-stream', 'h3_closed'],
  ['garbage-control', 'h3_protocol_error'],
  ['settings-twice', 'h3_protocol_error'],
  ['floods-initial-crypto', 'quic_flood'],
  ['floods-crypto', 'quic_flood'],
  ['floods-path-challenge', 'quic_flood'],
  ['floods-connection-ids', 'quic_flood'],
  ['floods-stream-bytes', 'quic_flood'],
  ['endless-settings', 'h3_flood'],
  ['endless-control-frame', 'h3_flood'],
  ['endless-empty-data', 'h3_flood'],
  ['endless-tiny-data', 'h3_flood'],
  ['endless-interim', 'h3_flood'],
  ['endless-unknown-frame', 'h3_flood'],
  ['closes-control', 'h3_protocol_error'],
  ['data-first', 'h3_protocol_error'],
  ['bad-qpack', 'h3_protocol_error'],
  ['no-status', 'h3_protocol_error'],
  ['status-000', 'h3_protocol_error'],
  ['too-long', 'h3_protocol_error'],
  ['big-headers', 'http_header_too_big'],
  ['many-headers', 'http_header_too_big'],
  ['slow-body', 'http_body_timeout'],
  ['truncated', 'h3_closed'],
  ['truncated-frame', 'h3_closed'],
  ['closes-mid-body', 'h3_closed'],
]

/** What quiche's server sends, by ascending identifiers. */
const ORDER_OF_QUICHE = [
  ...['0x0', 'max_idle_timeout', 'max_udp_payload_size', 'initial_max_data'],
  ...['initial_max_stream_data_bidi_remote', 'initial_max_stream_data_uni'],
  ...['initial_max_streams_bidi', 'initial_max_streams_uni', 'ack_delay_exponent', 'max_ack_delay', '0xf'],
]

const caddy = findCaddy()

describeEachQuicStack((quic) => {
  const contextOf = (changes: Partial<SurveyContext> = {}): SurveyContext =>
    surveyContext({ caFile, quic, ...changes })

  /** One GET of `/` from a server of the zoo, on a connection of its own. */
  async function visit(
    behaviour: QuicBehaviourName,
    server: Partial<QuicServerOptions> = {},
    context = contextOf({ timeouts: limitsFor(behaviour) }),
  ): Promise<OperationRow<Http3Result>> {
    await using running = await zoo(behaviour, server)
    await using http = openHttp3(endpoint(running.port), context)
    return await http.get('/')
  }

  test('a GET over HTTP/3 is one row that spans the handshake, with what the server said of itself', async () => {
    const row = await visit('ok')
    assert.equal(row.failure, null)
    assert.equal(row.operation, 'http3')
    assert.equal(row.path, '/')
    const { result } = row
    assert.ok(result !== null && row.durationMs !== null)
    assert.equal(result.status, 200)
    assert.equal(result.headers.server, 'zoo')
    assert.equal(result.bodyBytes, 33)
    assert.equal(result.bodyCapped, false)
    assert.equal(result.text, undefined)
    assert.equal(result.quicVersion, 'v1')
    assert.deepEqual(result.settings, {
      SETTINGS_MAX_FIELD_SECTION_SIZE: 16_384,
      SETTINGS_QPACK_MAX_TABLE_CAPACITY: 0,
      SETTINGS_H3_DATAGRAM: 1,
    })
    assert.equal(result.transport?.initial_max_streams_bidi, 100)
    assert.equal(result.transport?.max_idle_timeout, 30_000)
    const { handshakeMs, rttMs, ttfbMs } = result
    assert.ok(handshakeMs !== null && ttfbMs !== null && handshakeMs + ttfbMs <= row.durationMs)
    // A machine that stood still has sent its Initial again (RFC 9002, 6.2.2), which leaves no RTT.
    if (rttMs === null) assert.ok(handshakeMs > 900, `${handshakeMs} ms`)
    else assert.ok(rttMs > 0 && rttMs <= handshakeMs)
  })

  test('nothing is sent before the first get', async () => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    let datagrams = 0
    socket.on('message', () => {
      datagrams += 1
    })
    await using http = openHttp3(
      endpoint(socket.address().port),
      contextOf({ timeouts: hurried('quicHandshakeMs') }),
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(datagrams, 0)
    assert.equal((await http.get('/')).failure, 'quic_unanswered')
    if (datagrams === 0) await once(socket, 'message')
    socket.close()
  })

  test('to an address that may not be connected to nothing is sent', async () => {
    const socket = createSocket('udp4')
    let datagrams = 0
    socket.on('message', () => {
      datagrams += 1
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    await using http = openHttp3(endpoint(socket.address().port), contextOf({ allows: () => false }))
    const row = await http.get('/')
    await new Promise((resolve) => setTimeout(resolve, 30))
    socket.close()
    assert.deepEqual([row.failure, datagrams], ['address_refused', 0])
  })

  test('later gets use the same connection, and the text of robots.txt is kept', async () => {
    await using server = await zoo('ok')
    await using http = openHttp3(endpoint(server.port), contextOf())
    const robots = await http.get('/robots.txt')
    assert.equal(robots.result?.text, 'User-agent: *\nAllow: /\n')
    assert.equal(http.usable, true)
    assert.equal((await http.get('/')).result?.bodyBytes, 33)
    assert.equal(server.accepted, 1)
  })

  test('over IPv6 too', async () => {
    await using server = await zoo('ok', { address: '::1' })
    await using http = openHttp3(endpoint(server.port, { address: '::1', family: 6 }), contextOf())
    assert.equal((await http.get('/')).result?.status, 200)
  })

  test('grease, extensions and trailers are passed over (RFC 9114, 9), interim responses noted', async () => {
    const row = await visit('grease')
    assert.equal(row.failure, null, row.detail ?? '')
    assert.equal(row.result?.status, 200)
    assert.equal(row.result?.bodyBytes, 'one two'.length)
    assert.deepEqual(row.result?.interim, [103])
    assert.deepEqual(row.result?.settings, { SETTINGS_QPACK_BLOCKED_STREAMS: 16, '0x4d2': 7 })
  })

  test('a Retry is followed (RFC 9000, 8.1.2), and noted', async () => {
    const { result } = await visit('retry')
    assert.equal(result?.status, 200)
    assert.equal(result?.isRetried, true)
    const unasked = (await visit('ok')).result
    assert.equal(unasked?.isRetried, false)
  })

  test('the length of the server’s connection id is told, its certificates, its tickets, by quinn the order of its parameters', async () => {
    const { result } = await visit('ok')
    assert.equal(result?.serverIdBytes, 16)
    assert.equal(result?.chainBytes, new X509Certificate(good.cert).raw.length)
    // BoringSSL's server gives tickets, without early data unless it is allowed. quiche shows the last alone.
    const { count, maxEarlyDataBytes, lifetimeS } = result?.tickets ?? assert.fail()
    assert.equal(maxEarlyDataBytes, 0)
    assert.deepEqual([count, lifetimeS], quic.name === 'quiche' ? [1, null] : [2, 172_800])
    assert.deepEqual(result?.transportOrder, quic.name === 'quiche' ? null : ORDER_OF_QUICHE)
  })

  test('a body is counted up to the cap, and the connection remains usable', async () => {
    await using server = await zoo('endless-body')
    await using http = openHttp3(endpoint(server.port), contextOf())
    const row = await http.get('/')
    assert.equal(row.failure, null)
    assert.equal(row.result?.bodyBytes, LIMITS.bodyBytes)
    assert.equal(row.result?.bodyCapped, true)
    assert.equal(http.usable, true)
    const robots = await http.get('/robots.txt')
    assert.equal(robots.failure, null)
    assert.equal(robots.result?.bodyBytes, LIMITS.robotsBytes)
  })

  test('a lost Initial is sent again, and no RTT is made up from the answer', async () => {
    await using server = await zoo('ok')
    await using relay = await lossyRelay(server.port)
    await using http = openHttp3(endpoint(relay.port), contextOf())
    const row = await http.get('/')
    assert.equal(row.failure, null)
    assert.equal(row.result?.status, 200)
    assert.equal(row.result.rttMs, null)
    // The initial probe timeout (RFC 9002, 6.2.2: 333 ms of RTT make 999).
    assert.ok((row.result.handshakeMs ?? 0) > 900)
  })

  for (const [behaviour, failure] of BAD) {
    test(`a server that is '${behaviour}' is ${failure}`, async () => {
      const row = await visit(behaviour)
      assert.equal(row.failure, failure, row.detail ?? '')
    })
  }

  test('a certificate of 16 kB and ten bodies that we leave unread are no flood', async () => {
    const names = Array.from({ length: 330 }, (_, n) => `DNS:name-${n}.of-a-long-certificate.test`)
    const pair = authority.leaf({ altNames: ['DNS:site.test', ...names].join(', ') })
    assert.ok(new X509Certificate(pair.cert).raw.length > 12_000)
    await using server = await zoo('endless-body', pair)
    await using http = openHttp3(endpoint(server.port), contextOf())
    for (let request = 1; request <= 10; request += 1) {
      const row = await http.get('/')
      assert.equal(row.failure, null, `request ${request}: ${row.detail}`)
      assert.equal(row.result?.bodyCapped, true)
    }
  })

  test('a closed port is refused at once', async () => {
    const server = await zoo('ok')
    await server[Symbol.asyncDispose]()
    await using http = openHttp3(endpoint(server.port), contextOf())
    const row = await http.get('/')
    assert.equal(row.failure, 'quic_unanswered')
    assert.ok((row.durationMs ?? Number.POSITIVE_INFINITY) < AT_ONCE_MS)
  })

  test('a server without h3 in its ALPN is quic_alpn', async () => {
    assert.equal((await visit('ok', { alpn: ['hq-interop'] })).failure, 'quic_alpn')
  })

  test('a server that lets no request through breaks HTTP/3, and one that lets another through later does not', async () => {
    const row = await visit('ok', { requests: 0 })
    assert.equal(row.failure, 'h3_protocol_error')
    assert.match(row.detail ?? '', /^stream 0 cannot be written: StreamLimit/)
    assert.ok(row.result?.handshakeMs != null)
    await using server = await zoo('ok', { requests: 1 })
    await using http = openHttp3(endpoint(server.port), contextOf())
    assert.equal((await http.get('/robots.txt')).failure, null)
    assert.equal(http.usable, true)
  })

  test('a certificate is refused by its reason, and nothing is asked of its server', async () => {
    const day = 86_400_000
    const unknown = makeAuthority()
    const past = new Date(Date.now() - day / 2)
    const future = new Date(Date.now() + day)
    const altNames = 'DNS:site.test'
    const cases: readonly [string, KeyPair, FailureCode][] = [
      ['expired', authority.leaf({ altNames, notAfter: past }), 'tls_cert_expired'],
      ['not yet valid', authority.leaf({ altNames, notBefore: future }), 'tls_cert_expired'],
      ['of another name', authority.leaf({ altNames: 'DNS:other.test' }), 'tls_cert_name'],
      ['both', authority.leaf({ altNames: 'DNS:other.test', notAfter: past }), 'tls_cert_expired'],
      ['self-signed', authority.selfSigned(altNames), 'tls_cert_self_signed'],
      ['of an unknown authority', unknown.leaf({ altNames }), 'tls_cert_untrusted'],
      ['of one and expired', unknown.leaf({ altNames, notAfter: past }), 'tls_cert_untrusted'],
      ['of one and not yet valid', unknown.leaf({ altNames, notBefore: future }), 'tls_cert_untrusted'],
      ['of one and of another name', unknown.leaf({ altNames: 'DNS:other.test' }), 'tls_cert_untrusted'],
    ]
    for (const [about, pair, failure] of cases) {
      const row = await visit('ok', pair)
      assert.equal(row.failure, failure, `${about}: ${row.detail}`)
      assert.equal(row.result?.status, null)
      assert.equal(row.result?.handshakeMs, null)
    }
  })

  test('without a CA file the roots are those of Node, which do not know a private authority', async () => {
    assert.equal((await visit('ok', {}, contextOf({ caFile: null }))).failure, 'tls_cert_untrusted')
  })

  test('a failure keeps what was learnt before it', async () => {
    const { result } = await visit('slow-body')
    assert.equal(result?.status, 200)
    assert.ok(result?.bodyBytes !== null && result?.bodyBytes !== undefined && result.bodyBytes > 0)
    assert.ok(result.handshakeMs !== null && result.ttfbMs !== null)
    assert.equal(result.settings?.SETTINGS_H3_DATAGRAM, 1)
    const late = await visit('no-response')
    assert.ok(late.result?.handshakeMs !== null)
    assert.equal(late.result?.status, null)
    assert.equal(late.result?.bodyBytes, null)
  })

  test('once the connection has failed it is unusable, and a further get is not attempted', async () => {
    await using server = await zoo('closes-instead')
    await using http = openHttp3(endpoint(server.port), contextOf())
    assert.equal((await http.get('/')).failure, 'h3_closed')
    assert.equal(http.usable, false)
    const row = await http.get('/')
    assert.equal(row.failure, 'not_reached')
    assert.equal(row.durationMs, null)
  })

  test('the end of the site’s time ends the operation at once, as its own failure', async () => {
    for (const behaviour of ['silent', 'no-response', 'slow-body'] as const) {
      const stop = new AbortController()
      const context = contextOf({ signal: stop.signal })
      setTimeout(() => stop.abort(SITE_TIMEOUT), 100)
      const row = await visit(behaviour, {}, context)
      assert.equal(row.failure, 'site_timeout')
      assert.ok((row.durationMs ?? 0) < AT_ONCE_MS, `${behaviour} took ${row.durationMs} ms`)
    }
  })

  test('any other abort rejects with its reason', async () => {
    const stop = new AbortController()
    const reason = new Error('the run is being stopped')
    setTimeout(() => stop.abort(reason), 50)
    await assert.rejects(visit('silent', {}, contextOf({ signal: stop.signal })), reason)
    await assert.rejects(visit('ok', {}, contextOf({ signal: AbortSignal.abort(reason) })), reason)
  })

  test('the request names us, the host with its port, and the encodings that are counted, not decoded', async () => {
    await using server = await zoo('echo')
    await using http = openHttp3(endpoint(server.port), contextOf())
    const asked = async (path: string): Promise<Map<string, string>> => {
      const text = (await http.get(path)).result?.headers.server ?? ''
      return new Map(JSON.parse(text) as [string, string][])
    }
    const page = await asked('/')
    assert.deepEqual([...page.keys()].slice(0, 4), [':method', ':scheme', ':authority', ':path'])
    assert.equal(page.get(':authority'), `site.test:${server.port}`)
    assert.equal(page.get('user-agent'), contextOf().userAgent)
    assert.equal(page.get('accept-encoding'), 'gzip, br')
    assert.equal((await asked('/robots.txt')).has('accept-encoding'), false)
  })

  test('200 visits at once all get their answer, and leave no socket or timer behind', async () => {
    await using server = await zoo('ok')
    const context = contextOf()
    const rows = await Promise.all(
      Array.from({ length: 200 }, async () => {
        await using http = openHttp3(endpoint(server.port), context)
        return await http.get('/')
      }),
    )
    assert.deepEqual(
      rows.filter(({ failure }) => failure !== null),
      [],
    )
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length
    await until('no socket is left but the server’s own', () => sockets() === 1)
  })

  test('Caddy is asked over HTTP/3', {
    skip: caddy === null ? 'no caddy in the sandbox or on the PATH' : false,
  }, async () => {
    assert.ok(caddy !== null)
    await using server = await startCaddy(caddy, folder, good)
    await using http = openHttp3(endpoint(server.port), contextOf())
    const robots = await http.get('/robots.txt')
    assert.equal(robots.failure, null, robots.detail ?? '')
    assert.equal(robots.result?.text, 'User-agent: *')
    const { failure, result } = await http.get('/')
    assert.equal(failure, null)
    assert.equal(result?.status, 200)
    assert.equal(result.headers.server, 'Caddy')
    assert.equal(result.headers.location, 'caf\\xc3\\xa9', 'bytes of UTF-8 are shown as bytes')
    assert.equal(result.bodyBytes, LIMITS.bodyBytes)
    assert.equal(result.bodyCapped, true)
    assert.equal(result.transport?.max_idle_timeout, 30_000)
  })
})
