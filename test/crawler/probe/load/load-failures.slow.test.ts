import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { failureOf } from '../../../../crawler/probe/load/failure-of.ts'
import { judge } from '../../../../crawler/probe/load/judge.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import { makeTrustFolder, type TrustFolder } from '../../../servers/trust-folder.ts'
import { html, startWeb, type Web } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

let trust: TrustFolder
let web: Web
let silent: Server
let bytes: Server
let secureBytes: Server
let browser: ProbeBrowser
/** What the servers of bytes answer, as it stands, before they close. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/1.0': 'HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\n<p>page',
  '/1.1': 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>page',
  '/half-head': 'HTTP/1.1 200 OK\r\ncontent-type: text/ht',
  '/407':
    'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm=x\r\ncontent-length: 0\r\n\r\n',
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port
const answerBytes = (socket: import('node:net').Socket): void => {
  socket.on('error', () => {})
  socket.once('data', (head: Buffer) => {
    const path = head.toString('latin1').split(' ', 2)[1] ?? ''
    socket.end(ANSWERS[path] ?? 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
  })
}

before(async () => {
  if (noBrowser) return
  trust = await makeTrustFolder('DNS:a.test')
  const { caFile, pair } = trust
  web = await startWeb((request, response) => {
    if (request.url === '/then-silent') html(response, '<script>location = "/silent"</script>')
    else if (request.url === '/half') {
      response.setHeader('content-type', 'text/html')
      response.write('<p>half')
    } else if (request.url !== '/silent') html(response, 'page')
  }, pair)
  silent = createServer((socket) => socket.on('error', () => {}).resume())
  bytes = createServer(answerBytes)
  secureBytes = createTlsServer({ ...pair, ALPNProtocols: ['http/1.1'] }, answerBytes)
  for (const server of [silent, bytes, secureBytes]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const switches = ['--host-resolver-rules=MAP *.test 127.0.0.1']
  browser = await openTestBrowser({ arm: 'h1', caFile, switches })
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
  for (const server of [silent, bytes, secureBytes]) server?.close()
  await trust?.[Symbol.asyncDispose]()
})

const endsAs = (
  title: string,
  url: () => string,
  code: FailureCode,
  detail: RegExp,
  request: Partial<LoadRequest> = {},
): void => {
  test(title, { skip: noBrowser }, async () => {
    const { failure } = await load(browser, url(), request)
    assert.equal(failure?.code, code, failure?.detail ?? '')
    assert.match(failure?.detail ?? '', detail)
    assert.ok(browser.isAlive)
  })
}
const secure = (path: string) => () => `https://a.test:${web.port}${path}`
const SHORT = { loadLimitMs: 3_000 }

endsAs(
  'no response headers before the load’s own limit is http_timeout',
  secure('/silent'),
  'http_timeout',
  /within 3000 ms: the request was sent/,
  SHORT,
)
endsAs(
  'the same of a page that sends itself on',
  secure('/then-silent'),
  'http_timeout',
  /within 3000 ms/,
  SHORT,
)
endsAs(
  'a body that has not ended by then is http_body_timeout',
  secure('/half'),
  'http_body_timeout',
  /^$/,
  SHORT,
)
endsAs(
  'a peer that accepts the connection and says nothing in TLS is http_timeout with a set-up that had not ended',
  () => `https://a.test:${portOf(silent)}/`,
  'http_timeout',
  /the set-up of a connection for it .* had not ended/,
  { headersLimitMs: 1_500 },
)
endsAs(
  'response headers that are cut off are http_truncated',
  () => `https://a.test:${portOf(secureBytes)}/half-head`,
  'http_truncated',
  /ERR_RESPONSE_HEADERS_TRUNCATED/,
)
endsAs(
  'a 407 of a server that is no proxy is http_protocol_error',
  () => `https://a.test:${portOf(secureBytes)}/407`,
  'http_protocol_error',
  /ERR_UNEXPECTED_PROXY_AUTH/,
)

for (const version of ['1_2', '1_3'])
  test(`a server that demands a client certificate is tls_client_cert (TLS ${version})`, {
    skip: noBrowser,
  }, async () => {
    await using server = await startOpenssl(['-Verify', '1', `-tls${version}`])
    // OpenSSL closes with the request unread, so that its kernel may send a reset that overtakes the alert.
    for (let tries = 1; ; tries += 1) {
      const { failure } = await load(browser, `https://a.test:${server.port}/`)
      if (failure?.code === 'tls_closed' && tries < 5) continue
      assert.equal(failure?.code, 'tls_client_cert', failure?.detail ?? '')
      return
    }
  })

/** `openssl s_server` on a free port. */
async function startOpenssl(flags: readonly string[]): Promise<AsyncDisposable & { readonly port: number }> {
  const files = ['-key', trust.keyFile, '-cert', trust.certFile]
  const child: ChildProcess = spawn('openssl', ['s_server', '-accept', '0', '-www', ...files, ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      const found = /^ACCEPT .*:(\d+)$/m.exec(said)
      if (found) resolve(Number(found[1]))
    })
    ended.then(() => reject(new Error(`openssl ended: ${said}`)), reject)
  })
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

const judged = (loaded: Load, arm: 'http' | 'h1', url: string): string => {
  const verdict = judge(loaded, { arm, url, forced: [], cpuOtherFraction: null, busyLimit: 1 })
  return verdict.state === 'invalid' ? `${verdict.reason}: ${verdict.detail}` : verdict.state
}

test('HTTP/1.0 is invalid in clear text and over TLS alike, HTTP/1.1 valid in both', {
  skip: noBrowser,
}, async () => {
  for (const [arm, origin] of [
    ['http', `http://a.test:${portOf(bytes)}`],
    ['h1', `https://a.test:${portOf(secureBytes)}`],
  ] as const)
    for (const [path, wanted] of [
      ['/1.0', 'wrong_document_protocol: http/1.0 in place of http/1.1'],
      ['/1.1', 'valid'],
    ] as const) {
      const loaded = await load(browser, `${origin}${path}`)
      assert.equal(loaded.failure, null)
      assert.equal(judged(loaded, arm, `${origin}${path}`), wanted, `${arm} ${path}`)
    }
})

test('net errors that a site can cause have a code', () => {
  const codes: Readonly<Record<string, FailureCode>> = {
    ERR_SSL_CLIENT_AUTH_CERT_NEEDED: 'tls_client_cert',
    ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED: 'tls_client_cert',
    ERR_SSL_DECRYPT_ERROR_ALERT: 'tls_alert',
    ERR_SSL_BAD_RECORD_MAC_ALERT: 'tls_alert',
    ERR_SSL_OBSOLETE_VERSION: 'tls_protocol_error',
    ERR_TLS13_DOWNGRADE_DETECTED: 'tls_protocol_error',
    ERR_CERTIFICATE_TRANSPARENCY_REQUIRED: 'tls_cert_untrusted',
    ERR_CERT_REVOKED: 'tls_cert_untrusted',
    ERR_DNS_SERVER_FAILED: 'page_dns',
    ERR_HTTP2_PROTOCOL_ERROR: 'h2_protocol_error',
    ERR_HTTP2_INADEQUATE_TRANSPORT_SECURITY: 'h2_protocol_error',
    ERR_HTTP2_RST_STREAM_NO_ERROR_RECEIVED: 'h2_stream_reset',
    ERR_HTTP_1_1_REQUIRED: 'h2_stream_reset',
    ERR_SOCKET_NOT_CONNECTED: 'tls_closed',
    ERR_CONNECTION_FAILED: 'tcp_unreachable',
  }
  const at = { urls: ['https://a.test/'], sent: false, answered: false, elapsedMs: 10 }
  for (const [name, code] of Object.entries(codes))
    assert.equal(failureOf({ errorText: `net::${name}`, ...at }).code, code, name)
  assert.equal(failureOf({ errorText: 'net::ERR_FAILED', ...at }).code, 'unknown_failure')
})
