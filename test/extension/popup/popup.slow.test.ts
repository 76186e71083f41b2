import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'puppeteer'
import { wholeMs } from '../../../model/whole-ms.ts'
import { findCaddy, startCaddySite } from '../../servers/caddy.ts'
import { html } from '../../servers/web.ts'
import { openDownloadFolder } from '../../web/browser/download-folder.ts'
import {
  type ExtensionBrowser,
  type ExtensionHost,
  noBrowser,
  openExtensionHost,
} from '../extension-browser.ts'
import { startRecordingServer } from '../send/recording-server.ts'
import { openTestSites, page, type TestSites } from '../test-sites.ts'

const P = Array.from({ length: 41 }, (_, i) => i / 40)

/** Quantiles from 0 to 10 min. */
const SLOW = P.map((p) => 600_000 * p)
const FAST = P.map(() => 0)

const REFERENCE = {
  ...{ list: 'sandbox', week: '2026-11-16', p: P },
  sites: [
    {
      domain: 'site.test',
      field: { h2: { n: 24, ms: SLOW } },
      live: { 'http/1.1': { n: 20, ms: FAST }, h2: { n: 21, ms: FAST } },
    },
  ],
}

const text = (page: Page, selector: string) =>
  page.$eval(selector, (element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim())

const texts = (page: Page, selector: string) =>
  page.$$eval(selector, (all) => all.map((each) => (each.textContent ?? '').replaceAll(/\s+/g, ' ').trim()))

describe('a click on the toolbar’s button', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  let sites: TestSites
  let host: ExtensionHost
  let extension: ExtensionBrowser
  const held = Promise.withResolvers<void>()
  before(async () => {
    sites = resources.use(
      await openTestSites((request, response) => {
        if (request.url === '/loading')
          return html(response, '<title>A page</title><img src="/held.png" alt="">')
        if (request.url === '/held.png') return void held.promise.then(() => response.end())
        page(request, response)
      }),
    )
    const h1Port = await serveByHttp1()
    const h3Port = findCaddy() === null ? h1Port : await serveByHttp3()
    host = resources.use(
      await openExtensionHost({
        caFile: sites.caFile,
        switches: [
          `--host-resolver-rules=MAP h1.test 127.0.0.1:${h1Port},MAP h3.test 127.0.0.1:${h3Port},MAP *.test 127.0.0.1:${sites.web.port}`,
          ...['--enable-quic', '--origin-to-force-quic-on=h3.test:443'],
        ],
      }),
    )
    extension = resources.use(await host.install({ reference: REFERENCE }))
  })
  after(() => resources.disposeAsync())
  afterEach(async () => {
    const popups = extension.browser.targets().filter((target) => target.url().includes('/popup/'))
    for (const popup of popups) await (await popup.asPage()).close()
  })

  // The first of all: later loads find this connection open, which is then the reason why it was not HTTP/3.
  test('shows HTTP/2 of a page that came by it, its hosts and requests, where its load lies, and why it was not HTTP/3 as far as a page can know', async () => {
    const page = await extension.open('https://site.test/')
    const popup = await extension.popup(page)
    assert.equal(await text(popup, '.verdict'), 'HTTP/2site.test')
    assert.match(await text(popup, '.connection'), /^Over a new connection, set up in [\d.]+ ms\.$/)
    const times = await texts(popup, '.times > div')
    assert.deepEqual(
      times.map((each) => each.replace(/[\d.,]+ ms$/, ' ms')),
      ['Set-up ms', 'Wait ms', 'Receive ms', 'DCL ms', 'Load ms'],
    )
    const loadMs = await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventStart`)
    assert.equal(times.at(-1), `Load${wholeMs(Number(loadMs))?.toLocaleString('en')} ms`)
    assert.deepEqual(await texts(popup, '.hosts tbody tr'), ['site.testHTTP/24', 'parts.testunknown1'])
    assert.match(
      (await texts(popup, '.place')).join(),
      /^This load: [\d,.]+ m?s\. It is one \(n = 1\): the next may be much slower or faster\.$/,
    )
    assert.deepEqual(
      (await texts(popup, '.places p.note')).filter((each) => each.includes(': median')),
      ['HTTP/2: median 300 s (n = 24)', 'HTTP/2: median 0 ms (n = 21)', 'HTTP/1.1: median 0 ms (n = 20)'],
    )
    assert.equal((await texts(popup, '.this-load-label')).length, 2)
    assert.doesNotMatch(await text(popup, 'body'), /faster than/i)
    assert.equal((await texts(popup, 'svg .request-name')).length, 5)

    assert.deepEqual(await texts(popup, '.protocol-requests summary'), [
      'HTTP/2: 4 requests',
      'Unknown protocol: 1 request',
    ])
    assert.deepEqual(await texts(popup, '.protocol-requests details:last-child li'), ['parts.test/4.js'])
    assert.equal(await popup.$eval('.http3', (section) => section.getAttribute('data-reason')), 'not_visible')
    assert.equal(await text(popup, '#options'), 'Options', 'without a server nothing can be contributed')
  })

  test('shows LCP, CLS, TTFB, and INP once there was an input', async () => {
    const page = await extension.open('https://site.test/')
    const largestMs = await page.evaluate(`new Promise((done) => new PerformanceObserver((list) =>
      done(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`)
    const firstByteMs = await page.evaluate(`performance.getEntriesByType('navigation')[0].responseStart`)
    const vitals = await texts(await extension.popup(page), '.vitals > div')
    const ms = (value: unknown) => `${Math.round(Number(value)).toLocaleString('en')} ms`
    assert.deepEqual(vitals, [
      `TTFB${ms(firstByteMs)}good: ≤ 800 ms`,
      `LCP${ms(largestMs)}good: ≤ 2.5 s`,
      'CLS0good: ≤ 0.1',
      'INPno input yetgood: ≤ 200 ms',
    ])

    await page.bringToFront()
    await page.evaluate(`{
      addEventListener('click', () => { const end = performance.now() + 300; while (performance.now() < end); })
      globalThis.slow = new Promise((done) => new PerformanceObserver((list) =>
        list.getEntries().some(({ name }) => name === 'click') && done()).observe({ type: 'event' }))
      void 0
    }`)
    await page.mouse.click(20, 20)
    await page.evaluate('slow')
    const [, , , inp = ''] = await texts(await extension.popup(page), '.vitals > div')
    const inputMs = Number(/^INP([\d,]+) ms/.exec(inp)?.[1]?.replace(',', ''))
    assert.ok(inputMs >= 300, inp)
  })

  async function serveByHttp1(): Promise<number> {
    const server = createServer(sites.authority.leaf({ altNames: 'DNS:h1.test' }), page)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    resources.defer(async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    return (server.address() as AddressInfo).port
  }

  async function serveByHttp3(): Promise<number> {
    const folder = await mkdtemp(join(tmpdir(), 'towline-caddy-'))
    resources.defer(() => rm(folder, { recursive: true, force: true }))
    const pair = sites.authority.leaf({ altNames: 'DNS:h3.test' })
    const site = { hosts: ['h3.test'], directives: 'respond "A page"' }
    return resources.use(await startCaddySite(findCaddy() ?? '', folder, pair, site)).port
  }

  test('shows HTTP/1.1 of a page that came by it', async () => {
    const popup = await extension.popup(await extension.open('https://h1.test/'))
    assert.equal(await text(popup, '.verdict'), 'HTTP/1.1h1.test')
  })

  test('shows HTTP/3 of a page that came by it', {
    skip: findCaddy() === null && 'there is no caddy',
  }, async () => {
    const popup = await extension.popup(await extension.open('https://h3.test/'))
    assert.equal(await text(popup, '.verdict'), 'HTTP/3h3.test')
    assert.equal(await popup.$('.http3'), null, 'nothing is to be explained')
  })

  test('needs no consent and no server, and asks nobody anything', async () => {
    await using server = await startRecordingServer()
    await using extension = await host.install({ server: server.origin })
    const page = await extension.open('https://site.test/')
    const before = sites.web.requests.length
    await extension.popup(page)
    const state = await extension.state()
    assert.deepEqual([state.consent, state.secret, state.queue], [null, null, []])
    assert.equal(server.requests.length + server.preflights.length, 0)
    assert.equal(sites.web.requests.length, before)
    const stored = JSON.stringify(await extension.ask('chrome.storage.local.get(null)'))
    assert.doesNotMatch(stored, /site\.test|https?:/, 'no address is kept')
  })

  test('tells of a page that no extension may read', async () => {
    const popup = await extension.popup(await extension.open('chrome://version'))
    assert.match(await text(popup, 'main'), /This page cannot be read/)
  })

  test('waits for a page that is loading still', async () => {
    const page = await extension.browser.newPage()
    await page.goto('https://site.test/loading', { waitUntil: 'domcontentloaded' })
    const popping = extension.popup(page)
    const target = await extension.browser.waitForTarget((each) => each.url().includes('/popup/'))
    const early = await target.asPage()
    await early.waitForSelector('main [role=status]')
    assert.match(await text(early, 'main'), /still loading/)
    held.resolve()
    assert.equal(await text(await popping, '.verdict'), 'HTTP/2site.test')
  })

  test('can be used by everybody: axe finds nothing, light and dark', async () => {
    const popup = await extension.popup(await extension.open('https://site.test/'))
    for (const value of ['light', 'dark']) {
      await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])
      await popup.evaluate(axe.source)
      const { violations } = (await popup.evaluate('axe.run()')) as {
        violations: { id: string; help: string }[]
      }
      assert.deepEqual(
        violations.map(({ id, help }) => `${id}: ${help}`),
        [],
        value,
      )
    }
  })

  test('saves the page’s timings as a HAR file', async () => {
    const context = extension.browser.defaultBrowserContext()
    await using downloads = await openDownloadFolder(extension.browser, { context })
    const popup = await extension.popup(await extension.open('https://site.test/'))
    const { name, bytes } = await downloads.take(() =>
      popup.evaluate(`document.querySelector('#download-har').click()`),
    )
    assert.equal(name, 'site.test.har')
    const { log } = JSON.parse(bytes.toString())
    assert.deepEqual([log.version, log.entries.length, log.entries[0].response.httpVersion], ['1.2', 5, 'h2'])
  })
})
