import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import tls from 'node:tls'
import { readOriginLog } from '../../../lab/origin/facts.ts'
import { askHttp3, GETS, openHttp2 } from './get.ts'
import { quickServers } from './quick-servers.ts'
import {
  ADDRESSES,
  makeOriginFiles,
  type OriginFiles,
  PORTS,
  startServer,
  whyNoServer,
} from './running-server.ts'

const THINK_MS = 120
/** Timers of Node and tokio count in whole milliseconds. */
const TIMER_MS = 2
/** The quickest of so many counts where something is to be quick: a busy machine makes some of them slow. */
const TRIES = 5

const skip = await whyNoServer('towline')
let served: OriginFiles
before(async () => {
  const numbered = Array.from({ length: 12 }, (_, number) => [`a.test/${number}.js`, `${number}`])
  served = await makeOriginFiles({
    'a.test/': 'at once',
    'b.test/': 'slowly',
    'a.test/slow.css': '',
    ...Object.fromEntries(numbered),
  })
})
after(() => served[Symbol.asyncDispose]())
async function quickest(timeOf: () => Promise<number>): Promise<number> {
  const tookMs: number[] = []
  while (tookMs.length < TRIES) tookMs.push(await timeOf())
  return Math.min(...tookMs)
}

const questionFor = (path: string) => ({ address: ADDRESSES.a, host: 'a.test', path, caFile: served.caFile })

for (const server of ['towline', 'nginx', 'apache'] as const)
  test(`${server}: the limit of streams is sent in SETTINGS`, {
    skip: await whyNoServer(server),
  }, async () => {
    await using _ = await startServer(served, served.order(server, { maxConcurrentStreams: 7 }))
    const session = await openHttp2(questionFor('/'))
    assert.equal(session.remoteSettings.maxConcurrentStreams, 7)
    session.destroy()
  })

test('the limit of streams is sent in the transport parameters of QUIC', { skip }, async () => {
  await using _ = await startServer(served, served.order('towline', { maxConcurrentStreams: 7 }))
  assert.equal((await askHttp3(questionFor('/'))).transport.initial_max_streams_bidi, 7)
})

test('no more requests are answered at a time than there may be streams', { skip }, async () => {
  const paths = Array.from({ length: 12 }, (_, number) => `/${number}.js`)
  const think = Object.fromEntries(paths.map((path) => [`a.test${path}`, THINK_MS]))
  const timeOf = async (maxConcurrentStreams: number | null): Promise<number> => {
    await using _ = await startServer(served, served.order('towline', { think, maxConcurrentStreams }))
    const session = await openHttp2(questionFor('/'))
    const start = performance.now()
    await Promise.all(paths.map((path) => once(session.request({ ':path': path }).resume(), 'end')))
    session.destroy()
    return performance.now() - start
  }
  const limited = await timeOf(3)
  const free = await quickest(() => timeOf(null))
  assert.ok(limited >= 4 * (THINK_MS - TIMER_MS), `12 requests, 3 at a time, took ${limited} ms`)
  assert.ok(free < 3 * THINK_MS, `12 requests at a time took ${free} ms`)
})

for (const protocol of ['clear', 'http/1.1', 'h2', 'h3'] as const)
  test(`${protocol}: a resource that thinks is answered so much later, another at once`, {
    skip,
  }, async () => {
    const think = { 'a.test/slow.css': THINK_MS }
    await using _ = await startServer(served, served.order('towline', { think }))
    const timeOf = async (path: string): Promise<number> => {
      const start = performance.now()
      assert.equal((await GETS[protocol](questionFor(path))).status, 200)
      return performance.now() - start
    }
    const [fast, slow] = [await quickest(() => timeOf('/')), await timeOf('/slow.css')]
    assert.ok(slow >= THINK_MS - TIMER_MS, `${slow} ms`)
    assert.ok(fast < THINK_MS, `${fast} ms`)
  })

test('without h2 in its ALPN set a client that offers it gets HTTP/1.1', { skip }, async () => {
  await using _ = await startServer(served, served.order('towline', { alpn: ['h3', 'http/1.1'] }))
  const ca = await readFile(served.caFile)
  const target = { host: ADDRESSES.a, port: PORTS.https, servername: 'a.test', ca }
  const socket = tls.connect({ ...target, ALPNProtocols: ['h2', 'http/1.1'] })
  await once(socket, 'secureConnect')
  assert.equal(socket.alpnProtocol, 'http/1.1')
  socket.destroy()
  assert.equal((await GETS['http/1.1'](questionFor('/'))).status, 200)
  await assert.rejects(GETS.h2(questionFor('/')), /no application protocol/)
})

test('without HTTP/1.1 in its ALPN set it refuses a client that has nothing else', { skip }, async () => {
  await using _ = await startServer(served, served.order('towline', { alpn: ['h2'] }))
  assert.equal((await GETS.h2(questionFor('/'))).status, 200)
  await assert.rejects(GETS['http/1.1'](questionFor('/')), /no application protocol/)
  await assert.rejects(GETS.h3(questionFor('/')))
})

test('one host speaks another protocol at another address', { skip }, async () => {
  const [name, hosts] = ['a.test', [ADDRESSES.a, ADDRESSES.b]]
  const order = served.order('towline', {
    hosts: [
      { name, address: ADDRESSES.a },
      { name, address: ADDRESSES.b, alpn: ['http/1.1'] },
    ],
  })
  await using _ = await startServer(served, order)
  const ca = await readFile(served.caFile)
  const spoken: unknown[] = []
  for (const host of hosts) {
    const socket = tls.connect({
      ...{ host, port: PORTS.https, servername: name, ca },
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    await once(socket, 'secureConnect')
    spoken.push(socket.alpnProtocol)
    socket.destroy()
  }
  assert.deepEqual(spoken, ['h2', 'http/1.1'])
})

for (const server of ['towline', 'caddy'] as const)
  test(`${server}: over TCP h3 is advertised where that is asked for alone, over HTTP/3 always`, {
    skip: await whyNoServer(server),
  }, async () => {
    for (const changes of [{ altSvc: false }, { altSvc: false, alpn: ['h2', 'http/1.1'] as const }]) {
      await using _ = await startServer(served, served.order(server, changes))
      assert.equal((await GETS.h2(questionFor('/'))).headers['alt-svc'], undefined)
      if (changes.alpn === undefined)
        assert.equal((await GETS.h3(questionFor('/'))).headers['alt-svc'], 'h3=":8443"; ma=86400')
    }
  })

for (const server of quickServers)
  test(`${server}: no session can be taken up, as the server gives no ticket`, {
    skip: await whyNoServer(server),
  }, async () => {
    await using _ = await startServer(served, served.order(server))
    const ca = await readFile(served.caFile)
    const socket = tls.connect({ host: ADDRESSES.a, port: PORTS.https, servername: 'a.test', ca })
    let tickets = 0
    socket.on('session', () => {
      tickets += 1
    })
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')
    await once(socket, 'secureConnect')
    assert.equal(socket.getProtocol(), 'TLSv1.3')
    assert.match(await text(socket), /at once$/)
    assert.equal(tickets, 0)
  })

for (const server of quickServers)
  test(`${server}: a session is taken up where tickets are asked for`, {
    skip: await whyNoServer(server),
  }, async () => {
    await using _ = await startServer(served, served.order(server, { sessionTickets: true }))
    const ca = await readFile(served.caFile)
    let session: Buffer | undefined
    const reused: boolean[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const socket = tls.connect({
        ...{ host: ADDRESSES.a, port: PORTS.https, servername: 'a.test', ca },
        ...(session && { session }),
      })
      socket.on('session', (given) => {
        session = given
      })
      socket.write('GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')
      await once(socket, 'secureConnect')
      reused.push(socket.isSessionReused())
      assert.match(await text(socket), /at once$/)
    }
    assert.deepEqual(reused, [false, true])
  })

test('what it settled on is logged as facts, with what the kernel gave the connections', {
  skip,
}, async () => {
  const order = served.order('towline', { maxConcurrentStreams: 7, quicInitialWindowPackets: 4 })
  await using server = await startServer(served, { ...order, quicCongestionControl: 'reno' })
  await GETS['http/1.1'](questionFor('/'))
  await GETS.h3(questionFor('/'))
  const { facts, accepted, quicAccepted } = readOriginLog(await server.log())
  assert.equal(facts?.program, 'towline-origin')
  assert.match(facts?.libraries.quinn ?? '', /^\d+\.\d+\.\d+$/)
  assert.deepEqual([...(facts?.addresses ?? [])].sort(), [ADDRESSES.a, ADDRESSES.b])
  assert.deepEqual([facts?.files, facts?.maxConcurrentStreams], [15, 7])
  assert.deepEqual(facts?.quic, {
    initialWindowPackets: 4,
    initialWindowBytes: 4 * 1452,
    congestionControl: 'reno',
    datagramBytes: 1452,
    segmentationOffload: false,
  })
  const [first] = accepted
  assert.match(first?.congestionControl ?? '', /^[a-z]+$/)
  assert.ok((first?.initialWindowPackets ?? 0) > 0)
  assert.deepEqual(quicAccepted, [{ initialWindowBytes: 4 * 1452, datagramBytes: 1452 }])
})
