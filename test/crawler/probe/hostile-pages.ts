import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { html, type WebRequest, type WebResponse } from '../../servers/web.ts'

type Answer = (request: WebRequest, response: WebResponse & NodeJS.WritableStream) => void

const script =
  (code: string): Answer =>
  (_request, response) =>
    html(response, `<p>page<script>${code}</script>`)

const blanks = Buffer.alloc(300_000_000, ' ')
const BOMB = gzipSync(blanks, { level: 1 })

function bomb(response: WebResponse, type: string): void {
  response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-type', type)
  ;(response as NodeJS.WritableStream & WebResponse).end(BOMB)
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

/** Pages that are made to stop a campaign, or to eat the machine, by the first label of their hosts. */
export const HOSTILE: Readonly<Record<string, Answer>> = {
  bomb: (_request, response) => bomb(response, 'text/html'),
  code: (request, response) =>
    request.url === '/' ? html(response, '<script src="/code"></script>') : bomb(response, 'text/javascript'),
  arrays: fills('setInterval(() => held.push(new Uint8Array(50e6).fill(1)), 10)'),
  heap: fills('for (;;) held.push(new Array(1e5).fill({}))'),
  strings: fills("setInterval(() => { held.push(('x' + Math.random()).repeat(2e7).split('.')) }, 10)"),
  canvas: fills(
    "setInterval(() => { const c = new OffscreenCanvas(4000, 4000); c.getContext('2d').fillRect(0, 0, 9, 9); held.push(c) }, 20)",
  ),
  spin: script('addEventListener("load", () => { for (;;); })'),
  spinning: script('for (;;);'),
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
