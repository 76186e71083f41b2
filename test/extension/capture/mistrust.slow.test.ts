import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'puppeteer'
import { optIn, setDelay } from '../consent/opt-in.ts'
import type { ExtensionBrowser } from '../extension-browser.ts'
import { describeCollecting, NEVER_MS } from './collecting.ts'

describeCollecting('where consent is gone, or a page is not to be trusted', (given) => {
  test('consent that is withdrawn while a page is open, and by a click allowed to be read, is heeded', async () => {
    const { extension, server } = given()
    await setDelay(extension, NEVER_MS)
    await optIn(extension, 'site.test', 'other.test')
    const page = await extension.open('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    // The click on the button: activeTab lets scripts run in this tab until it leaves the site.
    await (await extension.popup(page)).close()
    const before = await extension.state()
    await extension.ask(
      `chrome.permissions.remove({ origins: ['https://site.test/*', 'https://www.site.test/*'] })`,
    )
    const left = await extension.until(
      ({ consent, queue }) => consent?.domains.length === 1 && queue.length === 0,
    )
    assert.deepEqual(left.consent?.domains, ['other.test'])
    assert.equal((await server.arrived('DELETE', 1)).length, 1)

    // The script in the open page lives on, and may say what it likes.
    await forge(page)
    await queuedAlone(extension, 'other.test')
    // Even where what is stored still has the consent, the browser is asked.
    await extension.ask(
      `chrome.storage.local.set({ contribution: ${JSON.stringify({ ...before, queue: [] })} })`,
    )
    await forge(page)
    await queuedAlone(extension, 'www.other.test')
  })

  test('the site of a load is what the browser says, whatever the message says', async () => {
    const { extension } = given()
    await setDelay(extension, NEVER_MS)
    await optIn(extension, 'site.test', 'other.test')
    const page = await extension.open('https://site.test/inbox')
    const forged = { site: 8, domain: 'other.test', list: 'forged', origin: 'https://other.test' }
    // A page that is no front page stays one, and a front page is the site's own.
    await forge(page, { ...forged, url: 'https://other.test/' })
    await page.goto('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    await forge(page, { ...forged, url: 'https://other.test/', proto: 'h3' })
    const { queue } = await extension.until((state) => state.queue.length === 2)
    assert.deepEqual(
      queue.map(({ domain, record }) => [domain, record.list, record.site, record.proto]),
      [
        ['site.test', 'sandbox', 7, 'h2'],
        ['site.test', 'sandbox', 7, 'h3'],
      ],
    )
    for (const { record } of queue) assert.equal(Object.keys(record).length, 14)
  })

  test('no page’s script reaches what is stored: neither the secret nor the delay', async () => {
    const { extension } = given()
    await optIn(extension, 'site.test')
    const page = await extension.open('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    const [realm] = await page.extensionRealms()
    assert.ok(realm)
    const said = await realm.evaluate(
      `chrome.storage.local.get(null).then((all) => 'read ' + Object.keys(all), (error) => 'refused')`,
    )
    assert.equal(said, 'refused')
  })
})

/** What a page's script of ours would send if somebody had taken it over. */
async function forge(page: Page, more: Record<string, unknown> = {}): Promise<void> {
  const reduced = {
    proto: 'h2',
    t: { dns: 1, connect: null, handshake: 5, wait: 2, receive: 1, dcl: 20, load: 30 },
    n: { requests: 1, h1: 0, h2: 1, h3: 0, hidden: 0 },
    reused: false,
    visit: 'new-connection',
    ...more,
  }
  const [realm] = await page.extensionRealms()
  assert.ok(realm, 'the collecting script’s world is there')
  await realm.evaluate(
    `void chrome.runtime.sendMessage(${JSON.stringify({ kind: 'load', reduced, connectionType: null, ...more })}).catch(() => {})`,
  )
}

/** A load of this host, which comes after what was said before, is the only one that is queued. */
async function queuedAlone(extension: ExtensionBrowser, host: string): Promise<void> {
  await (await extension.open(`https://${host}/`)).close()
  const { queue } = await extension.until((state) => state.queue.length > 0)
  assert.deepEqual(
    queue.map(({ domain }) => domain),
    ['other.test'],
  )
}
