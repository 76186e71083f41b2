import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVERS } from '../../../lab/origin/servers.ts'
import { opened } from '../../opened.ts'
import { askHttp3, GETS, openHttp2 } from './get.ts'
import { stackServers } from './quick-servers.ts'
import { ADDRESSES, makeOriginFiles, startServer, whyNoServer } from './running-server.ts'

const THINK_MS = 120
/** Timers of Node and tokio count in whole milliseconds. */
const TIMER_MS = 2

const served = opened(() => makeOriginFiles({ 'a.test/': 'at once', 'a.test/slow.css': '' }))

const questionFor = (path: string) => ({ address: ADDRESSES.a, host: 'a.test', path, caFile: served.caFile })

for (const server of stackServers) {
  const skip = await whyNoServer(server)

  test(`${server}: the limit of streams is sent in SETTINGS and in the transport parameters of QUIC`, {
    skip,
  }, async () => {
    await using _ = await startServer(served, served.order(server, { maxConcurrentStreams: 7 }))
    const session = await openHttp2(questionFor('/'))
    assert.equal(session.remoteSettings.maxConcurrentStreams, 7)
    session.destroy()
    assert.equal((await askHttp3(questionFor('/'))).transport.initial_max_streams_bidi, 7)
  })

  test(`${server}: over TCP h3 is advertised where that is asked for alone, over HTTP/3 always`, {
    skip,
  }, async () => {
    await using _ = await startServer(served, served.order(server, { altSvc: false }))
    assert.equal((await GETS.h2(questionFor('/'))).headers['alt-svc'], undefined)
    assert.equal((await GETS.h3(questionFor('/'))).headers['alt-svc'], 'h3=":8443"; ma=86400')
  })

  if (!SERVERS[server].settable.includes('thinkMs')) continue
  test(`${server}: over HTTP/3 a resource that thinks is answered so much later`, { skip }, async () => {
    const think = { 'a.test/slow.css': THINK_MS }
    await using _ = await startServer(served, served.order(server, { think }))
    const start = performance.now()
    assert.equal((await GETS.h3(questionFor('/slow.css'))).status, 200)
    const tookMs = performance.now() - start
    assert.ok(tookMs >= THINK_MS - TIMER_MS, `${tookMs} ms`)
  })
}
