import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { reduceLoad } from '../../../extension/capture/load-times.ts'
import type { PageLoad } from '../../../extension/capture/types.ts'
import { pageHar } from '../../../extension/har/page-har.ts'
import { pageLoads } from '../../../har/page-loads.ts'
import type { HarPageLoad } from '../../../web/har/har-file.ts'
import { readHarValue } from '../../../web/har/read-har.ts'
import { reduceHar } from '../../../web/har/reduce-har.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { assertHar } from '../../crawler/probe/load/assert-har.ts'
import { startWeb, type Web } from '../../servers/web.ts'
import { NAVIGATION, pageLoad } from './page-load.ts'

const TERMS = { title: 'A page', version: '0.1.0', browserName: 'Chromium', browserVersion: '156.0.8078.79' }

function harOf(load: PageLoad) {
  const har = pageHar(load.timings, TERMS)
  assert.ok(har)
  return har
}

/** What the page’s HAR comes down to when it is read again. */
function readBack(load: PageLoad) {
  const read = readHarValue(JSON.parse(JSON.stringify(harOf(load))))
  assert.ok('har' in read)
  const [first] = pageLoads(read.har)
  const { proto, t, n, reused } = reduceHar(first as HarPageLoad, read.har)
  return { proto, t, n, reused }
}

/** The page itself also tells its visit, which a HAR does not. */
function reducedByPage(load: PageLoad) {
  const reduced = reduceLoad(load)
  assert.ok('proto' in reduced)
  const { visit: _, ...rest } = reduced
  return rest
}

const RESOURCE = {
  ...NAVIGATION,
  ...{
    entryType: 'resource',
    name: 'https://www.site.test/a.js?v=1&w=%20',
    startTime: 400,
    responseEnd: 460,
  },
  ...{ domainLookupStart: 400, domainLookupEnd: 400, connectStart: 400, connectEnd: 400, requestStart: 402 },
  ...{ secureConnectionStart: 400, responseStart: 450, finalResponseHeadersStart: 450 },
}
const HIDDEN = {
  ...{
    name: 'https://cdn.test/b.js',
    entryType: 'resource',
    startTime: 410,
    responseEnd: 700,
    nextHopProtocol: '',
  },
  ...{ requestStart: 0, responseStart: 0, connectStart: 0, connectEnd: 0, transferSize: 0 },
}

test('the HAR of a page is valid, its entries in the order of their start', () => {
  const har = harOf(pageLoad({ resources: [HIDDEN, RESOURCE] }))
  assertHar(JSON.parse(JSON.stringify(har)))
  assert.deepEqual(
    har.log.entries.map(({ request }) => request.url),
    ['https://www.site.test/', 'https://www.site.test/a.js?v=1&w=%20', 'https://cdn.test/b.js'],
  )
  assert.deepEqual(har.log.entries[1]?.request.queryString, [
    { name: 'v', value: '1' },
    { name: 'w', value: ' ' },
  ])
  assert.match(har.log.comment ?? '', /page’s own clock/)
})

test('what the page is not told stands as HAR demands: −1, or an empty list', () => {
  const [, reused, hidden] = harOf(pageLoad({ resources: [RESOURCE, HIDDEN] })).log.entries
  assert.deepEqual(reused?.timings, {
    blocked: 2,
    dns: -1,
    connect: -1,
    ssl: -1,
    send: 0,
    wait: 48,
    receive: 10,
  })
  assert.deepEqual(hidden?.timings, {
    blocked: 290,
    dns: -1,
    connect: -1,
    ssl: -1,
    send: 0,
    wait: 0,
    receive: 0,
  })
  assert.deepEqual(
    [hidden?.request.headers, hidden?.request.bodySize, hidden?.response.headersSize],
    [[], -1, -1],
  )
  assert.deepEqual(
    [reused, hidden].map((entry) => (entry as { _towline?: unknown } | undefined)?._towline),
    [{ timings: 'all' }, { timings: 'start and end' }],
  )
})

test('over QUIC there is one handshake, which both of its phases are', () => {
  const [entry] = harOf(pageLoad({ navigation: { nextHopProtocol: 'h3' } })).log.entries
  assert.deepEqual([entry?.timings.connect, entry?.timings.ssl], [69, 69])
})

test('phases add up to the whole, whatever lies between them', () => {
  const [entry] = harOf(
    pageLoad({ navigation: { fetchStart: 5, domainLookupStart: 30, domainLookupEnd: 34 } }),
  ).log.entries
  assert.equal(entry?.time, 390.6)
})

test('a page without a navigation entry has no HAR', () => {
  assert.equal(pageHar(pageLoad({ navigation: null }).timings, TERMS), null)
})

const KEPT = {
  domainLookupStart: 3,
  domainLookupEnd: 3,
  connectStart: 3,
  connectEnd: 3,
  secureConnectionStart: 3,
}
const LOADS = {
  'over HTTP/2': {},
  'over HTTP/3': { navigation: { nextHopProtocol: 'h3' } },
  'on a connection that was there before': { navigation: KEPT },
  'with early hints': { navigation: { responseStart: 120, firstInterimResponseStart: 120 } },
  // 276.4 − 154.9 is less than 121.5 in floating point.
  'with half a millisecond': { navigation: { finalResponseHeadersStart: 154.9, responseEnd: 276.4 } },
  'with resources': { resources: [RESOURCE, HIDDEN, { ...RESOURCE, startTime: 900 }] },
}

for (const [what, facts] of Object.entries(LOADS)) {
  test(`read again, a page’s HAR comes down to what the page itself did: ${what}`, () => {
    assert.deepEqual(readBack(pageLoad(facts)), reducedByPage(pageLoad(facts)))
  })
}

describe('a real page', { skip: noBrowser }, () => {
  const DELAY_MS = 120
  let web: Web

  before(async () => {
    web = await startWeb(async (request, response) => {
      if (request.url !== '/') {
        response.end('1')
        return
      }
      await sleep(DELAY_MS)
      response.setHeader('content-type', 'text/html')
      response.write('<!doctype html><title>A page</title><link rel=icon href=data:,>')
      await sleep(DELAY_MS)
      response.end('<script src=/1.js?a=b></script><script src=http://parts.test/2.js></script>')
    })
  })
  after(() => web[Symbol.asyncDispose]())

  test('has a valid HAR, which comes down to what the page itself does and what DevTools’ HAR does', async () => {
    await using browser = await openTestBrowser({ arm: 'http', switches: atPort(web.port) })
    const { timings } = await load(browser, 'http://page.test/')
    assert.ok(timings)
    const page = { ...pageLoad(), timings, hiddenBeforeLoad: null }
    const reduced = reducedByPage(page)
    const har = harOf(page)
    assertHar(JSON.parse(JSON.stringify(har)))
    assert.equal(har.log.entries.length, 3)
    assert.deepEqual(readBack(page), reduced)
    // A timer may fire a millisecond early. A busy machine may stamp the response's head late: then the wait is longer
    // and receiving shorter.
    assert.ok((reduced.t.wait ?? 0) >= DELAY_MS - 1)
    assert.ok((reduced.t.wait ?? 0) + (reduced.t.receive ?? 0) >= 2 * DELAY_MS - 2)
    assert.equal(reduced.t.connect, reduced.t.handshake)
    assert.deepEqual(reduced.n, { requests: 3, h1: 2, h2: 0, h3: 0, hidden: 1 })
  })
})
