import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFile } from '../../../web/har/imported-file.ts'
import { bytesOf, type EntryFacts, entry, type HarJson, har, PAGE } from './har-text.ts'

/** Offsets from the page's start, in milliseconds. */
const at = (offsetMs: number): string => new Date(Date.parse(PAGE.startedDateTime) + offsetMs).toISOString()

function request(
  offsetMs: number,
  facts: EntryFacts,
  headers: Readonly<Record<string, string>> = {},
): HarJson {
  const made = entry({ started: at(offsetMs), ...facts })
  const request = made.request as { headers: HarJson[] }
  request.headers.push(...Object.entries(headers).map(([name, value]) => ({ name, value })))
  return made
}

const SITE = 'https://www.site.test/'
const style = request(40, { url: `${SITE}a.css`, mimeType: 'text/css' }, { Referer: SITE })
const frame = (headers: Readonly<Record<string, string>> = { Referer: SITE }, more: HarJson = {}): HarJson =>
  request(300, { url: 'https://ads.test/frame', httpVersion: 'h3', more }, headers)
const pixel = (location: string): HarJson =>
  request(200, {
    url: 'https://pixel.test/1',
    status: 302,
    mimeType: '',
    response: { redirectURL: location },
  })
const redirectTo = (redirectURL: string, headers: HarJson[] = []): HarJson =>
  request(-50, { url: 'http://site.test/', status: 301, mimeType: '', response: { redirectURL, headers } })

async function documentOf(entries: readonly HarJson[], title = 'A page'): Promise<(string | null)[]> {
  const read = await importFile(bytesOf(har({ entries, pages: [{ ...PAGE, title }] })))
  assert.ok('loads' in read)
  assert.equal(read.loads.length, 1)
  return read.loads.map(({ url, reduced }) => {
    if (url === null) {
      assert.deepEqual([reduced.proto, reduced.reused, reduced.t.wait], [null, null, null])
    }
    return url
  })
}

test('where the document’s request is missing it is unknown, whatever frames and pixels are there', async () => {
  const missing: Readonly<Record<string, [entries: HarJson[], title?: string]>> = {
    'a frame of an advertisement, behind a style sheet': [[style, frame({})]],
    'a frame that is first': [[frame(), request(400, { mimeType: 'text/css' }, { Referer: SITE })]],
    'a frame that the browser marks as a document': [[style, frame({}, { _resourceType: 'document' })]],
    'a frame that says so itself': [[frame({ 'Sec-Fetch-Dest': 'iframe' })]],
    'a frame, and the page’s address in its title': [[frame({})], SITE],
    'a pixel that redirects to an image': [
      [pixel('https://pixel.test/2'), request(260, { url: 'https://pixel.test/2', mimeType: 'image/gif' })],
    ],
    'a pixel that redirects, and a frame that it does not lead to': [
      [pixel('https://pixel.test/2'), frame({})],
    ],
    'a redirect whose target is missing': [[redirectTo(SITE), style, frame({})]],
    'a request that the browser calls another': [[request(0, { more: { _resourceType: 'xhr' } }), frame({})]],
  }
  for (const [what, [entries, title]] of Object.entries(missing))
    assert.deepEqual(await documentOf(entries, title), [null], what)
})

test('where it is there it is found, with the redirects that lead to it', async () => {
  const page = request(0, {})
  const headers = [{ name: 'Location', value: '//www.site.test/#part' }]
  const there: Readonly<Record<string, [entries: HarJson[], title?: string]>> = {
    'before frames and pixels': [[page, style, pixel('https://ads.test/frame'), frame()]],
    'behind what an earlier page still sent': [
      [request(-30, { url: `${SITE}beacon`, mimeType: 'text/plain' }), page, frame()],
    ],
    'said to be one, at any time': [
      [style, request(90, {}, { 'Sec-Fetch-Dest': 'document' }), frame({ 'Sec-Fetch-Dest': 'iframe' })],
    ],
    'of the address in the title': [[style, request(90, { url: `${SITE}#part` }), frame()], SITE],
    'followed from another site': [
      [
        request(0, {}, { Referer: 'https://search.test/' }),
        request(50, { url: 'https://cdn.test/a.css', mimeType: 'text/css' }, { Referer: SITE }),
      ],
    ],
    'of a redirect by redirectURL': [[redirectTo(SITE), frame(), page]],
    'of a redirect by a Location that is relative': [[redirectTo('', headers), page, frame()]],
    'of a redirect that does not tell where it leads': [[redirectTo(''), page, frame()]],
  }
  for (const [what, [entries, title]] of Object.entries(there)) {
    const [url] = await documentOf(entries, title)
    assert.equal(url?.replace('#part', ''), SITE, what)
  }
})

test('a redirect that leads around in a circle has no document', async () => {
  const circle = Array.from({ length: 30 }, () =>
    request(0, { url: SITE, status: 302, response: { redirectURL: SITE } }),
  )
  assert.deepEqual(await documentOf([...circle, request(10, {})]), [null])
})

test('a request until the load event counts, one after it does not, by their times as they are', async () => {
  const entries = [0, 812, 813].map((offsetMs) => request(offsetMs, offsetMs === 0 ? {} : { mimeType: '' }))
  for (const [onLoad, expected] of [
    [812.4, 2],
    [812.6, 2],
    [813, 3],
    [811.6, 1],
  ]) {
    const pages = [{ ...PAGE, pageTimings: { onLoad } }]
    const read = await importFile(bytesOf(har({ entries, pages })))
    assert.ok('loads' in read)
    assert.equal(read.loads[0]?.reduced.n.requests, expected, `${onLoad}`)
  }
})

test('a title of megabytes is shown by its beginning', async () => {
  const title = 'x'.repeat(3_000_000)
  const read = await importFile(bytesOf(har({ pages: [{ ...PAGE, title }] })))
  assert.ok('loads' in read)
  assert.equal(read.loads[0]?.name, `${'x'.repeat(299)}…`)
})
