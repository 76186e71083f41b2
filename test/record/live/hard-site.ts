import { randomBytes } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { startCaddySite } from '../../servers/caddy.ts'
import type { KeyPair } from '../../servers/certificates.ts'

export const H1 = 'https://h1.pages.test'
export const H2 = 'https://h2.pages.test'
export const H3 = 'https://h3.pages.test'

/** What was sent to a request, byte for byte before transfer coding. */
export interface Served {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly body: Buffer
}

export interface HardSite extends AsyncDisposable {
  readonly served: Served[]
  readonly switches: string[]
}

const words = Buffer.from('towline measures pages, '.repeat(9_000))
/** What the server thinks before it answers. */
export const SLOW_MS = 300

/** No picture: browsers stop reading it. */
export const BROKEN = randomBytes(2_000_000)
const script = Buffer.concat([Buffer.from('//'), words])

const PAGE = `<!doctype html><title>hard</title>
<script src="${H3}/br.js"></script><script src="${H1}/zstd.js"></script>
<img src="/redirect"><img src="/missing.png">
<img src="https://nowhere.pages.test/x.png"><img src="${H1}/broken.png">
<script>
const one = (url, options) => fetch(url, options).then((answer) => answer.text()).catch(() => {})
one('/again').then(() => one('/again'))
one('/no-content')
one('${H1}/forbidden')
one('/empty')
one('/slow')
one('/deflate')
one('/head', { method: 'HEAD' })
one('/graphql?op=a', { method: 'POST', body: '{"query":"{a}"}', headers: { authorization: 'Bearer secret' } })
one('${H3}/preflighted', { method: 'PUT', body: 'x', headers: { 'x-mine': '1' } })
one('${H1}/chunked?_=' + Math.random() + '&at=' + Date.now())
navigator.serviceWorker.register('/worker.js')
try { new WebSocket('wss://h1.pages.test/socket') } catch {}
</script>
<img src="/gate">`

const THIRD_PARTY = `<title>third</title><img src="${H1}/third/picture.png"><img src="/to-third-party">
<iframe src="${H1}/third/frame"></iframe><script>fetch('${H1}/third/data').catch(() => {})</script>`

/** All that has to be served before the gate opens, so that the load event comes last. */
const AWAITED = [
  'GET /br.js',
  'GET /zstd.js',
  'GET /target.png',
  'GET /missing.png',
  'GET /again',
  'GET /again',
  'GET /no-content',
  'GET /forbidden',
  'GET /empty',
  'GET /slow',
  'GET /deflate',
  'HEAD /head',
  'POST /graphql',
  'PUT /preflighted',
  'GET /chunked',
  'GET /worker.js',
  'GET /from-worker',
]

/** Three hosts: HTTP/1.1 from Node, HTTP/2 and HTTP/3 from Caddy in front of it. */
export async function startHardSite(caddy: string, folder: string, pair: KeyPair): Promise<HardSite> {
  await using opening = new AsyncDisposableStack()
  const served: Served[] = []
  let pending: string[] = []
  let openGate: (() => void) | null = null
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', H2)
    if (pathname === '/') pending = [...AWAITED]
    const body = bodyOf(pathname, request, response, served)
    response.on('finish', () => {
      const place = pending.indexOf(`${request.method} ${pathname}`)
      if (place >= 0) pending.splice(place, 1)
      if (pending.length > 0) return
      openGate?.()
      openGate = null
    })
    const { host = '' } = request.headers
    const url = `https://${host.replace(/:\d+$/, '')}${request.url}`
    const send = (): void => {
      served.push({ method: request.method ?? '', url, status: response.statusCode, body })
      // In pieces, so that HTTP/1.1 needs chunks.
      if (pathname === '/chunked')
        for (let at = 0; at < body.length; at += 50_000) response.write(body.subarray(at, at + 50_000))
      response.end(pathname === '/chunked' || request.method === 'HEAD' ? undefined : body)
    }
    if (pathname === '/slow') setTimeout(send, SLOW_MS)
    else if (pathname !== '/gate') send()
    else {
      if (pending.length === 0) send()
      else openGate = send
    }
  }
  const plain = createHttpServer(answer)
  const secure = createHttpsServer({ ...pair, ALPNProtocols: ['http/1.1'] }, answer)
  for (const server of [plain, secure]) {
    server.on('clientError', (_, socket) => socket.destroy())
    server.on('upgrade', (_, socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    opening.defer(async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    })
  }
  const port = (server: typeof plain): number => (server.address() as AddressInfo).port
  const front = opening.use(
    await startCaddySite(caddy, folder, pair, {
      hosts: ['h2.pages.test', 'h3.pages.test'],
      directives: `reverse_proxy 127.0.0.1:${port(plain)}`,
    }),
  )
  const rules = [
    'MAP nowhere.pages.test ~NOTFOUND',
    `MAP h1.pages.test 127.0.0.1:${port(secure)}`,
    `MAP *.pages.test 127.0.0.1:${front.port}`,
  ]
  const owned = opening.move()
  return {
    served,
    switches: [`--host-resolver-rules=${rules.join(',')}`, '--origin-to-force-quic-on=h3.pages.test:443'],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Sets status and head, and gives the body. */
function bodyOf(
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
  served: readonly Served[],
): Buffer {
  const coded = (coding: string, type: string, body: Buffer): Buffer => {
    response.setHeader('content-type', type)
    response.setHeader('content-encoding', coding)
    return body
  }
  if (pathname !== '/forbidden') response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'x-mine')
  response.setHeader('access-control-allow-methods', 'PUT')
  switch (pathname) {
    case '/':
      response.setHeader('set-cookie', ['first=1; Path=/', 'second=2; Path=/'])
      return coded('gzip', 'text/html; charset=utf-8', gzipSync(PAGE))
    case '/br.js':
      return coded('br', 'text/javascript', brotliCompressSync(script))
    case '/zstd.js':
      return coded('zstd', 'text/javascript', zstdCompressSync(script))
    case '/deflate':
      return coded('deflate', 'text/plain', deflateSync(words))
    case '/third-party':
      response.setHeader('content-type', 'text/html')
      return Buffer.from(THIRD_PARTY)
    case '/later-third-party': {
      response.setHeader('content-type', 'text/html')
      const isFirst = !served.some(({ url }) => url === `${H2}${pathname}`)
      return Buffer.from(isFirst ? '<title>none</title>' : THIRD_PARTY)
    }
    case '/to-third-party':
      response.statusCode = 302
      response.setHeader('location', `${H1}/third/redirected.png`)
      return Buffer.alloc(0)
    case '/redirect':
      response.statusCode = 302
      response.setHeader('location', '/target.png?from=redirect')
      return Buffer.from('moved')
    case '/missing.png':
      response.statusCode = 404
      return Buffer.from('none')
    case '/again':
      response.setHeader('etag', '"1"')
      response.setHeader('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === undefined) return Buffer.from('once')
      response.statusCode = 304
      return Buffer.alloc(0)
    case '/broken.png':
      response.setHeader('content-type', 'image/png')
      return BROKEN
    case '/no-content':
      response.statusCode = 204
      return Buffer.alloc(0)
    case '/empty':
    case '/head':
      return Buffer.alloc(0)
    case '/worker.js':
      response.setHeader('content-type', 'text/javascript')
      return Buffer.from("addEventListener('install', (event) => event.waitUntil(fetch('/from-worker')))")
    case '/chunked':
      return words
    case '/robots.txt':
      return Buffer.from('User-agent: *\nDisallow: /private')
    default:
      return Buffer.from(`${request.method} ${pathname}`)
  }
}
