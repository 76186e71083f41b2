import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'puppeteer'
import { contribution } from '../../../server/contract/contribution.ts'
import { entry, har, PAGE } from '../../web/har/har-text.ts'
import { optIn, setDelay } from '../consent/opt-in.ts'
import { type ExtensionBrowser, noBrowser, openExtensionBrowser } from '../extension-browser.ts'
import { openTestSites } from '../test-sites.ts'
import { canaryHar, foundIn } from './canary-har.ts'
import { chooseFile } from './choose-file.ts'
import { until } from './until.ts'

const STUDY = { list: 'sandbox', fetchedDay: null, sites: [{ site: 7, domain: 'site.test' }] }
const TODAY = new Date().toISOString().slice(0, 10)
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const HOUR_MS = 3_600_000

describe('the page that reads HAR files', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  let extension: ExtensionBrowser
  let folder: string
  let page: Page

  before(async () => {
    const { caFile, switches } = resources.use(await openTestSites())
    folder = await mkdtemp(join(tmpdir(), 'towline-har-'))
    resources.defer(() => rm(folder, { recursive: true }))
    extension = resources.use(
      await openExtensionBrowser({ caFile, switches, server: 'http://127.0.0.1:9', study: STUDY }),
    )
    page = await extension.open(`${extension.origin}/har/import.html`)
  })
  after(() => resources.disposeAsync())

  /** Chooses a file and waits until its reading has ended. */
  async function choose(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, content)
    await chooseFile(page, path)
    await until(
      page,
      `(() => { const said = document.getElementById('status').textContent; return said !== '' && !said.startsWith('Reading') })()`,
    )
    return page.$eval('#status', (status) => status.textContent ?? '')
  }

  const text = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '')

  test('reads what is packed by gzip in several members, by zlib, or in UTF-16 without a mark', async () => {
    const text = JSON.stringify(har())
    const halves = [text.slice(0, 99), text.slice(99)].map((half) => gzipSync(half))
    assert.equal(await choose('members.har.gz', Buffer.concat(halves)), 'members.har.gz: one load')
    assert.equal(await choose('stream.har', deflateSync(text)), 'stream.har: one load')
    assert.equal(await choose('wide.har', Buffer.from(text, 'utf16le')), 'wide.har: one load')
    assert.match(await choose('rest.har.gz', Buffer.concat([gzipSync(text), Buffer.from('x')])), /damaged/)
  })

  test('shows a load with its protocol, times, requests, and says why it cannot be contributed', async () => {
    const file = har({
      pages: [{ ...PAGE, startedDateTime: LONG_AGO }],
      entries: [
        entry({ started: LONG_AGO }),
        entry({ started: LONG_AGO, url: 'https://cdn.test/a.js', mimeType: 'text/javascript' }),
      ],
    })
    assert.equal(await choose('old.har', JSON.stringify(file)), 'old.har: one load')
    await page.waitForSelector('.har-load')
    const facts = await text('.facts')
    for (const fact of [
      'ProtocolHTTP/2',
      'Connectionnew',
      'TCP60.0 ms',
      'Connection set-up160 ms',
      'Wait120 ms',
      '2 in all',
    ])
      assert.ok(facts.includes(fact), `${fact} in ${facts}`)
    assert.equal(await page.$$eval('.har-load svg .request-name', (rows) => rows.length), 2)
    assert.equal(await page.$('#record'), null)
    assert.match(await text('#loads'), /today or one of the 8 days before/)
  })

  test('lets one of several loads be chosen', async () => {
    const pages = [PAGE, { ...PAGE, id: 'page_2', title: 'Another page' }]
    const entries = [entry(), entry({ httpVersion: 'h3', more: { pageref: 'page_2' } })]
    assert.equal(
      await choose('two.har.gz', gzipSync(JSON.stringify(har({ pages, entries })))),
      'two.har.gz: 2 loads',
    )
    await page.waitForSelector('.har-load')
    assert.equal(await text('.har-load h2'), 'A page')
    await page.locator('.loads label:nth-of-type(2) input').click()
    await until(page, `document.querySelector('.har-load h2').textContent === 'Another page'`)
    assert.match(await text('.facts'), /ProtocolHTTP\/3/)
  })

  test('shows every request, sorted by a heading and filtered by text', async () => {
    const scripts = ['a', 'b'].map((name, i) =>
      entry({
        url: `https://cdn.test/${name}.js`,
        mimeType: 'text/javascript',
        httpVersion: 'h3',
        time: 40 - i,
      }),
    )
    await choose('rows.har', JSON.stringify(har({ entries: [entry(), ...scripts] })))
    await page.waitForSelector('.requests tbody tr')
    const addresses = () =>
      page.$$eval('.requests tbody tr td:nth-child(2)', (cells) =>
        cells.map(({ textContent }) => textContent),
      )
    assert.equal((await addresses()).length, 3)
    await page.locator('[data-by=timeMs]').click()
    assert.deepEqual(await addresses(), [
      'https://cdn.test/b.js',
      'https://cdn.test/a.js',
      'https://www.site.test/',
    ])
    await page.locator('.request-filter').fill('http/3')
    await until(page, `document.querySelector('.found').textContent === '2 requests'`)
    assert.equal((await addresses()).length, 2)
  })

  test('reads several files at once, with WebPageTest’s own fields, and compares two loads', async () => {
    const slow = { ...PAGE, title: 'Slow', _SpeedIndex: 1_500, _TTFB: 400 }
    const fast = { ...PAGE, title: 'Fast', _SpeedIndex: 1_100 }
    const script = entry({ url: 'https://site.test/only-slow.js', mimeType: 'text/javascript' })
    const files = {
      'slow.har': har({ pages: [slow], entries: [entry(), script] }),
      'fast.har': har({ pages: [fast] }),
    }
    const paths = Object.keys(files).map((name) => join(folder, name))
    for (const [name, file] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(file))
    await writeFile(join(folder, 'empty.har'), '')
    await chooseFile(page, ...paths, join(folder, 'empty.har'))
    await until(page, `document.querySelector('#status').textContent.startsWith('3 files')`)
    assert.equal(await text('#status'), '3 files: 2 loads empty.har: The file is empty.')
    assert.match(await text('.facts'), /Speed Index1,500 ms/)
    assert.match(await text('.facts'), /Time to first byte400 ms/)
    await page.select('#compare', '1')
    await page.waitForSelector('.comparison')
    const rows = await page.$$eval('.comparison tbody tr', (all) => all.map(({ textContent }) => textContent))
    assert.ok(rows.includes('Speed Index1,500 ms1,100 ms−400 ms'), rows.join('\n'))
    assert.ok(rows.includes('Time to first byte400 msunknown'), rows.join('\n'))
    assert.equal(await text('#paired'), '2 addresses: 1 only in A, 0 only in B.')
    assert.equal(await page.$$eval('.comparison svg .request-name', (all) => all.length), 2)
    const drawn = await page.$$eval('.comparison svg text', (all) =>
      all.map(({ textContent }) => textContent),
    )
    assert.ok(drawn.includes('B: HTTP/2: not requested'), drawn.join('\n'))
    await page.select('#compare', '')
    assert.equal(await page.$('.comparison'), null)
  })

  test('says of a file that is no HAR why it is none, and shows nothing of the one before', async () => {
    assert.match(await choose('page.html', '<!doctype html><title>x</title>'), /saved web page/)
    assert.match(await choose('half.har', JSON.stringify(har()).slice(0, 200)), /end is missing/)
    assert.equal(await page.$('.har-load'), null)
  })

  test('reads a file that is dropped on the page', async () => {
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([${JSON.stringify(JSON.stringify(har()))}], 'dropped.har'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })()`)
    await until(page, `document.getElementById('status').textContent === 'dropped.har: one load'`)
  })

  test('can be used by everybody: axe finds nothing, light and dark', async () => {
    const pages = [PAGE, { ...PAGE, id: 'page_2' }]
    await choose(
      'page.har',
      JSON.stringify(har({ pages, entries: [entry(), entry({ more: { pageref: 'page_2' } })] })),
    )
    await page.waitForSelector('.har-load')
    await page.select('#compare', '1')
    await page.waitForSelector('.comparison')
    await page.evaluate(axe.source)
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
        value,
      )
    }
  })

  test('names that are markup are shown as text', async () => {
    const title = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    const pages = [{ ...PAGE, title }]
    await choose(
      'markup.har',
      JSON.stringify(har({ pages, entries: [entry({ url: `javascript:${title}` })] })),
    )
    await page.waitForSelector('.har-load')
    assert.equal(await text('.har-load h2'), title)
    assert.equal(await page.$('.har-load img'), null)
    assert.equal(await page.title(), 'Read a HAR file · towline')
  })

  test('contributes nothing without consent, and with it exactly the record that it shows', async () => {
    const { text: file, canaries } = canaryHar({ domain: 'site.test', day: TODAY })
    await choose('canary.har', file)
    await page.waitForSelector('#record')
    assert.match(await text('#said'), /until you agree/)
    assert.equal(await page.$('#contribute'), null)

    await setDelay(extension, HOUR_MS)
    await optIn(extension, 'site.test')
    await page.bringToFront()
    await choose('canary.har', file)
    await page.waitForSelector('#contribute')
    const shown = JSON.parse(await text('#record'))
    await page.locator('#contribute').click()
    const { queue } = await extension.until((state) => state.queue.length === 1)
    const record = queue[0]?.record
    assert.deepEqual({ ...record, cid: shown.cid, key: shown.key }, shown)
    assert.ok(contribution.safeParse(record).success, 'the server takes it')
    await until(page, `document.getElementById('said')?.textContent.startsWith('Queued')`)
    const stored = await extension.ask<string>(
      'chrome.storage.local.get().then((all) => JSON.stringify(all))',
    )
    assert.ok(stored.includes(record?.key ?? '?'))
    assert.deepEqual(foundIn(stored, canaries), [])

    await choose('canary.har', file)
    await page.waitForSelector('#contribute')
    await page.locator('#contribute').click()
    await until(page, `document.getElementById('said')?.textContent.includes('already')`)
    assert.equal((await extension.state()).queue.length, 1)
  })
})
