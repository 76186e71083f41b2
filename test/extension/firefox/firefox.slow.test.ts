import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeMs } from '../../../model/whole-ms.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import { startRecordingServer } from '../send/recording-server.ts'
import { openTestSites } from '../test-sites.ts'
import { findFirefox, openExtensionFirefox } from './extension-firefox.ts'

const STUDY = {
  list: 'sandbox',
  fetchedDay: null,
  sites: [
    { site: 7, domain: 'site.test' },
    { site: 8, domain: 'other.test' },
  ],
}

const skip =
  findFirefox() === null && 'there is no Firefox: run scripts/setup-firefox.sh, or set FIREFOX_PATH'

test('in Firefox, too: consent, a load, its upload, and the opt-out that deletes it', { skip }, async () => {
  await using sites = await openTestSites()
  await using server = await startRecordingServer()
  await using firefox = await openExtensionFirefox({
    ...{ httpsPort: sites.web.port, server: server.origin, study: STUDY },
  })
  await firefox.openOptions()
  await firefox.ask('browser.storage.local.set({ delayMs: 200 })')
  await firefox.click('input[value="site.test"]')
  await firefox.click('#agreed')
  await firefox.click('#agree:not([disabled])')
  await firefox.until(({ consent }) => consent?.domains.length === 1)
  const granted = await firefox.ask<{ origins: string[]; data_collection: string[] }>(
    'browser.permissions.getAll()',
  )
  assert.deepEqual(granted.origins.toSorted(), ['https://site.test/*', 'https://www.site.test/*'])
  assert.deepEqual(granted.data_collection.toSorted(), ['browsingActivity', 'technicalAndInteraction'])

  for (const url of ['https://site.test/inbox', 'https://other.test/', 'https://site.test/'])
    await firefox.open(url)
  const entry = await firefox.ask<Record<string, number>>(
    `performance.getEntriesByType('navigation')[0].toJSON()`,
  )
  await server.arrived('POST', 1)
  const [record = assert.fail()] = server.uploads()
  assert.ok(contribution.safeParse(record).success, JSON.stringify(record))
  assert.deepEqual([record.browser, record.major], ['firefox', Number.parseInt(firefox.version, 10)])
  assert.deepEqual([record.site, record.proto], [7, 'h2'])
  assert.equal((record.t as Record<string, unknown>).load, wholeMs(entry.loadEventStart))
  await firefox.openOptions()
  const { history } = await firefox.until((state) => state.history.length === 1)
  assert.equal(history[0]?.outcome, 'accepted')

  await firefox.click('[data-stop="site.test"]')
  await firefox.until((state) => state.consent === null && state.deletions.length === 0)
  const deletes = await server.arrived('DELETE', 1)
  assert.deepEqual(
    deletes.map(({ body }) => JSON.parse(body)),
    [{ cids: [record.cid] }],
  )
  await firefox.open('https://site.test/')
  await firefox.openOptions()
  assert.deepEqual((await firefox.until(() => true)).queue, [])
  assert.equal(server.uploads().length, 1)
})
