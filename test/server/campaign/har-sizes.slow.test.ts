import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Har } from 'har-format'
import { harOf } from '../../../crawler/probe/load/har.ts'
import type { Arm } from '../../../model/arm.ts'
import { setSizes } from '../../../server/campaign/har-sizes.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { assertHar } from '../../crawler/probe/load/assert-har.ts'
import { findCaddy, startCaddy } from '../../servers/caddy.ts'
import { makeTrustFolder, type TrustFolder } from '../../servers/trust-folder.ts'
import { startWeb, type Web } from '../../servers/web.ts'

const IMAGE = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(900)}</svg>`)
const PAGE = Buffer.from(`<!doctype html><p>${'towline '.repeat(1_000)}<img src="/plain"><img src="/zipped">
<img src="/moved"><img src="https://b.test/plain"><img src="https://b.test/zipped"><img src="https://b.test/stream">`)
const ZIPPED = gzipSync(IMAGE)

let trust: TrustFolder
let web: Web
before(async () => {
  if (noBrowser) return
  trust = await makeTrustFolder('DNS:site.test,DNS:b.test')
  web = await startWeb((request, response) => {
    const send = (type: string, body: Buffer, zipped: boolean, saysLength: boolean): void => {
      response.setHeader('content-type', type)
      response.setHeader('cache-control', 'no-store')
      if (zipped) response.setHeader('content-encoding', 'gzip')
      if (saysLength) response.setHeader('content-length', String(body.length))
      else response.write(body.subarray(0, 20))
      response.end(saysLength ? body : body.subarray(20))
    }
    if (request.url === '/plain') send('image/svg+xml', IMAGE, false, false)
    else if (request.url === '/zipped') send('image/svg+xml', ZIPPED, true, true)
    else if (request.url === '/stream') send('image/svg+xml', ZIPPED, true, false)
    else if (request.url === '/moved') {
      response.statusCode = 302
      response.setHeader('location', '/plain?moved')
      response.end('elsewhere')
    } else if (request.url === '/plain?moved') send('image/svg+xml', IMAGE, false, true)
    else send('text/html', gzipSync(PAGE), true, false)
  }, trust.pair)
})
after(async () => {
  await web?.[Symbol.asyncDispose]()
  await trust?.[Symbol.asyncDispose]()
})

async function sizedHar(arm: Arm, port: number): Promise<Har> {
  const origins = { forced: arm === 'h3' ? ['site.test'] : [], privateRoot: [] }
  await using browser = await openTestBrowser({ arm, origins, caFile: trust.caFile, switches: atPort(port) })
  const loaded = await load(browser, 'https://site.test/')
  assert.equal(loaded.failure, null)
  const har = JSON.parse(JSON.stringify(harOf(loaded))) as Har
  setSizes(har, loaded.timings)
  assertHar(har)
  return har
}

for (const arm of ['h1', 'h2'] as const)
  test(`bodies have the bytes that the server sent of them, without headers and framing (${arm})`, {
    skip: noBrowser,
  }, async () => {
    const har = await sizedHar(arm, web.port)
    const sizes = Object.fromEntries(
      har.log.entries.map(({ request, response }) => [
        request.url.replace('https://', ''),
        [response.bodySize, response.content.compression ?? 0],
      ]),
    )
    const zipped = [ZIPPED.length, IMAGE.length - ZIPPED.length]
    assert.deepEqual(sizes, {
      'site.test/': [gzipSync(PAGE).length, PAGE.length - gzipSync(PAGE).length],
      'site.test/plain': [IMAGE.length, 0],
      'site.test/plain?moved': [IMAGE.length, 0],
      'site.test/zipped': zipped,
      'site.test/moved': [-1, 0],
      'b.test/plain': [IMAGE.length, 0],
      'b.test/zipped': zipped,
      // It says no length, and another origin's sizes are not shown to the page.
      'b.test/stream': [-1, 0],
    })
    for (const { request, response } of har.log.entries) {
      const { headersSize, bodySize, _transferSize: transferred = 0 } = response
      const isChunked = response.headers.some(({ name }) => name.toLowerCase() === 'transfer-encoding')
      if (arm === 'h1' && bodySize >= 0 && !isChunked)
        assert.equal(headersSize + bodySize, transferred, request.url)
      else assert.equal(headersSize, -1, request.url)
    }
  })

const caddy = findCaddy()
test('bodies have the bytes that the server sent of them, without headers and framing (h3)', {
  skip: noBrowser || (caddy === null && 'there is no caddy: run scripts/setup-sandbox.sh'),
}, async () => {
  const sitePair = trust.authority.leaf({ altNames: 'DNS:site.test' })
  await using server = await startCaddy(caddy ?? '', trust.folder, sitePair)
  const [entry] = (await sizedHar('h3', server.port)).log.entries
  assert.equal(entry?.response.httpVersion, 'h3')
  assert.deepEqual([entry?.response.bodySize, entry?.response.headersSize], [300_000, -1])
  assert.ok((entry?.response._transferSize ?? 0) > 300_000)
})

test('a HAR of a sample without timings has the sizes that its messages tell', () => {
  const har = harOf({ events: [] })
  setSizes(har, null)
  assert.deepEqual(har.log.entries, [])
})
