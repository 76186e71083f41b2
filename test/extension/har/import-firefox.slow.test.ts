import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { contribution } from '../../../server/contract/contribution.ts'
import {
  type ExtensionFirefox,
  FIREFOX_ORIGIN,
  findFirefox,
  openExtensionFirefox,
} from '../firefox/extension-firefox.ts'
import { openTestSites } from '../test-sites.ts'
import { canaryHar, foundIn } from './canary-har.ts'

const STUDY = { list: 'sandbox', fetchedDay: null, sites: [{ site: 7, domain: 'site.test' }] }
const skip =
  findFirefox() === null && 'there is no Firefox: run scripts/setup-firefox.sh, or set FIREFOX_PATH'

/** Drops a file of these bytes on the page. */
const dropped = (bytes: Uint8Array): string => `{
  const bytes = Uint8Array.fromBase64('${Buffer.from(bytes).toString('base64')}')
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'page.har.gz'))
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  return true
}`

async function untilTrue(firefox: ExtensionFirefox, expression: string): Promise<void> {
  const deadline = AbortSignal.timeout(30_000)
  while ((await firefox.ask(expression)) !== true) {
    if (deadline.aborted) throw new Error(`it never came to ${expression}`)
    await sleep(50)
  }
}

test('in Firefox, too, a packed HAR is read in a worker, and its load contributed as it is shown', {
  skip,
}, async () => {
  await using sites = await openTestSites()
  await using firefox = await openExtensionFirefox({
    ...{ httpsPort: sites.web.port, server: 'http://127.0.0.1:9', study: STUDY },
  })
  await firefox.openOptions()
  await firefox.ask('browser.storage.local.set({ delayMs: 3600000 })')
  await firefox.click('input[value="site.test"]')
  await firefox.click('#agreed')
  await firefox.click('#agree:not([disabled])')
  await firefox.until(({ consent }) => consent?.domains.length === 1)

  const { text, canaries } = canaryHar({ domain: 'site.test', day: new Date().toISOString().slice(0, 10) })
  await firefox.open(`${FIREFOX_ORIGIN}/har/import.html`)
  await firefox.ask(dropped(gzipSync(text)))
  await firefox.click('#contribute')
  const { queue } = await firefox.until((state) => state.queue.length === 1)
  const record = queue[0]?.record
  assert.ok(contribution.safeParse(record).success, JSON.stringify(record))
  await untilTrue(firefox, `document.getElementById('said')?.textContent.startsWith('Queued') === true`)
  const shown = JSON.parse(await firefox.ask<string>(`document.getElementById('record').textContent`))
  assert.deepEqual({ ...record, cid: shown.cid, key: shown.key }, shown)
  const stored = await firefox.ask<string>('browser.storage.local.get().then((all) => JSON.stringify(all))')
  assert.deepEqual(foundIn(stored, canaries), [])
})
