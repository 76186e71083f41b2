import { answerEmpty, answerFile, answerHtml, holding, type OddPage } from '../page.ts'
import { HSTS_ORIGIN } from '../places.ts'

/** Pages whose requests are odd. */
export const REQUEST_PAGES: readonly OddPage[] = [
  {
    name: 'preflight',
    document: holding(
      "await text('OTHER/preflight/a.txt', { method: 'PUT', headers: { 'x-odd': '1' }, body: 'x' })",
    ),
    answer(exchange, rest) {
      if (rest !== 'a.txt') return false
      const allowed = [
        ['access-control-allow-origin', '*'],
        ['access-control-allow-methods', 'PUT'],
        ['access-control-allow-headers', 'x-odd'],
      ] as const
      return exchange.log.method === 'OPTIONS'
        ? answerEmpty(exchange, 204, ...allowed)
        : answerFile(exchange, rest, ...allowed)
    },
  },
  {
    name: 'methods',
    document: holding("for (const method of ['HEAD', 'DELETE', 'POST']) await text('a.txt', { method })"),
  },
  {
    name: 'not-modified',
    document: holding("await text('tagged'); await text('tagged', { cache: 'no-cache' })"),
    answer(exchange, rest) {
      if (rest !== 'tagged') return false
      const fields = [
        ['etag', '"1"'],
        ['cache-control', 'max-age=600'],
      ] as const
      return exchange.header('if-none-match') === '"1"'
        ? answerEmpty(exchange, 304, ...fields)
        : answerFile(exchange, 'a.txt', ...fields)
    },
  },
  {
    name: 'redirects',
    document: holding("await text('r/301')"),
    answer(exchange, rest) {
      const next = { 'r/301': '302', 'r/302': '303', 'r/303': '307', 'r/307': '308', 'r/308': 'a.txt' }[rest]
      return next !== undefined && answerEmpty(exchange, Number(rest.slice(2)), ['location', next])
    },
  },
  { name: 'hsts', document: '<script src=a.js></script>', origin: HSTS_ORIGIN },
  {
    name: 'cookie-wall',
    document: '<script src=a.js></script>',
    answer(exchange, rest) {
      if (rest !== '' || exchange.header('cookie')?.includes('odd=1')) return false
      return answerEmpty(exchange, 302, ['location', '/cookie-wall/'], ['set-cookie', 'odd=1'])
    },
  },
  {
    name: 'prefetch',
    document: `<link rel=prefetch href=next.html><link rel=prefetch href=a.txt>${holding(
      "await new Promise((resolve) => setTimeout(resolve, 100)); await text('a.txt')",
    )}`,
    answer: (exchange, rest) =>
      ['next.html', 'a.txt'].includes(rest) && answerFile(exchange, rest, ['cache-control', 'max-age=600']),
  },
  {
    name: 'preload-unused',
    document: '<link rel=preload as=script href=a.js><link rel=preload as=image href=a.gif><img src=a.gif>',
  },
  {
    name: 'beacon',
    document: holding("navigator.sendBeacon('beacon', 'x'.repeat(100)); await text('a.txt')"),
    answer: (exchange, rest) => rest === 'beacon' && answerEmpty(exchange, 204),
  },
  {
    name: 'beacon-on-leaving',
    document: `<script>
      addEventListener('pagehide', () => {
        navigator.sendBeacon('beacon', 'x')
        fetch('kept', { method: 'POST', keepalive: true, body: 'x' })
      })
      addEventListener('load', () => { location.href = 'second' })
    </script>`,
    answer(exchange, rest) {
      if (rest === 'second')
        return answerHtml(exchange, holding('await new Promise((resolve) => setTimeout(resolve, 100))'))
      return ['beacon', 'kept'].includes(rest) && answerEmpty(exchange, 204)
    },
  },
  {
    name: 'in-flight',
    document: `<script>
      fetch('never')
      new EventSource('events')
      addEventListener('load', () => fetch('never-2'))
    </script><script src=a.js></script>`,
    answer(exchange, rest) {
      if (rest.startsWith('never')) return true
      if (rest !== 'events') return false
      exchange.head(200, [['content-type', 'text/event-stream']])
      exchange.write(`: ${'x'.repeat(2_000)}\n\n`)
      return true
    },
  },
  {
    name: 'worker',
    document: `<script>
      const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      const registered = navigator.serviceWorker.register('worker.js')
    </script>${holding(`
      await registered
      await claimed
      for (const path of ['own/1', 'own/2', 'net/1', 'net/2']) await text(path)`)}`,
    answer(exchange, rest) {
      if (rest !== 'worker.js') return false
      exchange.head(200, [['content-type', 'text/javascript']])
      exchange.end(`
addEventListener('install', (event) => event.waitUntil(Promise.all([fetch('extra').then((r) => r.text()), skipWaiting()])))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.url.includes('/own/')) event.respondWith(new Response('by the worker'))
  else event.respondWith(fetch(event.request))
})`)
      return true
    },
  },
]
