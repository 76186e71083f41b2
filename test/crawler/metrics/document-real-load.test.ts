import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { harOf } from '../../../crawler/probe/load/har.ts'
import { startWeb } from '../../servers/web.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../probe/browser/probe-browser.ts'

const WAIT_MS = 180
const RECEIVE_MS = 120
/** What two clocks of one browser may differ by: a request is stamped in another process than its timings are. */
const SLACK_MS = 25

test('the document’s times are what its server made them, and what the HAR of the same load tells', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb(async (_request, response) => {
    await sleep(WAIT_MS)
    response.setHeader('content-type', 'text/html')
    response.write('<!doctype html><link rel=icon href=data:,>')
    await sleep(RECEIVE_MS)
    response.end('<p>text</p>')
  })
  await using browser = await openTestBrowser({ arm: 'http', switches: atPort(web.port) })
  const loaded = await load(browser, 'http://page.test/')
  const { timings, connections } = loaded
  const har = harOf(loaded)
  const metrics = computeAll({ timings, connections, har, packets: null })
  const value = (name: string): number => {
    const found = metrics.find((metric) => metric.name === name)?.value
    assert.ok(typeof found === 'number', name)
    return found
  }
  // Timers may end a millisecond early.
  assert.ok(value('document_wait_ms') >= WAIT_MS - 2)
  // A busy machine may stamp the response's head late: then the wait is longer and receiving shorter.
  assert.ok(value('document_wait_ms') + value('document_receive_ms') >= WAIT_MS + RECEIVE_MS - 2)
  assert.ok(value('document_dns_ms') >= 0)
  assert.equal(value('document_connect_ms'), value('document_handshake_ms'), 'in cleartext the set-up is TCP')

  const document = har.log.entries[0]?.timings
  const near = (name: string, ms = Number.NaN) =>
    assert.ok(Math.abs(value(name) - ms) < SLACK_MS, `${name} is ${value(name)}, by the HAR ${ms}`)
  near('document_handshake_ms', document?.connect)
  near('document_wait_ms', (document?.send ?? Number.NaN) + (document?.wait ?? Number.NaN))
  near('document_receive_ms', document?.receive)
})
