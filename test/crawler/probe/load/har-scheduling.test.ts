import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from 'har-format'
import type { Protocol } from 'puppeteer'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import { readPriority } from '../../../../har/priority.ts'
import { readRenderBlocking } from '../../../../har/render-blocking.ts'
import { resourceType } from '../../../../har/resource-type.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'
import { cdpEvent, responded } from './cdp-events.ts'

const PAGE = `<!doctype html><link rel="stylesheet" href="/style.css"><script async src="/async.js"></script>
<script defer src="/defer.js"></script>
<h1>words</h1><img src="/image.svg"><script src="/last.js"></script>`

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
}

test('a HAR says of each request what it is, its priority, and whether the browser calls it render-blocking', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((request, response) => {
    const ending = request.url?.split('.')[1]
    if (ending === undefined) return html(response, PAGE)
    response.setHeader('content-type', TYPES[ending] ?? '')
    response.end(ending === 'svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '')
  })
  await using browser = await openTestBrowser({ arm: 'http' })
  const loaded = await load(browser, `${web.origin}/`)
  assert.equal(loaded.failure, null)
  type Extended = Entry & { _renderBlocking?: unknown; _initialPriority?: unknown }
  const found = Object.fromEntries(
    harOf(loaded).log.entries.map((entry: Extended) => [
      new URL(entry.request.url).pathname,
      {
        type: resourceType('', entry._resourceType),
        rendering: readRenderBlocking(entry._renderBlocking),
        priority: readPriority(entry._priority),
        initial: readPriority(entry._initialPriority),
      },
    ]),
  )
  const rendering = Object.entries(found).map(([path, words]) => [path, words.type, words.rendering])
  assert.deepEqual(rendering.toSorted(), [
    ['/', 'document', null],
    ['/async.js', 'script', 'potentially blocking'],
    ['/defer.js', 'script', 'non-blocking'],
    ['/image.svg', 'image', null],
    ['/last.js', 'script', 'in-body parser blocking'],
    ['/style.css', 'style', 'blocking'],
  ])
  assert.equal(found['/']?.priority, 'VeryHigh')
  assert.equal(found['/style.css']?.initial, 'VeryHigh')
  assert.ok(Object.values(found).every(({ priority, initial }) => priority !== null && initial !== null))
})

test('a HAR has the priority that a request was made with beside the last one', () => {
  const requestId = '1'
  const request = { url: 'https://site.test/a.png', method: 'GET', headers: {}, initialPriority: 'Low' }
  const har = harOf({
    events: [
      cdpEvent('Network.requestWillBeSent', {
        requestId,
        frameId: 'main',
        type: 'Image',
        timestamp: 1,
        wallTime: 1_763_683_200,
        initiator: { type: 'other' },
        request: request as Protocol.Network.Request,
      }),
      cdpEvent('Network.resourceChangedPriority', { requestId, newPriority: 'High', timestamp: 1.1 }),
      responded(requestId),
      cdpEvent('Network.loadingFinished', { requestId, timestamp: 1.2, encodedDataLength: 100 }),
    ],
  })
  const [entry] = har.log.entries as (Entry & { readonly _initialPriority?: unknown })[]
  assert.deepEqual([entry?._initialPriority, entry?._priority], ['Low', 'High'])
})
