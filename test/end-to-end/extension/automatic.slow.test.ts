import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'puppeteer'
import { utcDay } from '../../../model/utc-day.ts'
import { wholeMs } from '../../../model/whole-ms.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import { describeCollecting, NEVER_MS } from '../../extension/capture/collecting.ts'
import { alarmSet, optIn, ringNow, setDelay } from '../../extension/consent/opt-in.ts'
import type { ExtensionBrowser } from '../../extension/extension-browser.ts'

describeCollecting('the automatic mode', (given) => {
  test('asks for the chosen sites’ own hosts and nothing else', async () => {
    const { extension } = given()
    await optIn(extension, 'site.test', 'other.test')
    const { origins } = await extension.ask<{ origins: string[] }>('chrome.permissions.getAll()')
    assert.deepEqual(origins.toSorted(), [
      'https://other.test/*',
      'https://site.test/*',
      'https://www.other.test/*',
      'https://www.site.test/*',
    ])
    const [script] = await extension.ask<{ matches: string[] }[]>(
      'chrome.scripting.getRegisteredContentScripts()',
    )
    assert.deepEqual(script?.matches.toSorted(), origins.toSorted())
  })

  test('queues a load with the numbers of the page’s own navigation entry, and sends exactly what is shown', async () => {
    const { extension, server } = given()
    await setDelay(extension, NEVER_MS)
    await optIn(extension, 'site.test')
    const before = utcDay(Date.now())
    const page = await extension.open('https://site.test/')
    const { queue } = await extension.until((state) => state.queue.length === 1)
    const entry = (await page.evaluate(`performance.getEntriesByType('navigation')[0].toJSON()`)) as Record<
      string,
      number
    >
    const at = (name: string) => entry[name] ?? Number.NaN
    const { record } = queue[0] ?? assert.fail()
    assert.ok([before, utcDay(Date.now())].includes(record.day), record.day)
    assert.deepEqual(
      { ...record, cid: '', key: '' },
      {
        ...{ v: 1, list: 'sandbox', site: 7, proto: 'h2', day: record.day },
        ...{ browser: 'chromium', major: Number(/\/(\d+)/.exec(await extension.browser.version())?.[1]) },
        net: record.net,
        t: {
          dns: wholeMs(at('domainLookupEnd') - at('domainLookupStart')),
          connect: record.t.connect,
          handshake: wholeMs(at('connectEnd') - at('connectStart')),
          wait: record.t.wait,
          receive: record.t.receive,
          dcl: wholeMs(at('domContentLoadedEventStart')),
          load: wholeMs(at('loadEventStart')),
        },
        n: { requests: 5, h1: 0, h2: 4, h3: 0, hidden: 1 },
        ...{ reused: false, visit: 'new-connection', cid: '', key: '' },
      },
    )
    assert.ok((record.t.wait ?? -1) >= 0 && (record.t.receive ?? -1) >= 0)
    assert.ok((record.t.connect ?? 1e9) <= (record.t.handshake ?? 0))
    assert.ok(contribution.safeParse(record).success, 'the server takes it')

    const options = await extension.options()
    await options.waitForSelector('#queue pre')
    const shown = await options.$eval('#queue pre', (pre) => pre.textContent ?? '')
    assert.deepEqual(JSON.parse(shown), record)
    assert.equal(server.requests.length, 0, 'nothing is sent before its time')
    await ringNow(extension)
    await server.arrived('POST', 1)
    assert.deepEqual(server.uploads(), [record])
    const { history } = await extension.until((state) => state.queue.length === 0)
    assert.deepEqual(
      history.map(({ record: { key }, outcome }) => [key, outcome]),
      [[record.key, 'accepted']],
    )
    const [request] = server.requests
    assert.deepEqual([request?.headers.cookie, request?.headers.referer], [undefined, undefined])
  })

  test('tells by which visit a document came: from the cache, or over a connection that was open', async () => {
    const { extension } = given()
    await setDelay(extension, NEVER_MS)
    // Before there is consent nothing is recorded, but the browser keeps what this page lets it keep.
    await extension.open('https://third.test/')
    await optIn(extension, 'other.test', 'third.test')
    await extension.open('https://third.test/')
    await extension.open('https://other.test/inbox')
    await extension.open('https://other.test/')
    const { queue } = await extension.until((state) => state.queue.length === 2)
    const records = queue.map(({ record }) => record)
    assert.deepEqual(
      records.map(({ site, proto, visit, reused }) => [site, proto, visit, reused]),
      [
        [9, 'h2', 'warm-cache', true],
        [8, 'h2', 'open-connection', true],
      ],
    )
    for (const record of records) assert.ok(contribution.safeParse(record).success, JSON.stringify(record))
  })

  test('a worker that dies between a load and its upload sends the record once', async () => {
    const { extension, server } = given()
    await setDelay(extension, NEVER_MS)
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    await alarmSet(extension)
    await extension.killWorker()
    assert.equal(server.requests.length, 0, 'it died before its upload')
    await ringNow(extension)
    await server.arrived('POST', 1)
    await extension.until((state) => state.queue.length === 0 && state.history.length === 1)
    // Another load of that day would not be counted.
    await extension.open('https://www.site.test/')
    await extension.open('https://other.test/')
    assert.equal(server.uploads().length, 1)
  })

  test('a worker that dies while it waits for the answer asks again, with the same key', async () => {
    const { extension, server } = given()
    // Its alarm for asking again would else ring while it lives, and be spent.
    await setDelay(extension, NEVER_MS)
    server.hold = true
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    await ringNow(extension)
    await server.arrived('POST', 1)
    await extension.killWorker()
    server.hold = false
    await ringNow(extension)
    await server.arrived('POST', 2)
    await extension.until((state) => state.history.length === 1)
    const [first, second, ...more] = server.uploads()
    assert.deepEqual(second, first)
    assert.deepEqual(more, [])
  })

  test('a server that is away is asked again later, with the same key, until it answers', async () => {
    const { extension, server } = given()
    await setDelay(extension, 50)
    server.status = null
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    await server.arrived('POST', 2)
    server.status = 503
    await server.arrived('POST', 4)
    const { queue } = await extension.until(({ queue }) => (queue[0]?.problem ?? '').includes('503'))
    assert.ok((queue[0]?.attempts ?? 0) >= 2)
    server.status = 201
    await extension.until((state) => state.history.length === 1)
    const keys = server.uploads().map(({ key }) => key)
    assert.equal(new Set(keys).size, 1)
    assert.ok(keys.length >= 5)
  })

  test('opting out deletes what was sent, and asks the server until it says that it has', async () => {
    const { extension, server } = given()
    await setDelay(extension, 50)
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    const [upload] = (await server.arrived('POST', 1)).map(({ body }) => JSON.parse(body))
    await extension.until((state) => state.history.length === 1)
    server.status = 503
    await extension.press('[data-stop="site.test"]')
    await server.arrived('DELETE', 2)
    server.status = 201
    const left = await extension.until((state) => state.deletions.length === 0 && state.consent === null)
    assert.deepEqual(left.pseudonyms, [])
    const deletes = await server.arrived('DELETE', 3)
    for (const { body } of deletes) assert.deepEqual(JSON.parse(body), { cids: [upload.cid] })
    const { origins } = await extension.ask<{ origins: string[] }>('chrome.permissions.getAll()')
    assert.deepEqual(origins, [])
    assert.deepEqual(await extension.ask('chrome.scripting.getRegisteredContentScripts()'), [])
  })

  test('pages that are not a chosen site’s front page, and loads that are not cold, give no record', async () => {
    const { extension } = given()
    await setDelay(extension, NEVER_MS)
    await optIn(extension, 'site.test')
    for (const url of [
      'https://site.test/inbox',
      'https://site.test/?q=x',
      'https://mail.site.test/',
      'https://other.test/',
    ])
      await extension.open(url)
    assert.deepEqual((await extension.state()).dropped, {})
    const page = await extension.open('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    await page.reload()
    await extension.until(({ dropped }) => dropped.not_navigated === 1)
    await extension.open('https://site.test/go')
    await extension.until(({ dropped }) => dropped.redirected === 1)
    await extension.ask(`chrome.tabs.create({ url: 'https://www.site.test/', active: false })`)
    const { queue, dropped } = await extension.until(({ dropped }) => dropped.hidden === 1)
    assert.equal(queue.length, 1)
    assert.deepEqual(dropped, { not_navigated: 1, redirected: 1, hidden: 1 })
  })

  test('a paused contribution measures nothing and sends nothing', async () => {
    const { extension, server } = given()
    await setDelay(extension, NEVER_MS)
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    await extension.until((state) => state.queue.length === 1)
    const options = await extension.options()
    await extension.press('#pause')
    await extension.until((state) => state.paused)
    await options.waitForFunction(
      'chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 0)',
    )
    assert.deepEqual(await extension.ask('chrome.alarms.get("send")'), undefined)
    assert.equal(server.requests.length, 0)
  })

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
