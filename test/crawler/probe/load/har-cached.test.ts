import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Entry } from 'har-format'
import { harEntries } from '../../../../crawler/metrics/har-entries.ts'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'
import { assertHar } from './assert-har.ts'

test('what the browser’s caches answered is in the HAR, without a connection, and counts as no request', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((request, response) => {
    const { url = '' } = request
    if (url === '/') html(response, `<script src="/a.js"></script><iframe src="/frame"></iframe>`)
    else if (url === '/frame')
      html(
        response,
        `<script src="/a.js"></script><script>fetch('/b')
      .then((b) => b.text()).then(() => fetch('/b')).then(() => fetch('/b', { cache: 'no-cache' }))</script>`,
      )
    else if (request.headers['if-none-match'] !== undefined) {
      response.statusCode = 304
      ;(response as ServerResponse).end()
    } else {
      response.setHeader('etag', '"1"')
      response.setHeader('cache-control', 'max-age=600')
      response.setHeader('content-type', 'text/javascript')
      response.end('x'.repeat(1_000))
    }
  })
  await using browser = await openTestBrowser({ arm: 'http' })
  const loaded = await load(browser, `${web.origin}/`, { settleMs: 500 })
  const har = harOf(loaded)
  assertHar(JSON.parse(JSON.stringify(har)))
  const cached = har.log.entries.flatMap((entry: Entry) => {
    const { request, connection, serverIPAddress, response } = entry
    const path = new URL(request.url).pathname
    return entry._fromCache === undefined
      ? []
      : [[path, entry._fromCache, connection, serverIPAddress, response.bodySize, response._transferSize]]
  })
  assert.deepEqual(cached, [
    ['/a.js', 'memory', undefined, undefined, 0, 0],
    ['/b', 'disk', undefined, undefined, 0, 0],
  ])
  assert.equal(har.log.entries.length, 7, 'each request once')
  const statuses = har.log.entries.map(({ response }) => response.status)
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 200, 304], 'as the server answered')
  assert.deepEqual(
    harEntries({ har, packets: null, timings: null, connections: null })?.map(
      ({ request }) => new URL(request.url).pathname,
    ),
    web.requests.map(({ url }) => url),
  )
})

/** DevTools protocol logs of Chromium 51 to 125, beside the repository. */
const CORPUS = join(import.meta.dirname, '../../../../../shared/corpora/cdp/chrome-har-perflogs')

test('HARs of real DevTools protocol logs hold every request once, those answered by caches included', {
  skip: !existsSync(CORPUS) && 'the corpora are not beside the repository',
}, () => {
  const cached: Record<string, string> = {}
  for (const file of readdirSync(CORPUS)) {
    const events: CdpEvent[] = JSON.parse(readFileSync(join(CORPUS, file), 'utf8'))
    const har = harOf({ events })
    const sent = events.filter(
      ({ method, params }) =>
        method === 'Network.requestWillBeSent' && /^https?:/.test((params.request as { url: string }).url),
    )
    assert.equal(har.log.entries.length, sent.length, file)
    const from = har.log.entries.flatMap((entry: Entry) => entry._fromCache ?? [])
    if (from.length > 0)
      cached[file] = `${from.filter((name) => name === 'memory').length} of ${from.length} from memory`
  }
  assert.deepEqual(cached, {
    'afton-splash.json': '4 of 5 from memory',
    'canceled-video.json': '0 of 1 from memory',
    'iframe-not-attached.json': '0 of 2 from memory',
    'linkClickChrome.json': '3 of 3 from memory',
    'run.sitespeed.io.json': '1 of 8 from memory',
    'www.vercel.com.json': '0 of 22 from memory',
  })
})
