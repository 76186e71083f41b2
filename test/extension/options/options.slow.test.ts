import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import axe from 'axe-core'
import { wholeMs } from '../../../model/whole-ms.ts'
import { openDownloadFolder } from '../../web/browser/download-folder.ts'
import { optIn, setDelay } from '../consent/opt-in.ts'
import { type ExtensionBrowser, noBrowser, openExtensionHost } from '../extension-browser.ts'
import { until } from '../har/until.ts'
import { openTestSites } from '../test-sites.ts'

const STUDY = {
  ...{ list: 'sandbox', fetchedDay: null },
  sites: [
    { site: 7, domain: 'site.test' },
    { site: 8, domain: 'other.test' },
  ],
}

describe('the page where its owner agrees', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  let extension: ExtensionBrowser
  /** Another one with a storage of its own, which has no server built in. */
  let bare: ExtensionBrowser
  before(async () => {
    const { caFile, switches } = resources.use(await openTestSites())
    const host = resources.use(await openExtensionHost({ caFile, switches }))
    extension = await host.install({ server: 'http://127.0.0.1:9', study: STUDY })
    bare = await host.install({ publicServer: 'https://public.test', study: STUDY })
  })
  after(() => resources.disposeAsync())

  const record = async () =>
    JSON.parse(await (await extension.options()).$eval('#record', (pre) => pre.textContent ?? ''))
  const words = async (selector: string) =>
    (await extension.options()).$eval(selector, (each) => each.textContent ?? '')

  test('shows the exact record before anybody can agree: an example that is called so, then the last load’s', async () => {
    assert.match(await words('#record-words'), /^An example, made up/)
    assert.equal(Object.keys(await record()).length, 14)
    const page = await extension.open('https://site.test/')
    const popup = await extension.popup(page)
    const options = await extension.options()
    await until(
      options,
      `document.querySelector('#record-words').textContent.startsWith('The load that you looked at last')`,
    )
    // Not before: the popup shows the page before it has stored its load.
    await popup.close()
    const shown = await record()
    const loadMs = await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventStart`)
    assert.deepEqual([shown.site, shown.proto, shown.t.load], [7, 'h2', wholeMs(Number(loadMs))])
  })

  test('the button works only when a site is chosen and what is sent is agreed to', async () => {
    const enabled = async () =>
      (await extension.options()).$eval('#agree', (each) => !each.hasAttribute('disabled'))
    assert.equal(await enabled(), false)
    await extension.press('#agreed')
    assert.equal(await enabled(), false)
    await extension.press('input[value="site.test"]')
    assert.equal(await enabled(), true)
    await extension.press('#agreed')
    assert.equal(await enabled(), false)
    assert.equal((await extension.state()).consent, null)
    await extension.press('input[value="site.test"]')
    await extension.press('#all-sites')
    assert.equal(await words('#agree'), 'Contribute 2 sites')
    await extension.press('#all-sites')
    assert.equal(await words('#agree'), 'Contribute the chosen sites')
  })

  test('says how long records are kept and from how many contributors on curves are published', async () => {
    const text = await words('main')
    for (const said of ['13 months', '20 contributors', 'browsing activity'])
      assert.ok(text.includes(said), said)
  })

  test('an address that is neither https nor on this machine is not taken', async () => {
    const options = await extension.options()
    await options.locator('#server-origin').fill('http://towline.example')
    await extension.press('#settings button[type=submit]')
    await options.waitForFunction(
      `document.querySelector('#server-words').textContent.startsWith('Not saved')`,
    )
    assert.equal(
      await extension.ask(`chrome.storage.local.get('settings').then(({ settings }) => settings ?? null)`),
      null,
    )
  })

  test('can be used by everybody: axe finds nothing, light and dark, with and without a contribution', async () => {
    const options = await extension.options()
    const check = async (when: string) => {
      for (const value of ['light', 'dark']) {
        await options.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])
        await options.evaluate(axe.source)
        const { violations } = (await options.evaluate('axe.run()')) as {
          violations: { id: string; help: string }[]
        }
        assert.deepEqual(
          violations.map(({ id, help }) => `${id}: ${help}`),
          [],
          `${when}, ${value}`,
        )
      }
    }
    await check('before')
    await setDelay(extension, 3_600_000)
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    await extension.until(({ queue }) => queue.length === 1)
    await check('after')
  })

  test('offers no contribution without a server; one click sets the public one', async () => {
    const options = await bare.options()
    const isOffered = `document.querySelector('#chooser').checkVisibility()`
    await options.waitForSelector('#no-server:not([hidden])')
    assert.equal(await options.evaluate(isOffered), false)
    await bare.press('#public-server')
    await until(options, isOffered)
    assert.deepEqual(
      await bare.ask(`chrome.storage.local.get('settings').then(({ settings }) => settings.server)`),
      'https://public.test',
    )
    assert.equal(await options.$('#public-server'), null)
    assert.equal((await bare.state()).consent, null, 'nothing is agreed to by it')
  })

  test('fits on a narrow screen', async () => {
    const options = await extension.options()
    await options.setViewport({ width: 380, height: 800 })
    assert.equal(await options.evaluate('document.documentElement.scrollWidth'), 380)
    await options.setViewport(null)
  })

  test('saves the contributor secret, and takes it over where another is installed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'towline-secret-'))
    const context = extension.browser.defaultBrowserContext()
    await using downloads = await openDownloadFolder(extension.browser, { context })
    const { name, path: file } = await downloads.take(() => extension.press('#export-secret'))
    assert.equal(name, 'towline-contributor-secret.json')
    const { secret } = await extension.state()
    assert.equal(JSON.parse(await readFile(file, 'utf8')).secret, secret)

    const options = await bare.options()
    const input = await options.$('#import-secret')
    const noSecret = join(folder, 'no.json')
    await writeFile(noSecret, '{"secret":"short"}')
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(noSecret)
    await options.waitForFunction(
      `document.querySelector('#secret-words').textContent.startsWith('Not taken over')`,
    )
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file)
    assert.equal((await bare.until((state) => state.secret !== null)).secret, secret)
    await rm(folder, { recursive: true })
  })
})
