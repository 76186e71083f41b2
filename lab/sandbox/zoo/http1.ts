import type { Socket } from 'node:net'
import { setInterval } from 'node:timers'
import { picture } from '../../files/picture.ts'
import type { BehaviourSpec } from '../site/site-spec.ts'
import { bomb } from './bombs.ts'
import { PAGE, respond, respondWithPage } from './http1-requests.ts'
import { pour } from './pour.ts'

type Http1Behaviour = (socket: Socket, path: string, behaviour: BehaviourSpec) => void

const MIB = 1024 * 1024

/** Behaviours in HTTP/1.1: what the server answers to a request for a page. */
export const HTTP1_BEHAVIOURS: Readonly<Record<string, Http1Behaviour>> = {
  page: (socket) => respondWithPage(socket),
  /** Answers after `delayMs`. */
  late: (socket, _, { delayMs }) => {
    setTimeout(() => respondWithPage(socket), Number(delayMs)).unref()
  },
  /** A picture of `sizeBytes` after `delayMs`. */
  'late-picture': (socket, _, { sizeBytes, delayMs }) => {
    const answer = { headers: { 'content-type': 'image/png' }, body: picture(Number(sizeBytes)) }
    setTimeout(() => respond(socket, answer), Number(delayMs)).unref()
  },
  'no-answer': () => {},
  'headers-a-byte-a-second': (socket) => {
    drip(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`)
  },
  'body-a-byte-a-second': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
    drip(socket, 'x'.repeat(1000))
  },
  /** `sizeBytes` has it say how long it is: more than anybody here reads of it. */
  'endless-body': (socket, _, { sizeBytes }) => {
    const length = sizeBytes === undefined ? '' : `content-length: ${Number(sizeBytes)}\r\n`
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${length}\r\n`)
    pour(socket, Buffer.alloc(16 * 1024, 'x'))
  },
  'big-headers': (socket) => {
    const line = `x-filler: ${'x'.repeat(1000)}\r\n`
    socket.write(`HTTP/1.1 200 OK\r\n${line.repeat(MIB / line.length)}content-length: 0\r\n\r\n`)
  },
  /** Header lines without an end. */
  'endless-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    pour(socket, Buffer.from(`x-filler: ${'x'.repeat(1000)}\r\n`))
  },
  truncated: (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n${PAGE}`)
  },
  /** Ends inside the chunked coding, before its last chunk. */
  'truncated-chunks': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`)
  },
  'empty-reply': (socket) => {
    socket.end()
  },
  'reset-on-request': (socket) => {
    socket.resetAndDestroy()
  },
  'not-http': (socket) => {
    socket.end('* OK IMAP4rev1 Service Ready\r\n')
  },
  /** The head of the page's response is `head`, with its line ends as they stand in the data file. */
  head: (socket, _, { head }) => {
    socket.end(`${String(head)}${PAGE}`)
  },
  'non-ascii-header': (socket) =>
    respondWithPage(socket, { 'x-motd': 'caf\u00e9 \u00ff\u00fe', via: '1.1 pr\u00f6xy' }),
  'gzip-bomb': (socket) => bombed(socket, 'gzip'),
  'brotli-bomb': (socket) => bombed(socket, 'br'),
  /** Redirects every path to `location`, with bytes as they stand in the data file. */
  redirect: (socket, _, { location }) => redirect(socket, String(location)),
  /** / to /again and back. */
  'redirect-loop': (socket, path) => redirect(socket, path === '/' ? '/again' : '/'),
  /** /1 to /2 to /3 and on. */
  'redirect-chain': (socket, path) => redirect(socket, `/${Number(path.slice(1)) + 1}`),
  /** / to /?secret-1 to /?secret-2, which is the page. */
  'redirect-queries': (socket, path) => {
    const step = Number(path.slice('/?secret-'.length))
    if (step === 2) respondWithPage(socket)
    else redirect(socket, `?secret-${step + 1}`)
  },
  /** Redirects to a path of `characters`, which alone is the page: a Location that is cut leads to a 404. */
  'redirect-long': (socket, path, { characters }) => {
    const long = `/${'a'.repeat(Number(characters) - 1)}`
    if (path === '/') redirect(socket, long)
    else if (path === long) respondWithPage(socket)
    else respond(socket, { status: '404 Not Found' })
  },
  'redirect-without-location': (socket) => respond(socket, { status: '302 Found' }),
  /** Early hints and another 100 before the answer. */
  interim: (socket) => {
    socket.write(
      'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
    )
    respondWithPage(socket)
  },
  /** A body of `pieces` parts of `sizeBytes`, one every `delayMs`, that ends with the connection (RFC 9112, 6.3). */
  'ends-by-close': (socket, _, { pieces, sizeBytes, delayMs }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n')
    let left = Number(pieces)
    const timer = setInterval(() => {
      const piece = '<p>towline '.padEnd(Number(sizeBytes), 'x')
      left -= 1
      if (left > 0) socket.write(piece)
      else {
        clearInterval(timer)
        socket.end(piece)
      }
    }, Number(delayMs))
    socket.once('close', () => clearInterval(timer))
  },
  /** Early hints, and nothing after them. */
  'interim-only': (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n')
  },
  /** A body that ends with the connection, as HTTP/1.0 had it. */
  'http-1.0': (socket) => {
    socket.end(`HTTP/1.0 200 OK\r\nserver: zoo\r\n\r\n${PAGE}`)
  },
}

function redirect(socket: Socket, location: string): void {
  respond(socket, { status: '302 Found', headers: { location } })
}

function drip(socket: Socket, text: string): void {
  let sent = 0
  const timer = setInterval(() => {
    if (sent >= text.length) clearInterval(timer)
    else socket.write(text.charAt(sent++))
  }, 1000)
  socket.once('close', () => clearInterval(timer))
}

function bombed(socket: Socket, coding: 'gzip' | 'br'): void {
  respond(socket, {
    headers: { 'content-type': 'text/html', 'content-encoding': coding },
    body: bomb(coding),
  })
}
