import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Entry, Har } from 'har-format'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import type { Load } from '../../../../crawler/probe/load/load.ts'
import type { Arm } from '../../../../model/arm.ts'
import { findCaddy, startCaddy } from '../../../servers/caddy.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { until } from '../../../servers/until.ts'
import { html, startWeb, type Web } from '../../../servers/web.ts'
import { testFolder } from '../../../test-folder.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'
import { assertHar } from './assert-har.ts'

const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const WAIT_MS = 180

/** Nine requests: the page, a redirect and its target, a slow image, an error, three that fail, one without an end. */
const PAGE = `<!doctype html><h1>known make-up</h1><img src="/moved"><img src="/slow"><img src="/missing">
<img src="http://127.0.0.1:2/refused"><img src="/closed"><img src="/truncated">
<script>void fetch('/never')</script>`

let authority: Authority
const folder = testFolder()
const caFile = join(folder, 'ca.pem')
let pair: KeyPair
let web: Web

before(async () => {
  authority = makeAuthority()
  await writeFile(caFile, authority.ca)
  pair = authority.leaf({ altNames: 'DNS:site.test' })
  web = await startWeb((request, response) => {
    const image = (): void => {
      response.setHeader('content-type', 'image/svg+xml')
      response.end(IMAGE)
    }
    const answers: Record<string, () => unknown> = {
      '/': () => html(response, PAGE),
      '/moved': () => {
        response.statusCode = 302
        response.setHeader('location', '/image')
        response.end()
      },
      '/image': image,
      // The last that the page waits for: by then it has asked for everything.
      '/slow': () =>
        setTimeout(async () => {
          const asked = (path: string) => web.requests.filter(({ url }) => url === path).length
          await until('the request without an end', () => asked('/never') >= asked('/'))
          image()
        }, WAIT_MS),
      '/missing': () => {
        response.statusCode = 404
        response.end('missing')
      },
      '/closed': () => ('stream' in response ? response.stream.close(2) : response.destroy()),
      '/truncated': () => {
        response.setHeader('content-type', 'image/svg+xml')
        response.setHeader('content-length', '5000')
        response.end(IMAGE)
        // Else the browser waits for the rest, as long as the connection is open.
        if (!('stream' in response)) setTimeout(() => request.socket.destroy(), 20)
      },
      '/never': () => {},
    }
    answers[request.url ?? '']?.()
  }, pair)
})
after(async () => {
  await web[Symbol.asyncDispose]()
})

interface Known {
  readonly loaded: Load
  readonly har: Har
}

/** One load an arm serves several tests. */
const known = new Map<Arm, Promise<Known>>()

function loadKnownPage(arm: Arm): Promise<Known> {
  const loading = known.get(arm) ?? loadPageAgain(arm)
  known.set(arm, loading)
  return loading
}

async function loadPageAgain(arm: Arm): Promise<Known> {
  await using browser = await openTestBrowser({ arm, caFile, switches: atPort(web.port) })
  const loaded = await load(browser, 'https://site.test/', { settleMs: 300 })
  assert.equal(loaded.failure, null)
  const har = JSON.parse(JSON.stringify(harOf(loaded))) as Har
  return { loaded, har }
}

const entryOf = (har: Har, path: string): Entry & { readonly _error?: string } =>
  har.log.entries.find(({ request }) => request.url.endsWith(path)) ?? assert.fail(`no entry for ${path}`)

for (const arm of ['h1', 'h2'] as const)
  test(`the HAR of a page of known composition is valid and complete (${arm})`, {
    skip: noBrowser,
  }, async () => {
    const { loaded, har } = await loadKnownPage(arm)
    assertHar(har)
    const urls = har.log.entries.map(({ request }) => request.url).sort()
    assert.deepEqual(urls, loaded.requests.map(({ url }) => url).sort(), 'each request once')
    assert.equal(urls.length, 9)
    const httpVersion = arm === 'h1' ? 'http/1.1' : 'h2'

    const main = entryOf(har, 'site.test/')
    assert.deepEqual([main.response.status, main.response.httpVersion], [200, httpVersion])
    assert.equal(main.serverIPAddress, '127.0.0.1')
    assert.ok((main.timings.ssl ?? -1) > 0 && (main.timings.connect ?? -1) >= (main.timings.ssl ?? -1))
    assert.equal(main.response.content.size, PAGE.length)
    assert.equal(har.log.entries[0], main)
    const names = main.request.headers.map(({ name }) => name.toLowerCase())
    assert.equal(new Set(names).size, names.length, 'each header once')

    assert.deepEqual(
      [entryOf(har, '/moved').response.status, entryOf(har, '/moved').response.redirectURL],
      [302, '/image'],
    )
    assert.equal(entryOf(har, '/image').response.status, 200)
    assert.equal(entryOf(har, '/missing').response.status, 404)
    const slow = entryOf(har, '/slow')
    assert.ok(slow.timings.wait >= WAIT_MS - 2 && slow.timings.wait < loaded.wallMs, `${slow.timings.wait}`)
  })

for (const arm of ['h1', 'h2'] as const)
  test(`requests that failed are entries with their error (${arm})`, { skip: noBrowser }, async () => {
    const { har } = await loadKnownPage(arm)
    const refused = entryOf(har, '/refused')
    assert.deepEqual([refused.response.status, refused._error], [0, 'net::ERR_CONNECTION_REFUSED'])
    const closed = entryOf(har, '/closed')
    assert.equal(closed.response.status, 0)
    assert.match(closed._error ?? '', arm === 'h1' ? /ERR_EMPTY_RESPONSE/ : /ERR_HTTP2/)
    assert.ok(closed.time > 0, 'the time it took is kept')
    const truncated = entryOf(har, '/truncated')
    assert.equal(truncated.response.status, 200)
    // Only in HTTP/1.1 does the browser hold a body against its Content-Length.
    assert.equal(truncated._error, arm === 'h1' ? 'net::ERR_CONTENT_LENGTH_MISMATCH' : undefined)
    assert.deepEqual(
      [entryOf(har, '/never').response.status, entryOf(har, '/never')._error],
      [0, 'unfinished'],
    )
    assert.equal(entryOf(har, '/slow')._error, undefined)
  })

test('page timings are those of the page’s own clock', { skip: noBrowser }, async () => {
  const { loaded, har } = await loadKnownPage('h2')
  const [page] = har.log.pages ?? []
  const { startTime, requestStart, loadEventStart } = loaded.timings?.navigation ?? assert.fail()
  const pltMs = Number(loadEventStart) - Number(startTime)
  // Counted from the first request, which begins after the navigation, to when the browser was told, which is later.
  const leastMs = Number(loadEventStart) - Number(requestStart)
  const onLoad = page?.pageTimings.onLoad ?? Number.NaN
  assert.ok(onLoad > leastMs - 2 && onLoad < pltMs + 1_000, `${onLoad}, ${leastMs} and ${pltMs}`)
  assert.ok((page?.pageTimings.onContentLoad ?? Number.NaN) <= (page?.pageTimings.onLoad ?? Number.NaN))
  assert.equal(page?.title, 'https://site.test/')
  assert.equal(har.log.pages?.length, 1)
})

const caddy = findCaddy()
test('the HAR of a page by HTTP/3 is valid, with ssl inside connect', {
  skip: noBrowser || (caddy === null && 'there is no caddy: run scripts/setup-sandbox.sh'),
}, async () => {
  await using server = await startCaddy(caddy ?? '', folder, pair)
  const origins = { forced: ['site.test'], privateRoot: [] }
  await using browser = await openTestBrowser({ arm: 'h3', origins, caFile, switches: atPort(server.port) })
  const har = JSON.parse(JSON.stringify(harOf(await load(browser, 'https://site.test/')))) as Har
  assertHar(har)
  assert.equal(har.log.entries[0]?.response.httpVersion, 'h3')
  assert.ok((har.log.entries[0]?.timings.connect ?? -1) > 0)
})

test('the HAR of a load that failed at once holds its one request', { skip: noBrowser }, async () => {
  await using browser = await openTestBrowser({ arm: 'h1', switches: atPort(web.port) })
  const har = JSON.parse(JSON.stringify(harOf(await load(browser, 'https://site.test/')))) as Har
  assertHar(har)
  assert.equal(har.log.entries.length, 1)
  assert.match(entryOf(har, 'site.test/')._error ?? '', /ERR_CERT_AUTHORITY_INVALID/)
})

test('the HAR of a load without a request is empty and valid', () => {
  const har = harOf({ events: [] })
  assertHar(JSON.parse(JSON.stringify(har)))
  assert.deepEqual([har.log.pages, har.log.entries], [[], []])
})
