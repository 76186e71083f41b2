import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { type Answer, html, type WebRequest, type WebResponse } from '../../../servers/web.ts'

const script =
  (code: string): Answer =>
  (_request, response) =>
    html(response, `<p>page<script>${code}</script>`)

const MEGABYTE = Buffer.alloc(1_000_000, ' ')
const blanks = (): Readable => Readable.from(Array.from({ length: 300 }, () => MEGABYTE))

/** 300 MB of blanks, which are never in memory together. */
const BOMBS = {
  gzip: await buffer(blanks().pipe(createGzip({ level: 1 }))),
  br: await buffer(blanks().pipe(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))),
}

function bomb(response: WebResponse & NodeJS.WritableStream, type: string, coding: keyof typeof BOMBS): void {
  response.setHeader('content-encoding', coding)
  response.setHeader('content-type', type)
  response.end(BOMBS[coding])
}

/** Answers head by hand: Node refuses to send such fields. */
function raw(request: WebRequest, text: string): void {
  request.socket.end(`HTTP/1.1 ${text}`, 'latin1')
}

/** What a page fills memory with, for ever, while a picture that never comes keeps it loading. */
const fills =
  (code: string): Answer =>
  (request, response) => {
    if (request.url !== '/never')
      html(response, `<img src="/never"><script>const held = []; ${code}</script>`)
  }

/** A page whose service worker asks for `/ran` when what makes it hostile begins. */
const serviceWorker =
  (code: string): Answer =>
  (request, response) => {
    if (request.url === '/worker.js' || request.url === '/ran') {
      response.setHeader('content-type', 'text/javascript')
      response.end(request.url === '/ran' ? '' : code)
    } else if (request.url !== '/never')
      html(response, '<img src="/never"><script>navigator.serviceWorker.register("/worker.js")</script>')
  }

/** Pages that only a secure context has: their service workers hold what they can. */
export const SERVICE_WORKERS: Readonly<Record<string, Answer>> = {
  installing: serviceWorker('importScripts("/ran"); for (;;);'),
  unanswering: serviceWorker(
    'oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim().then(async () => { for (const each of await clients.matchAll()) each.navigate("/again") })); onfetch = (event) => { fetch("/ran"); event.respondWith(new Promise(() => {})) }',
  ),
  caching: serviceWorker(
    'oninstall = (event) => event.waitUntil((async () => { const cache = await caches.open("c"); for (let n = 0; ; n++) { await cache.put("/" + n, new Response(new Uint8Array(2e7))); if (n === 0) fetch("/ran") } })())',
  ),
}

/** Bombs that are sent over TLS: browsers take brotli in a secure context only. */
export const BOMB_PAGES: Readonly<Record<string, Answer>> = {
  'gzip-bomb': (_request, response) => bomb(response, 'text/html', 'gzip'),
  'brotli-bomb': (_request, response) => bomb(response, 'text/html', 'br'),
}

/** Pages that are made to stop a campaign, or to eat the machine, by the first label of their hosts. */
export const HOSTILE: Readonly<Record<string, Answer>> = {
  bomb: (_request, response) => bomb(response, 'text/html', 'gzip'),
  code: (request, response) =>
    request.url === '/'
      ? html(response, '<script src="/code"></script>')
      : bomb(response, 'text/javascript', 'gzip'),
  arrays: fills('setInterval(() => held.push(new Uint8Array(50e6).fill(1)), 10)'),
  heap: fills('for (;;) held.push(new Array(1e5).fill({}))'),
  canvas: fills(
    "setInterval(() => { const c = new OffscreenCanvas(4000, 4000); c.getContext('2d').fillRect(0, 0, 9, 9); held.push(c) }, 20)",
  ),
  spin: script('addEventListener("load", () => { for (;;); })'),
  alerts: script('for (;;) alert(1)'),
  unload: script('onbeforeunload = () => "stay"; setInterval(() => prompt("x"), 1)'),
  redirects: (_request, response) => {
    response.statusCode = 302
    response.setHeader('location', `/${randomBytes(4).toString('hex')}`)
    response.end()
  },
  refresh: (_request, response) => html(response, '<meta http-equiv=refresh content="0">'),
  download: (_request, response) => {
    response.setHeader('content-disposition', 'attachment; filename=a.exe')
    response.end(randomBytes(100_000))
  },
  endless: (_request, response) => {
    response.setHeader('content-type', 'text/html')
    const more = setInterval(() => response.write('<p>more'), 50)
    response.on('close', () => clearInterval(more))
  },
  silent: () => {},
  popups: script('setInterval(() => open("/popup"), 5)'),
  rtc: script(
    'for (let n = 0; n < 50; n++) { const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:10.0.0.1" }] }); p.createDataChannel("c"); p.createOffer().then((o) => p.setLocalDescription(o)) }',
  ),
  transport: script('for (let n = 0; n < 50; n++) try { new WebTransport("https://10.0.0.1/") } catch {}'),
  header: (request) => raw(request, `200 OK\r\nx: ${'x'.repeat(300_000)}\r\n\r\npage`),
  headers: (request) =>
    raw(request, `200 OK\r\n${Array.from({ length: 5_000 }, (_, n) => `x${n}: y\r\n`).join('')}\r\npage`),
  nul: (request) => raw(request, '200 OK\r\nx: \0\r\n\r\npage'),
  garbage: (request) => void request.socket.end(randomBytes(10_000)),
  truncated: (request) => raw(request, '200 OK\r\nContent-Length: 100000\r\n\r\npage'),
  frames: (_request, response) =>
    html(response, Array.from({ length: 30 }, () => '<iframe src="/"></iframe>').join('')),
  workers: script('for (let n = 0; n < 60; n++) new Worker(URL.createObjectURL(new Blob(["for (;;);"])))'),
  history: script('for (let n = 0; ; n++) history.pushState(n, "", "/" + n)'),
}
