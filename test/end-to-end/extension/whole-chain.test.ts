import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { listStudies, openStudy } from '../../../db/field/field-studies.ts'
import { utcDay } from '../../../model/utc-day.ts'
import { makeRelease } from '../../../server/field/field-release.ts'
import { remakeLosses } from '../../../server/field/field-remake.ts'
import { startServer } from '../../../server/main.ts'
import { addDays, mondayOf } from '../../../stats/field/days.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { optIn, setDelay } from '../../extension/consent/opt-in.ts'
import { noBrowser, openExtensionBrowser } from '../../extension/extension-browser.ts'
import { until } from '../../extension/har/until.ts'
import { openTestSites } from '../../extension/test-sites.ts'
import { untilTaking } from '../../server/collection/serve-folder.ts'

const TODAY = utcDay(Date.now())
const LIST = 'CHAINTEST'
/** safety.md P8. */
const K = 20

test('from a click to the dashboard: consent, a load, its upload, a release, the popup’s curve, the opt-out', {
  skip: noBrowser,
}, async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await openStudy(db, {
    ...{ list: LIST, openedDay: TODAY, pilot: null, sites: [{ site: 3, domain: 'site.test' }] },
    // All of them come today: nobody can have come on three days.
    thresholds: { quarantineDays: 1, samples: K },
  })
  await using server = await startServer({
    ...{ database: database.url, host: '127.0.0.1', port: 0, webFolder: WEB_FOLDER, requestsPerMinute: 0 },
    ...{ log: pino({ level: 'silent' }), toolVersion: '0.1.0' },
    collect: { perMinute: 0, perSiteAndDay: 0 },
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
  })
  await untilTaking(server.address)
  await using sites = await openTestSites()
  await using extension = await openExtensionBrowser({
    ...{ caFile: sites.caFile, switches: sites.switches, server: server.address },
    study: { list: LIST, openedDay: TODAY, sites: [{ site: 3, domain: 'site.test' }] },
  })
  const loads = async () => Number((await db.query('SELECT count(*) AS n FROM contributions'))[0]?.n)
  const shown = async () => {
    const page = await extension.open(`${server.address}/field/site.test`)
    await until(
      page,
      `document.querySelector('#main h1')?.textContent === 'site.test in the field' && !document.querySelector('[aria-busy], #waiting')`,
    )
    const text = await page.evaluate('document.querySelector("#main").innerText')
    await page.close()
    return String(text)
  }

  for (let person = 1; person < K; person += 1) await contribute(server.address, person)
  await setDelay(extension, 50)
  await optIn(extension, 'site.test')
  assert.equal(await loads(), K - 1, 'consent alone sends nothing')
  const page = await extension.open('https://site.test/')
  const { history } = await extension.until((state) => state.history.length === 1)
  assert.equal(history[0]?.outcome, 'accepted')
  assert.equal(await loads(), K)

  assert.match(await shown(), /published by protocol\s+none|no release/i)
  const [study] = await listStudies(db)
  assert.ok(study)
  // It may be another day by now, and another week.
  const week = addDays(mondayOf(utcDay(Date.now())), 7)
  const now = () => `${week}T00:00:05.000Z`
  await makeRelease({ db, writer: db, study, week, now })
  const released = await shown()
  assert.match(released, /HTTP\/2, field: 20 contributors, \d+ loads/)
  assert.match(
    released,
    /Which visits its users have[\s\S]+HTTP\/1\.1\s+too few[\s\S]+HTTP\/2\s+20\s+[\d.]+ % \(/,
  )

  await extension.press('#refresh')
  await until(
    await extension.options(),
    `document.querySelector('#server-words')?.textContent.startsWith('Here now')`,
  )
  const popup = await extension.popup(page)
  const place = String(await popup.evaluate('document.querySelector(".place")?.textContent'))
  // One load has no rank among the published ones.
  assert.match(place, /^This load: \d+ ms\. It is one \(n = 1\)/)

  await extension.press('#delete-all')
  await until(
    await extension.options(),
    `document.querySelector('#delete-words')?.textContent === 'All is deleted.'`,
  )
  assert.equal(await loads(), K - 1)
  await remakeLosses({ db, writer: db, list: LIST })
  assert.match(await shown(), /published by protocol\s+none[\s\S]+Not enough data/)
})

/** A load of somebody else's, by HTTP/2. */
async function contribute(server: string, person: number): Promise<void> {
  const load = 60_000 + 10 * person
  const response = await fetch(`${server}/api/v1/contributions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ v: 1, list: LIST, site: 3, proto: 'h2', day: TODAY, browser: 'chromium', major: 156, net: 'wifi' },
      t: { dns: 5, connect: 20, handshake: 45, wait: 90, receive: 12, dcl: load - 100, load },
      n: { requests: 4, h1: 0, h2: 4, h3: 0, hidden: 0 },
      cid: createHash('sha256').update(`person ${person}`).digest('base64url'),
      ...{ reused: false, visit: 'new-connection', key: randomUUID() },
    }),
  })
  assert.equal(response.status, 201, await response.text())
}
