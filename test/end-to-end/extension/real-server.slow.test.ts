import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import type { Database } from '../../../db/connection/database.ts'
import { createInvite } from '../../../db/field/field-invites.ts'
import { openStudy } from '../../../db/field/field-studies.ts'
import { utcDay } from '../../../model/utc-day.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { optIn, setDelay } from '../../extension/consent/opt-in.ts'
import { type ExtensionHost, noBrowser, openExtensionHost } from '../../extension/extension-browser.ts'
import { openTestSites } from '../../extension/test-sites.ts'

const TODAY = utcDay(Date.now())

describe('with the real server', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  let host: ExtensionHost
  let db: Database
  let server: RunningServer
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'towline-field-'))
    resources.defer(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>dashboard</title>')
    const file = resources.use(await temporarySqlite())
    db = resources.use(await file.open())
    await openStudy(db, {
      ...{ list: 'sandbox', openedDay: TODAY, pilot: null, thresholds: null },
      sites: [
        { site: 0, domain: 'site.test' },
        { site: 1, domain: 'other.test' },
      ],
    })
    server = resources.use(
      await startServer({
        ...{ database: file.url, host: '127.0.0.1', port: 0, webFolder: folder, requestsPerMinute: 0 },
        ...{ log: pino({ level: 'silent' }), toolVersion: '0.1.0' },
        clock: () => performance.now(),
        now: () => new Date().toISOString(),
      }),
    )
    const { caFile, switches } = resources.use(await openTestSites())
    host = resources.use(await openExtensionHost({ caFile, switches }))
  })
  after(() => resources.disposeAsync())

  /** It may be another day by now. */
  const days = () => [TODAY, utcDay(Date.now())]
  const rows = async () => {
    const all = await db.query('SELECT list, site, proto, day, browser FROM contributions ORDER BY site')
    return all.map(({ day, ...row }) => ({ ...row, isToday: days().includes(String(day)) }))
  }

  test('the list is fetched when its owner wishes, a load is stored, and the opt-out deletes it', async () => {
    // Nothing is built in: its owner gives the server’s address, as in a pilot.
    await using extension = await host.install()
    const page = await extension.options()
    await page.locator('#server-origin').fill(server.address)
    await extension.press('#settings button[type=submit]')
    await page.waitForFunction(`document.querySelector('#server-words').textContent === 'Saved.'`)
    await extension.press('#refresh')
    await page.waitForFunction(
      `document.querySelector('#server-words').textContent.startsWith('Here now: 2 sites')`,
    )
    await setDelay(extension, 50)
    await optIn(extension, 'site.test')
    await extension.open('https://site.test/')
    const { history } = await extension.until((state) => state.history.length === 1)
    assert.equal(history[0]?.outcome, 'accepted')
    assert.deepEqual(await rows(), [
      { list: 'sandbox', site: 0, proto: 'h2', browser: 'chromium', isToday: true },
    ])

    await extension.press('#delete-all')
    await page.waitForFunction(`document.querySelector('#delete-words').textContent === 'All is deleted.'`)
    assert.deepEqual(await rows(), [])
    const stored = await extension.ask<object>('chrome.storage.local.get(null)')
    assert.doesNotMatch(JSON.stringify(stored), /site\.test/)
    const { origins } = await extension.ask<{ origins: string[] }>('chrome.permissions.getAll()')
    assert.deepEqual(origins, [])
  })

  test('a closed pilot’s sites are fetched, and its loads taken, with an invite', async () => {
    await openStudy(db, {
      ...{ list: 'pilot1', openedDay: TODAY, pilot: 'first', thresholds: null },
      sites: [{ site: 5, domain: 'other.test' }],
    })
    const invite = await createInvite(db, 'first', TODAY)
    await using extension = await host.install()
    const page = await extension.options()
    await page.locator('#server-origin').fill(server.address)
    await page.locator('#invite').fill(invite)
    await extension.press('#settings button[type=submit]')
    await page.waitForFunction(`document.querySelector('#server-words').textContent === 'Saved.'`)
    await extension.press('#refresh')
    await page.waitForFunction(`!/^(Saved|Asking)/.test(document.querySelector('#server-words').textContent)`)
    assert.match(
      await page.$eval('#server-words', (each) => each.textContent ?? ''),
      /^Here now: 1 site under study/,
    )
    await setDelay(extension, 50)
    await optIn(extension, 'other.test')
    await extension.open('https://other.test/')
    await extension.until((state) => state.history.length === 1)
    assert.deepEqual(await rows(), [
      { list: 'pilot1', site: 5, proto: 'h2', browser: 'chromium', isToday: true },
    ])
    await extension.press('[data-stop="other.test"]')
    await extension.until((state) => state.consent === null && state.deletions.length === 0)
    assert.deepEqual(await rows(), [])
  })
})
