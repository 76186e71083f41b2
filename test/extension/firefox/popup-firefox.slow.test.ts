import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestSites } from '../test-sites.ts'
import { FIREFOX_ORIGIN, findFirefox, openExtensionFirefox } from './extension-firefox.ts'

const STUDY = { list: 'sandbox', fetchedDay: null, sites: [{ site: 7, domain: 'site.test' }] }
const skip =
  findFirefox() === null && 'there is no Firefox: run scripts/setup-firefox.sh, or set FIREFOX_PATH'

const POPUP = `${FIREFOX_ORIGIN}/popup/popup.html`

/** Opens a tab and waits until it is loaded. */
const openTab = (url: string, active: boolean) => `new Promise((done) => {
  browser.tabs.create({ url: '${url}', active: ${active} }).then(({ id }) => {
    const again = () => browser.tabs.get(id).then(({ status, url }) =>
      status === 'complete' && url !== 'about:blank' ? done(true) : setTimeout(again, 50))
    again()
  })
})`

test('in Firefox, too, the popup shows the page of the active tab, and what is unknown there', {
  skip,
}, async () => {
  await using sites = await openTestSites()
  await using firefox = await openExtensionFirefox({
    ...{ httpsPort: sites.web.port, server: 'http://127.0.0.1:9', study: STUDY },
  })
  // A click on the toolbar cannot be made by remote control: the permission of a contributed site stands in for it.
  await firefox.openOptions()
  await firefox.click('input[value="site.test"]')
  await firefox.click('#agreed')
  await firefox.click('#agree:not([disabled])')
  await firefox.until(({ consent }) => consent?.domains.length === 1)
  assert.equal(await firefox.ask(openTab('https://site.test/', true)), true)
  assert.equal(await firefox.ask(openTab(POPUP, false)), true)
  await firefox.switchTo(POPUP)
  const texts = (selector: string) =>
    firefox.ask<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map(({ textContent }) => textContent)`,
    )
  const deadline = AbortSignal.timeout(60_000)
  while ((await texts('.note.foot')).length === 0) {
    if (deadline.aborted) throw new Error(`the popup shows ${await texts('body')}`)
    await sleep(50)
  }
  assert.deepEqual(await texts('.verdict'), ['HTTP/2site.test'])
  const vitals = await texts('.vitals > div')
  assert.match(vitals[0] ?? '', /^TTFB[\d,]+ msgood: ≤ 800 ms$/)
  assert.deepEqual(vitals.slice(2), ['CLSunknowngood: ≤ 0.1', 'INPno input yetgood: ≤ 200 ms'], vitals.join())
  // Firefox lets a page's extension see the protocol of other hosts.
  assert.match((await texts('.protocol-requests summary'))[0] ?? '', /^HTTP\/2: [45] requests$/)
  assert.deepEqual(await texts('#options'), ['Contribute'])
  assert.equal((await texts('svg .request-name')).length, 5)
  const badge = await firefox.ask<string>(
    `browser.tabs.query({ active: true, currentWindow: true }).then(([tab]) => browser.action.getBadgeText({ tabId: tab.id }))`,
  )
  assert.equal(badge, 'h2')
})
