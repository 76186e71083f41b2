import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { launchRunning } from '../../../../crawler/probe/browser/running-browser.ts'
import { openColdPage } from '../../../../crawler/probe/load/cold-page.ts'
import { loadPage } from '../../../../crawler/probe/load/load-page.ts'
import { ARMS, type Arm, promisedProtocol } from '../../../../model/arm.ts'
import { findCaddy, startCaddy } from '../../../servers/caddy.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { relayQuic } from '../../../servers/quic-relay.ts'
import { until } from '../../../servers/until.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { testFolder } from '../../../test-folder.ts'
import { atPort, load, noBrowser, openTestBrowser } from './probe-browser.ts'
import { SharedBrowsers } from './shared-browsers.ts'

const caddy = findCaddy()
const noCaddy = noBrowser || (caddy === null && 'there is no caddy: run scripts/setup-sandbox.sh')

let authority: Authority
const folder = testFolder()
const caFile = join(folder, 'ca.pem')
let pair: KeyPair
let server: Awaited<ReturnType<typeof startCaddy>>

before(async () => {
  authority = makeAuthority()
  await writeFile(caFile, authority.ca)
  pair = authority.leaf({ altNames: 'DNS:site.test,DNS:other.test' })
  if (!noCaddy) server = await startCaddy(caddy ?? '', folder, pair)
})
after(async () => {
  await trusting[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** They trust the private root, and find `*.test` here, at the port that an address names. */
const trusting = new SharedBrowsers((arm) => {
  const origins = { forced: noCaddy ? [] : [`site.test:${server.port}`], privateRoot: [] }
  return openTestBrowser({ arm, origins, caFile, switches: ['--host-resolver-rules=MAP *.test 127.0.0.1'] })
})

/** Where nothing listens. */
const SILENT_PORT = 9

const FORCED = { forced: ['site.test'], privateRoot: [] }

for (const arm of Object.keys(ARMS) as Arm[]) {
  if (arm === 'http' || promisedProtocol(arm) === null) continue
  test(`the arm ${arm} brings the main document by ${promisedProtocol(arm)}`, { skip: noCaddy }, async () => {
    const it = await load(await trusting.take(arm), `https://site.test:${server.port}/`)
    assert.equal(it.failure, null, JSON.stringify(it.failure))
    assert.equal(it.protocol, promisedProtocol(arm))
    assert.deepEqual([...new Set(it.requests.map(({ protocol }) => protocol))], [promisedProtocol(arm)])
    assert.equal(it.timings?.navigation?.nextHopProtocol, promisedProtocol(arm))
    const [connection] = it.connections
    assert.equal(connection?.protocol, promisedProtocol(arm))
    assert.equal(connection?.remotePort, server.port)
    assert.ok((connection?.sslMs ?? 0) > 0)
    assert.ok((connection?.sslMs ?? 0) <= (connection?.connectMs ?? 0), 'ssl is inside connect')
  })
}

test('the arm http brings the main document by HTTP/1.1 in the clear, without an upgrade', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((_, response) => html(response, '<p>clear'))
  await using browser = await openTestBrowser({ arm: 'http', switches: atPort(web.port) })
  const it = await load(browser, 'http://site.test/')
  assert.deepEqual([it.failure, it.protocol, it.finalUrl], [null, 'http/1.1', 'http://site.test/'])
})

test('the arm h3-altsvc comes to HTTP/3 by Alt-Svc, and not with the first request', {
  skip: noCaddy,
}, async () => {
  const signal = AbortSignal.timeout(120_000)
  const running = await launchRunning({
    ...{
      arm: 'h3-altsvc',
      origins: { forced: [], privateRoot: ['site.test'] },
      caFile,
      keyLog: false,
      signal,
    },
    switches: ['--host-resolver-rules=MAP site.test 127.0.0.1'],
  })
  try {
    const page = await openColdPage(running.browser, running.control, running.visitor)
    const browser = { gone: running.gone, answer: async () => {} }
    const request = { url: `https://site.test:${server.port}/`, signal }
    const first = await loadPage(page, request, browser)
    assert.deepEqual([first.failure, first.protocol], [null, 'h2'])
    assert.match(first.requests[0]?.responseHeaders['alt-svc'] ?? '', /h3=/)
    // The same context: what the first load has learnt holds.
    let again = await loadPage(page, request, browser)
    for (let tries = 0; tries < 20 && again.protocol !== 'h3'; tries++)
      again = await loadPage(page, request, browser)
    assert.deepEqual([again.failure, again.protocol], [null, 'h3'])
  } finally {
    await running.kill()
    await running.release()
  }
})

test('naming us leaves the client hints as they are', { skip: noBrowser }, async () => {
  await using web = await startWeb((_, response) => html(response, '<p>hints'), pair)
  const hints: unknown[] = []
  const switches = ['--host-resolver-rules=MAP *.test 127.0.0.1']
  await using named = await openTestBrowser({ caFile, switches, userAgentSuffix: ' towline/0.1.0' })
  for (const browser of [await trusting.take('h2'), named]) {
    assert.equal((await load(browser, `https://site.test:${web.port}/`)).failure, null)
    const { headers } = web.requests.at(-1) ?? assert.fail()
    assert.equal(headers['user-agent'], browser.userAgent)
    hints.push(['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'].map((name) => headers[name]))
  }
  assert.ok(String(hints[0]).includes('Chromium'), String(hints[0]))
  assert.deepEqual(hints[1], hints[0])
})

test('a private root is trusted where it is given, and not else', { skip: noBrowser }, async () => {
  await using web = await startWeb((_, response) => html(response, '<p>private'), pair)
  await using stranger = await openTestBrowser({ switches: atPort(web.port) })
  assert.equal((await load(stranger, 'https://site.test/')).failure?.code, 'tls_cert_untrusted')
  const browser = await trusting.take('h2')
  assert.equal((await load(browser, `https://site.test:${web.port}/`)).failure, null)
  assert.equal((await load(browser, `https://nobody.test:${web.port}/`)).failure?.code, 'tls_cert_name')
})

test('a certificate that has expired is tls_cert_expired', { skip: noBrowser }, async () => {
  const [notBefore, notAfter] = [new Date('2020-01-01'), new Date('2021-01-01')]
  const expired = authority.leaf({ altNames: 'DNS:site.test', notBefore, notAfter })
  await using web = await startWeb((_, response) => html(response, '<p>old'), expired)
  const { failure } = await load(await trusting.take('h2'), `https://site.test:${web.port}/`)
  assert.equal(failure?.code, 'tls_cert_expired')
})

test('every load is cold, in a page made ready before it or not: a new connection, a full handshake, nothing kept', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((request, response) => {
    if (request.url === '/drop') request.socket.destroy()
    response.setHeader('set-cookie', 'seen=1')
    response.setHeader('etag', '"1"')
    response.setHeader('cache-control', 'max-age=0')
    html(response, '<p>cold')
  }, pair)
  for (const arm of ['h1', 'h2'] as const) {
    const browser = await trusting.take(arm)
    for (let round = 0; round < 4; round++) {
      if (round % 2 === 1) await browser.prepare()
      const [before, resumed] = [web.connections, web.resumptions]
      const it = await load(browser, `https://site.test:${web.port}/`)
      assert.equal(it.failure, null)
      assert.ok(web.connections > before, `${arm}: a connection of its own`)
      assert.equal(web.resumptions, resumed, `${arm}: no session is taken up`)
      const { headers } = web.requests.at(-1) ?? assert.fail()
      assert.equal(headers.cookie, undefined)
      assert.equal(headers['if-none-match'], undefined)
      assert.equal(it.requests[0]?.status, 200)
    }
  }
})

test('within one load sessions, cookies and the cache do work, so that the test above can fail', {
  skip: noBrowser,
}, async () => {
  const done = Promise.withResolvers<void>()
  await using web = await startWeb((request, response) => {
    response.setHeader('set-cookie', 'seen=1; path=/')
    response.setHeader('etag', '"1"')
    response.setHeader('connection', 'close')
    const again = `for (const path of ['/1', '/1', '/2', '/done']) await fetch(path, { cache: 'no-cache' })`
    if (request.url === '/done') done.resolve()
    // The page is not loaded before its script has done.
    if (request.url === '/held') void done.promise.then(() => html(response, 'resource'))
    else
      html(
        response,
        request.url === '/' ? `<img src="/held"><script type="module">${again}</script>` : 'resource',
      )
  }, pair)
  const it = await load(await trusting.take('h1'), `https://site.test:${web.port}/`, { settleMs: 300 })
  assert.equal(it.failure, null)
  assert.ok(web.resumptions > 0, 'a session is taken up')
  assert.ok(web.requests.some(({ headers }) => headers.cookie === 'seen=1'))
  assert.ok(web.requests.some(({ headers }) => headers['if-none-match'] === '"1"'))
})

test('every load over QUIC is cold: no token, no early data; UDP that nobody answers is quic_timeout', {
  skip: noCaddy,
}, async () => {
  await using relay = await relayQuic(0, server.port)
  const options = { arm: 'h3', origins: FORCED, caFile, switches: atPort(relay.port) } as const
  await using browser = await openTestBrowser(options)
  for (let round = 1; round <= 4; round++) {
    if (round % 2 === 0) await browser.prepare()
    const it = await load(browser, 'https://site.test/', { settleMs: 300 })
    assert.deepEqual([it.failure, it.protocol], [null, 'h3'])
    assert.ok(relay.connections.size >= round, 'a connection of its own')
    assert.deepEqual([relay.tokens, relay.earlyData], [0, 0])
  }
  relay.target = SILENT_PORT
  const it = await load(browser, 'https://site.test/')
  assert.equal(it.failure?.code, 'quic_timeout', it.failure?.detail ?? '')
})

test('within one context QUIC does take up a session, so that the test above can fail', {
  skip: noCaddy,
}, async () => {
  await using relay = await relayQuic(0, 0)
  const signal = AbortSignal.timeout(120_000)
  const options = {
    arm: 'h3',
    origins: FORCED,
    caFile,
    keyLog: false,
    signal,
    switches: atPort(relay.port),
  } as const
  const running = await launchRunning(options)
  try {
    const page = await openColdPage(running.browser, running.control, running.visitor)
    const visit = async (): Promise<void> => {
      await using briefly = await startCaddy(caddy ?? '', folder, pair)
      relay.target = briefly.port
      const { errorText } = await page.session.send('Page.navigate', { url: 'https://site.test/' })
      assert.equal(errorText, undefined)
      const state = async () =>
        (await page.session.send('Runtime.evaluate', { expression: 'document.readyState' })).result.value
      await until('the page is loaded', async () => (await state()) === 'complete')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await visit()
    assert.deepEqual([relay.tokens, relay.earlyData], [0, 0])
    await visit()
    await until('a token or early data', () => relay.tokens + relay.earlyData > 0)
  } finally {
    await running.kill()
    await running.release()
  }
})
