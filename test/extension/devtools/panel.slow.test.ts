import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import type { Frame, Page, Target } from 'puppeteer'
import { loadTimes } from '../../../extension/capture/load-times.ts'
import { measuredHar, PANEL_GROUPS } from '../../../extension/devtools/measured-har.ts'
import { pageLoads } from '../../../har/page-loads.ts'
import type { ContributedTime } from '../../../model/contribution-terms.ts'
import { readHar } from '../../../web/har/read-har.ts'
import { reduceHar } from '../../../web/har/reduce-har.ts'
import { harOf } from '../../crawler/metrics/observed.ts'
import { assertHar } from '../../crawler/probe/load/assert-har.ts'
import type { Answer } from '../../servers/web.ts'
import { openDownloadFolder } from '../../web/browser/download-folder.ts'
import type { Visitor } from '../../web/browser/visitor.ts'
import { type ExtensionBrowser, noBrowser, openExtensionBrowser } from '../extension-browser.ts'
import { pageLoad } from '../har/page-load.ts'
import { until } from '../har/until.ts'
import { page as answerPage, openTestSites } from '../test-sites.ts'

/** The document takes three times the slack, so that a wrong moment is still seen. */
const DOCUMENT_MS = 600
/** DevTools stamps requests in another process than the page’s clock is read in, and later where all are busy. */
const SLACK_MS = 200
const slowDocument: Answer = (request, response) => {
  if (request.url === '/') setTimeout(() => answerPage(request, response), DOCUMENT_MS)
  else answerPage(request, response)
}

interface Saved {
  readonly log: Har['log'] & {
    readonly _towline: {
      readonly version: string
      readonly metrics: { name: string; value: number | null }[]
    }
  }
}

const valueIn = ({ log }: Saved, name: string) =>
  log._towline.metrics.find((metric) => metric.name === name)?.value

test('DevTools’ HAR is kept whole, with the metrics of live and lab in a field of its own', () => {
  const { log } = harOf([{}, { url: 'https://b.test/', httpVersion: 'h3' }])
  // The page's clock and the HAR's are those of one load.
  const timeOriginMs = Date.parse(log.entries[0]?.startedDateTime ?? '')
  const { har, metrics } = measuredHar(log, { ...pageLoad().timings, timeOriginMs }, '0.1.0')
  const { _towline, ...rest } = har.log as Saved['log']
  assert.deepEqual(rest, log)
  assert.deepEqual(_towline, { version: '0.1.0', metrics })
  const saved = har as Saved
  assert.deepEqual(
    ['plt_ms', 'document_wait_ms', 'requests', 'domains', 'share_h3'].map((name) => valueIn(saved, name)),
    [812.7, 179, 2, 2, 0.5],
  )
  assert.deepEqual(
    metrics.map(({ name }) => name),
    Object.values(PANEL_GROUPS).flatMap((group) => group.map(({ name }) => name)),
  )
})

test('without the page’s clock its metrics are null, and the others are there', () => {
  const { har } = measuredHar(harOf([{}]).log, null, '0.1.0')
  assert.deepEqual([valueIn(har as Saved, 'plt_ms'), valueIn(har as Saved, 'requests')], [null, 1])
})

describe('the panel in DevTools', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  let extension: ExtensionBrowser
  let page: Page
  let panel: Frame

  before(async () => {
    const { caFile, switches } = resources.use(await openTestSites(slowDocument))
    extension = resources.use(await openExtensionBrowser({ caFile, switches, devtools: true }))
    // DevTools asks for extensions when it starts: that of the first tab may have started before this one was installed.
    const earlier = new Set(extension.browser.targets())
    page = await extension.browser.newPage()
    await page.goto('https://site.test/')
    panel = await showPanel(extension, earlier)
  })
  after(() => resources.disposeAsync())

  test('asks for a reload where DevTools was opened after the page, and then shows what it came to', async () => {
    await panel.waitForSelector('#save, .nothing')
    if ((await panel.$('.nothing')) !== null) assert.match((await text()) ?? '', /reload the page/i)
    await Promise.all([page.waitForNavigation(), panel.locator('#reload').click()])
    // The page and its four parts; a browser may ask for an icon besides.
    await until(panel, `parseInt(document.getElementById('recorded')?.textContent) >= 5`)
    const shown = await text()
    for (const name of [
      'Page load time',
      'Document: connection set-up',
      'Share of HTTP/2',
      'Transferred bytes',
    ])
      assert.ok(shown.includes(name), name)
    assert.match(shown, /sent nowhere/)
    assert.doesNotMatch(shown, /plt_ms|share_h2/, 'words, not names of code')
    assert.ok((await panel.$$eval('svg .request-name', (rows) => rows.length)) >= 5)
    assert.equal(await panel.$eval('#http3', (words) => words.getAttribute('data-reason')), 'no_claim')
  })

  test('copies what it shows as Markdown', async () => {
    await panel.evaluate(
      `document.addEventListener('copy', ({ target }) => { globalThis.copied = target.value })`,
    )
    await panel.locator('#copy').click()
    const copied = String(await panel.evaluate('globalThis.copied'))
    assert.match(copied, /^## https:\/\/site\.test\/: HTTP\/2\n/)
    assert.match(copied, /\| Requests \| [5-9] \|/)
    assert.match(copied, /HTTP\/3: The server does not announce/)
  })

  test('saves all that DevTools has recorded, with the metrics of this very load', async () => {
    const visitor = { context: extension.browser.defaultBrowserContext() } as unknown as Visitor
    await using folder = await openDownloadFolder(extension.browser, visitor)
    const { name, bytes } = await folder.take(() => panel.locator('#save').click())
    assert.equal(name, 'towline.har')
    const saved: Saved = JSON.parse(bytes.toString())
    assertHar({ log: { ...saved.log, entries: saved.log.entries.toSorted(byStart) } })
    assert.ok(
      saved.log.entries.every(({ request }) => request.headers.length > 0),
      'headers are in it',
    )
    assert.equal(valueIn(saved, 'requests'), saved.log.entries.length)
    for (const part of ['https://site.test/', 'https://site.test/1.js', 'https://parts.test/4.js'])
      assert.ok(
        saved.log.entries.some(({ request }) => request.url === part),
        part,
      )
    const loadMs = await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventStart`)
    assert.equal(valueIn(saved, 'plt_ms'), loadMs)
  })

  test('what it saves comes down to what the page itself tells', async () => {
    const visitor = { context: extension.browser.defaultBrowserContext() } as unknown as Visitor
    await using folder = await openDownloadFolder(extension.browser, visitor)
    const { bytes } = await folder.take(() => panel.locator('#save').click())
    const read = await readHar(new Uint8Array(bytes))
    assert.ok('har' in read)
    const [first = assert.fail()] = pageLoads(read.har)
    const saved = reduceHar(first, read.har)
    const navigation = await page.evaluate(`performance.getEntriesByType('navigation')[0].toJSON()`)
    const t = loadTimes({ ...pageLoad().timings, navigation: navigation as Readonly<Record<string, number>> })
    assert.deepEqual([saved.proto, saved.n.h2 >= 4, saved.automated], ['h2', true, true])
    assert.equal(saved.reused, t.handshake === null)
    for (const [name, ms] of Object.entries(saved.t))
      assert.ok(
        Math.abs((ms ?? 0) - (t[name as ContributedTime] ?? 0)) < SLACK_MS,
        `${name}: ${ms}, ${JSON.stringify(t)}`,
      )
  })

  test('asks nobody on the network', async () => {
    const asked = await panel.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name)`)
    for (const url of asked as string[]) assert.ok(url.startsWith('chrome-extension:'), url)
  })

  const text = () => panel.$eval('body', (body) => body.textContent ?? '')
})

const byStart = (a: { startedDateTime: string }, b: { startedDateTime: string }) =>
  a.startedDateTime < b.startedDateTime ? -1 : 1

/** Opens the panel as a click on its tab would: DevTools’ own code is asked to show it. */
async function showPanel(
  { browser, origin }: ExtensionBrowser,
  earlier: ReadonlySet<Target>,
): Promise<Frame> {
  const target = await browser.waitForTarget(
    (each) => each.url().startsWith('devtools://') && !earlier.has(each),
  )
  const devtools = await target.asPage()
  devtools.setDefaultTimeout(30_000)
  await until(devtools, SHOW.replace('ORIGIN', origin))
  return devtools.waitForFrame((frame) => frame.url() === `${origin}/devtools/panel.html`)
}

/** False until DevTools has started: before that it can be asked for nothing. */
const SHOW = `(async () => {
  const { ViewManager } = await import('./ui/legacy/legacy.js')
  const manager = ViewManager.ViewManager.instance()
  const id = [...manager.views.keys()].find((each) => each.startsWith('ORIGIN'))
  if (id !== undefined) await manager.showView(id)
  return id !== undefined
})().catch(() => false)`
