import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openHttp3 } from '../../crawler/survey/http/http3.ts'
import { copyFixture } from '../server/fixture-template.ts'
import { surveyContext } from '../servers/survey-context.ts'
import { testFolder } from '../test-folder.ts'
import {
  HOST,
  type RunningProxy,
  type StartProxy,
  startCaddyProxy,
  startNginxProxy,
  whyNoProxies,
} from './behind-proxy.ts'
import { startUnitServer, type UnitServer } from './unit-server.ts'

const skip = whyNoProxies()
const ASSET = '/assets/main-1a2b.js'
/** A limit that no other test has. */
const REQUESTS_PER_MINUTE = 1_000

const folder = testFolder()
let server: UnitServer | null = null
let port: number

before(async () => {
  if (skip !== false) return
  // Servers of root drop to another user, who must get to their files.
  await chmod(folder, 0o711)
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await writeFile(join(web, 'index.html'), '<!doctype html><title>dashboard</title>')
  await writeFile(join(web, ASSET), `export const text = '${'towline '.repeat(10_000)}'`)
  const database = join(folder, 'towline.sqlite')
  await copyFixture(database)
  server = await startUnitServer(database, ['--web', web, '--rate-limit', String(REQUESTS_PER_MINUTE)])
  port = server.port
})

after(async () => {
  if (skip !== false) return
  await server?.[Symbol.asyncDispose]()
})

interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

interface Asked {
  readonly from?: string
  readonly headers?: http.OutgoingHttpHeaders
}

/** HTTP/1.1 over TLS, or in the clear, to the proxy. */
async function ask(
  proxy: RunningProxy,
  path: string,
  { from = '127.0.0.1', headers = {} }: Asked = {},
  tls = true,
): Promise<Answer> {
  const options = {
    ...{ host: '127.0.0.1', localAddress: from, path, agent: false },
    headers: { host: HOST, ...headers },
  } as const
  const request = tls
    ? https.request({ ...options, port: proxy.httpsPort, servername: HOST, ca: await readFile(proxy.caFile) })
    : http.request({ ...options, port: proxy.httpPort })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

async function statusOverHttp2(proxy: RunningProxy, path: string): Promise<unknown> {
  const session = http2.connect(`https://${HOST}`, {
    ca: await readFile(proxy.caFile),
    servername: HOST,
    // The name is not in the DNS.
    host: '127.0.0.1',
    port: proxy.httpsPort,
  })
  const stream = session.request({ ':path': path })
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  stream.resume()
  await once(stream, 'close')
  session.close()
  return headers[':status']
}

const PROXIES: readonly (readonly [name: string, start: StartProxy])[] = [
  ['Caddy', startCaddyProxy],
  ['nginx', startNginxProxy],
]

for (const [name, start] of PROXIES) {
  const inProxy = (title: string, run: (proxy: RunningProxy) => Promise<void>): void => {
    test(`behind ${name}, as deploy/ configures it, ${title}`, { skip }, async () => {
      const own = await mkdtemp(join(folder, `${name}-`))
      await chmod(own, 0o711)
      await using proxy = await start(port, own)
      await run(proxy)
    })
  }

  inProxy(
    'the dashboard is answered over TLS by HTTP/1.1 and HTTP/2, and http leads to https',
    async (proxy) => {
      const page = await ask(proxy, '/sites')
      assert.equal(page.status, 200)
      assert.match(page.body.toString(), /<title>dashboard/)
      assert.equal(page.headers['strict-transport-security'], 'max-age=31536000')
      assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
      assert.equal(await statusOverHttp2(proxy, '/api/v1/meta'), 200)
      const plain = await ask(proxy, '/sites?q=a', {}, false)
      assert.match(String(plain.status), /^30[18]$/)
      assert.match(plain.headers.location ?? '', /^https:\/\/towline\.example\.org(:\d+)?\/sites\?q=a$/)
    },
  )

  inProxy(
    'answers are compressed once, kept as long as the server says, and not sent twice',
    async (proxy) => {
      const asset = await ask(proxy, ASSET, { headers: { 'accept-encoding': 'gzip' } })
      assert.equal(asset.headers['content-encoding'], 'gzip')
      assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.ok(asset.body.length < 5_000, `${asset.body.length} bytes`)
      let [etag, status] = ['', 0]
      // The tag changes as long as the server computes comparisons.
      while (status !== 304) {
        const api = await ask(proxy, '/api/v1/campaigns', {
          headers: { 'accept-encoding': 'gzip', 'if-none-match': etag },
        })
        assert.notEqual(api.headers.etag ?? '', '')
        ;[etag, status] = [String(api.headers.etag), api.status]
        if (status === 200) await sleep(20)
      }
    },
  )

  inProxy('a client is known by its own address, whatever it claims in X-Forwarded-For', async (proxy) => {
    const [from, other] = name === 'Caddy' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5']
    const claiming = (): Asked => ({
      from,
      headers: { 'x-forwarded-for': [...randomBytes(4)].join('.') },
    })
    const left = async (asked: Asked): Promise<number> => {
      const { headers } = await ask(proxy, '/api/v1/meta', asked)
      const [, remaining] = /r=(\d+)/.exec(String(headers.ratelimit)) ?? []
      return Number(remaining)
    }
    const found = [await left(claiming()), await left(claiming()), await left(claiming())]
    assert.deepEqual(
      found,
      [1, 2, 3].map((asked) => REQUESTS_PER_MINUTE - asked),
    )
    assert.equal(await left({ from: other }), REQUESTS_PER_MINUTE - 1)
  })
}

test('behind Caddy the dashboard is answered over HTTP/3 too, which is announced', { skip }, async () => {
  const own = await mkdtemp(join(folder, 'h3-'))
  await using proxy = await startCaddyProxy(port, own)
  const { headers } = await ask(proxy, '/')
  assert.match(String(headers['alt-svc']), new RegExp(`h3=":${proxy.httpsPort}"`))
  const context = surveyContext({ caFile: proxy.caFile })
  await using connection = openHttp3(
    {
      host: HOST,
      address: '127.0.0.1',
      family: 4,
      port: proxy.httpsPort,
      scheme: 'https',
      hop: 0,
      connection: 0,
    },
    context,
  )
  const row = await connection.get('/sites')
  assert.deepEqual([row.failure, row.result?.status], [null, 200])
})
