import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyPair } from './certificates.ts'
import { html, startWeb, type Web, type WebRequest, type WebResponse } from './web.ts'

/** What the server takes for a page that a 103 announces, milliseconds. */
export const HINTED_WAIT_MS = 300
const HINTED = ['/a.css', '/b.css', '/a.js', '/b.js'] as const
export const FILE_BYTES = 20_000
/** What holds the load event of the worker's page: far longer than the worker takes. */
const SLOW_MS = 30_000

/**
 * Pages whose transport is odd, on every host `*.test`; its log of requests is the truth.
 *
 * - `/hints?cache=max-age=600`: a 103 announces four files at once, the 200 comes 300 ms later (RFC 8297).
 * - `/worker`: a service worker claims the page, answers two of its requests itself and fetches one file more.
 * - `/waiting`: one request is never answered and one answer never ends, when the page has long been loaded.
 */
export function startOddPages(pair: KeyPair): Promise<Web> {
  return startWeb((request, response) => void answer(request, response), pair)
}

async function answer(request: WebRequest, response: WebResponse & NodeJS.WritableStream): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://odd.test')
  const cache = searchParams.get('cache') ?? 'max-age=600'
  const send = (type: string, body: string): void => {
    response.setHeader('content-type', type)
    response.setHeader('cache-control', cache)
    response.end(body)
  }
  if (pathname === '/hints') {
    const query = `?cache=${cache}`
    const kind = (path: string): string => (path.endsWith('css') ? 'style' : 'script')
    response.writeEarlyHints({
      link: HINTED.map((path) => `<${path}${query}>; rel=preload; as=${kind(path)}`),
    })
    await sleep(HINTED_WAIT_MS)
    const tags = HINTED.map((path) =>
      path.endsWith('css')
        ? `<link rel="stylesheet" href="${path}${query}">`
        : `<script src="${path}${query}"></script>`,
    )
    return html(response, tags.join(''))
  }
  if (pathname === '/worker') return html(response, WORKER_PAGE)
  if (pathname === '/worker.js') return send('text/javascript', WORKER)
  if (pathname === '/waiting') return html(response, WAITING_PAGE)
  if (pathname === '/slow') await sleep(SLOW_MS)
  if (pathname === '/never') return
  if (pathname === '/stream') {
    response.setHeader('content-type', 'text/event-stream')
    response.write(': begun\n\n')
    return
  }
  if (pathname.endsWith('.css')) return send('text/css', `/*${'x'.repeat(FILE_BYTES)}*/`)
  if (pathname.endsWith('.js')) return send('text/javascript', `/*${'x'.repeat(FILE_BYTES)}*/`)
  send('text/plain', 'x')
}

/** The load event waits for a picture that takes long, and is replaced once the worker has done all of it. */
const WORKER_PAGE = `<script>
  const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  navigator.serviceWorker.register('/worker.js')
  claimed.then(async () => {
    for (const path of ['/own/1', '/own/2', '/net/1', '/net/2']) await fetch(path).then((r) => r.text())
    held.src = '/picture'
  })
</script><link rel=stylesheet href=/a.css><img id=held src=/slow>`

const WORKER = `
addEventListener('install', (event) => event.waitUntil(Promise.all([fetch('/extra').then((r) => r.text()), skipWaiting()])))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname.startsWith('/own/')) event.respondWith(new Response('by the worker'))
  else event.respondWith(fetch(event.request))
})`

const WAITING_PAGE = `<script>
  fetch('/never')
  new EventSource('/stream')
</script><script src="/a.js"></script>`
