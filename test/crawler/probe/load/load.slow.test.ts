import assert from 'node:assert/strict'
import { createServer as createTcpServer } from 'node:net'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { LoadRequest, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import { html, startWeb, type Web, type WebResponse } from '../../../servers/web.ts'
import { folderOf, leftOf, load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

const BOMB = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))

type Behaviour = (response: WebResponse & NodeJS.WritableStream) => void

const page =
  (body: string): Behaviour =>
  (response) =>
    html(response, body)

const head =
  (status: number, headers: Record<string, string>, body = ''): Behaviour =>
  (response) => {
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(body)
  }

const PATHS: Readonly<Record<string, Behaviour>> = {
  '/good': page('<h1>good</h1><img src="/image">'),
  '/image': head(200, { 'content-type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/icon': page('<link rel="shortcut icon" href="/my-icon.png"><p>page'),
  '/no-content': head(204, {}),
  '/empty-404': head(404, {}),
  '/download': head(200, { 'content-disposition': 'attachment; filename=x' }, 'x'),
  '/redirect-loop': head(302, { location: '/redirect-loop' }),
  '/redirect-scheme': head(302, { location: 'mailto:nobody@site.test' }),
  '/refresh-loop': page('<meta http-equiv="refresh" content="0">'),
  '/script-loop': page('<script>location.reload()</script>'),
  '/busy': page('<script>for(;;);</script>'),
  '/busy-later': page('<script>onload = () => setTimeout(() => { for(;;); }, 50)</script>'),
  '/alert': page('<script>alert(1); confirm(2); prompt(3); document.title = "went on"</script>'),
  '/beforeunload': page('<script>onbeforeunload = () => "stay?"</script>'),
  '/popup': page('<script>window.open("/good"); window.open("/good")</script>'),
  '/truncated'(response) {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-length', '1000')
    response.write('<p>half of it')
    setTimeout(() => response.destroy(), 20)
  },
  '/endless-body'(response) {
    response.setHeader('content-type', 'text/html')
    response.write('<p>and so on')
  },
  '/silent': () => {},
  '/never-loads': page('<img src="/silent">'),
  '/closed': (response) => response.destroy(),
  '/bomb'(response) {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-encoding', 'br')
    response.end(BOMB)
  },
  '/bomb-image': page('<script>fetch("/bomb").then((each) => each.text())</script><img src="/silent">'),
  '/many': page(Array.from({ length: 40 }, (_, index) => `<img src="/image?${index}">`).join('')),
  '/big': page(`<p>${'x'.repeat(400_000)}`),
  '/download-from-page': page('<script>onload = () => { location = "/download" }</script>'),
  '/to-good': page('<script>location = "/good"</script>'),
  '/header': (response) => {
    for (let index = 0; index < 20; index++) response.setHeader(`x-${index}`, 'x'.repeat(20_000))
    response.end('x')
  },
}

let web: Web
let browser: ProbeBrowser
before(async () => {
  if (noBrowser) return
  web = await startWeb((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname
    const behaviour = PATHS[path]
    if (behaviour) behaviour(response)
    else head(404, {}, 'no such thing')(response)
  })
  browser = await openTestBrowser({ arm: 'http' })
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
})

/** Below every limit that a request does not name, and above any stall. */
const AT_ONCE_MS = 25_000

const fault = (title: string, path: string, code: FailureCode, request: Partial<LoadRequest> = {}): void => {
  test(title, { skip: noBrowser }, async () => {
    const startedMs = performance.now()
    const { failure } = await load(browser, path.startsWith('/') ? `${web.origin}${path}` : path, request)
    const tookMs = performance.now() - startedMs
    assert.deepEqual({ code: failure?.code }, { code }, failure?.detail ?? '')
    assert.ok(tookMs < AT_ONCE_MS, `${tookMs} ms`)
    assert.ok(browser.isAlive)
  })
}

test('a page that loads is reported with its status, protocol, requests and timings', {
  skip: noBrowser,
}, async () => {
  // Time enough for a slow machine to paint.
  const it = await load(browser, `${web.origin}/good`, { settleMs: 1_500 })
  assert.equal(it.failure, null)
  assert.equal(it.status, 200)
  assert.equal(it.protocol, 'http/1.1')
  assert.equal(it.finalUrl, `${web.origin}/good`)
  const [main, image] = it.requests
  assert.equal(main?.isMainDocument, true)
  assert.equal(main?.remoteAddress, '127.0.0.1')
  assert.equal(main?.responseHeaders['content-type'], 'text/html; charset=utf-8')
  assert.ok((main?.encodedBytes ?? 0) > 30)
  assert.deepEqual([image?.url, image?.isMainDocument, image?.status], [`${web.origin}/image`, false, 200])
  assert.ok(Number(it.timings?.navigation?.loadEventStart) > 0)
  assert.equal(it.timings?.resources.length, 1)
  assert.ok((it.timings?.paints.length ?? 0) > 0)
  assert.ok((it.timings?.largestContentfulPaints.length ?? 0) > 0)
  assert.equal(it.connections[0]?.protocol, 'http/1.1')
  assert.equal(it.connections[0]?.remotePort, web.port)
  assert.ok(
    (it.connections[0]?.connectMs ?? 0) > 0,
    'the connection was opened when the request asked for it',
  )
  assert.equal(it.connections[0]?.sslMs, null)
})

fault('a main document without content is page_no_content', '/no-content', 'page_no_content')
fault('an error status without a body is page_no_content', '/empty-404', 'page_no_content')
fault('a download is page_download', '/download', 'page_download')
fault('a redirect to itself is redirect_loop', '/redirect-loop', 'redirect_loop')
fault('a redirect to no page is redirect_invalid', '/redirect-scheme', 'redirect_invalid')
// On a busy machine the next refresh may begin later than a page settles by itself.
const unsettled = { settleMs: 5_000 }
fault(
  'a page that refreshes itself for ever is page_refresh_loop',
  '/refresh-loop',
  'page_refresh_loop',
  unsettled,
)
fault(
  'a page that reloads itself by script is page_refresh_loop',
  '/script-loop',
  'page_refresh_loop',
  unsettled,
)
// Until its limit such a page takes a whole core.
fault('for(;;) is page_hung', '/busy', 'page_hung', { loadLimitMs: 2_000 })
fault('for(;;) after the load event is page_hung', '/busy-later', 'page_hung', {
  loadLimitMs: 3_500,
  settleMs: 1_000,
})
fault('a body shorter than its Content-Length is http_truncated', '/truncated', 'http_truncated')
fault('a body that does not end is http_body_timeout', '/endless-body', 'http_body_timeout', {
  loadLimitMs: 3_000,
})
fault('no response headers within their limit is http_timeout', '/silent', 'http_timeout', {
  headersLimitMs: 500,
})
fault('a resource that never comes is page_timeout', '/never-loads', 'page_timeout', {
  loadLimitMs: 3_000,
})
fault('a connection closed before the response is http_empty_reply', '/closed', 'http_empty_reply')
fault('a decompression bomb as main document is page_too_big', '/bomb', 'page_too_big', {
  maxBytes: 5_000_000,
})
fault('a decompression bomb as resource is page_too_big', '/bomb-image', 'page_too_big', {
  maxBytes: 5_000_000,
})
fault('more bytes than the limit are page_too_big', '/big', 'page_too_big', { maxBytes: 100_000 })
fault('more requests than the limit are page_too_many_requests', '/many', 'page_too_many_requests', {
  maxRequests: 20,
})
fault('headers beyond all reason are http_header_too_big', '/header', 'http_header_too_big')
fault('a name that does not exist is page_dns', 'http://nobody.invalid/', 'page_dns')
fault('an address that is refused is address_refused', '/good', 'address_refused', {
  refused: (address) => address === '127.0.0.1',
})

test('garbage instead of a response is http_protocol_error', { skip: noBrowser }, async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.end(Buffer.from('HTTP/9.9 200 \0\0\r\nnothing: \0\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const { failure } = await load(browser, `http://127.0.0.1:${port}/`)
  server.close()
  assert.equal(failure?.code, 'http_protocol_error', failure?.detail ?? '')
})

test('a closed port is tcp_refused', { skip: noBrowser }, async () => {
  const closed = await startWeb(() => {})
  await closed[Symbol.asyncDispose]()
  const { failure } = await load(browser, closed.origin)
  assert.equal(failure?.code, 'tcp_refused', failure?.detail ?? '')
})

test('the browser asks for no favicon', { skip: noBrowser }, async () => {
  const { failure } = await load(browser, `${web.origin}/icon`, { settleMs: 500 })
  assert.equal(failure, null)
  assert.deepEqual(
    web.requests.filter(({ url }) => url.includes('icon') && url !== '/icon'),
    [],
  )
})

test('dialogs are dismissed, and the load continues', { skip: noBrowser }, async () => {
  const { failure } = await load(browser, `${web.origin}/alert`, { loadLimitMs: 20_000 })
  assert.equal(failure, null)
})

test('a page that asks whether to leave is closed all the same', { skip: noBrowser }, async () => {
  const { failure } = await load(browser, `${web.origin}/beforeunload`)
  assert.equal(failure, null)
  assert.ok(browser.isAlive)
})

test('pop-ups make no difference to the page that opens them', { skip: noBrowser }, async () => {
  const { failure, requests } = await load(browser, `${web.origin}/popup`)
  assert.equal(failure, null)
  assert.equal(requests.filter(({ url }) => url.endsWith('/good')).length, 0)
})

test('a page that sends the visitor on is loaded to its last document', { skip: noBrowser }, async () => {
  const it = await load(browser, `${web.origin}/to-good`)
  assert.equal(it.failure, null)
  assert.equal(it.finalUrl, `${web.origin}/good`)
  assert.equal(it.requests.filter(({ isMainDocument }) => isMainDocument).length, 2)
})

test('a page that begins a download stays the page that is loaded', { skip: noBrowser }, async () => {
  const it = await load(browser, `${web.origin}/download-from-page`)
  assert.equal(it.failure, null)
  assert.equal(it.finalUrl, `${web.origin}/download-from-page`)
})

test('a load that is stopped settles at once', { skip: noBrowser }, async () => {
  const stop = new AbortController()
  const startedMs = performance.now()
  setTimeout(() => stop.abort(), 600)
  const { failure } = await load(browser, `${web.origin}/silent`, { signal: stop.signal })
  assert.equal(failure?.code, 'page_aborted')
  assert.ok(performance.now() - startedMs < AT_ONCE_MS)
})

test('after all of these, closing the browser leaves nothing behind', { skip: noBrowser }, async () => {
  const folder = folderOf(browser)
  assert.ok((await leftOf(folder)).length > 1, 'it has a folder and processes while it is open')
  await browser[Symbol.asyncDispose]()
  assert.deepEqual(await leftOf(folder), [])
})
