import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'puppeteer'
import { type ExtensionBrowser, noBrowser, openExtensionBrowser } from '../extension-browser.ts'
import { until } from '../har/until.ts'
import { openTestSites } from '../test-sites.ts'

const EVERY_PAGE = `{ origins: ['https://*/*'] }`

describe('the toolbar’s badge', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  let extension: ExtensionBrowser
  let options: Page
  before(async () => {
    const { caFile, switches } = resources.use(await openTestSites())
    extension = resources.use(await openExtensionBrowser({ caFile, switches }))
    options = await extension.options()
  })
  after(() => resources.disposeAsync())

  /** Of the newest tab: without a permission an extension sees no tab’s address. */
  const badge = (property = 'Text') =>
    `chrome.tabs.query({}).then((tabs) => chrome.action.getBadge${property}({ tabId: Math.max(...tabs.map(({ id }) => id)) }))`

  test('is there after a click, and gone with the page; it needs no permission', async () => {
    const page = await extension.open('https://site.test/')
    assert.equal(await extension.ask(badge()), '')
    const popup = await extension.popup(page)
    // It shows the page before it has stored its load, and a popup that is closed stores nothing more.
    await until(
      options,
      `chrome.storage.local.get('lastLoad').then(({ lastLoad }) => lastLoad !== undefined)`,
    )
    await popup.close()
    await until(options, `${badge()}.then((text) => text === 'h2')`)
    await page.goto('https://other.test/')
    await until(options, `${badge()}.then((text) => text === '')`)
    assert.equal(await extension.ask(`chrome.permissions.contains(${EVERY_PAGE})`), false)
    assert.deepEqual(await extension.ask('chrome.scripting.getRegisteredContentScripts()'), [])
    await page.close()
  })

  test('is on every page once that is chosen, in a colour if that is chosen as well', async () => {
    await extension.allow('*')
    await extension.press('#badge-every-page')
    await until(options, `chrome.scripting.getRegisteredContentScripts().then(({ length }) => length === 1)`)
    const grey = await extension.open('https://site.test/inbox?q=1')
    await until(options, `${badge()}.then((text) => text === 'h2')`)
    const [red, green, blue] = await extension.ask<number[]>(badge('BackgroundColor'))
    assert.ok(Math.max(red ?? 0, green ?? 0, blue ?? 0) < 100, 'grey')
    await grey.close()
    await extension.press('#badge-coloured')
    await until(options, `chrome.storage.local.get('badge').then(({ badge }) => badge.coloured)`)
    const coloured = await extension.open('https://site.test/')
    await until(options, `${badge()}.then((text) => text === 'h2')`)
    assert.deepEqual(await extension.ask(badge('BackgroundColor')), [0, 0x67, 0xa3, 255])
    await coloured.close()
    const stored = await extension.ask<object>('chrome.storage.local.get(null)')
    // The last load is that of the click above.
    assert.deepEqual(Object.keys(stored).toSorted(), ['badge', 'lastLoad'])
    assert.doesNotMatch(JSON.stringify(stored), /site\.test|inbox/, 'no address is kept')
  })

  test('switched off, its script and the permission are gone', async () => {
    await extension.press('#badge-every-page')
    await until(options, `chrome.permissions.contains(${EVERY_PAGE}).then((held) => !held)`)
    assert.deepEqual(await extension.ask('chrome.scripting.getRegisteredContentScripts()'), [])
  })
})
