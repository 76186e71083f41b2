import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { CONTENT_TYPE_BY_EXTENSION } from '../../../lab/origin/content-types.ts'
import { SERVERS, type ServerName } from '../../../lab/origin/servers.ts'
import { askHttp3, GETS, openHttp2 } from './get.ts'
import {
  ADDRESSES,
  makeOriginFiles,
  type OriginFiles,
  type RunningServer,
  startServer,
  whyNoServer,
} from './running-server.ts'

const BIG = randomBytes(700_000)
const FILES = {
  'a.test/': '<!doctype html><title>a</title>',
  'a.test/deep/er/': '<!doctype html><title>deeper</title>',
  'a.test/a b.css': 'a { color: red }',
  'a.test/big.png': BIG,
  'b.test/': '<!doctype html><title>b</title>',
  'b.test/1.js': 'let b = 1',
  'b.test/empty.json': '',
  'b.test/f.ttf': randomBytes(12_345),
  'b.test/no-end': 'what is this?',
}

/** Tests that a server hands out files, over all that it speaks, as every server of the lab does. */
export function testServing(name: ServerName): void {
  const { title, protocols, streams } = SERVERS[name]
  describe(title, async () => {
    const skip = await whyNoServer(name)
    let served: OriginFiles
    let server: RunningServer
    before(async () => {
      served = await makeOriginFiles(FILES)
      if (!skip)
        server = await startServer(
          served,
          served.order(name, { cacheControl: 'max-age=60', altSvc: protocols.includes('h3') }),
        )
    })
    after(async () => {
      await server?.[Symbol.asyncDispose]()
      await served[Symbol.asyncDispose]()
    })
    const questionFor = (host: 'a.test' | 'b.test', path: string) => {
      const address = host === 'a.test' ? ADDRESSES.a : ADDRESSES.b
      return { address, host, path, caFile: served.caFile }
    }

    for (const protocol of ['clear', ...protocols] as const) {
      const get = GETS[protocol]

      test(`${title}, ${protocol}: every file comes byte for byte, with its length and type, from its own host`, {
        skip,
      }, async () => {
        for (const [file, content] of Object.entries(FILES)) {
          const [host, path] = [file.slice(0, 6) as 'a.test' | 'b.test', file.slice(6)]
          const { status, headers, body } = await get(questionFor(host, path.replaceAll(' ', '%20')))
          assert.equal(status, 200, file)
          assert.ok(body.equals(Buffer.from(content)), `${file}: ${body.length} bytes`)
          assert.equal(headers['content-length'], String(body.length))
          assert.equal(headers['content-encoding'], undefined)
          assert.equal(headers['cache-control'], 'max-age=60')
          const end = path.endsWith('/') ? 'html' : (path.split('.')[1] ?? '')
          if (end in CONTENT_TYPE_BY_EXTENSION)
            assert.equal(headers['content-type'], CONTENT_TYPE_BY_EXTENSION[end], file)
        }
      })

      test(`${title}, ${protocol}: a file or a host that is not there is 404, also one of another address`, {
        skip,
      }, async () => {
        const stranger = { ...questionFor('a.test', '/'), address: ADDRESSES.b }
        assert.equal((await get(questionFor('a.test', '/1.js'))).status, 404, 'of the other host')
        assert.equal((await get(questionFor('b.test', '/big.png'))).status, 404, 'of the other host')
        assert.equal((await get(stranger)).status, 404, 'of the other address')
      })

      test(`${title}, ${protocol}: h3 is advertised once where it is asked for, over TLS and QUIC`, {
        skip,
      }, async () => {
        const advertised = (await get(questionFor('a.test', '/'))).headers['alt-svc']
        if (!protocols.includes('h3') || protocol === 'clear') assert.equal(advertised, undefined)
        else assert.match(advertised ?? '', /^h3=":8443"; ma=\d+$/)
      })
    }

    test(`${title}: a HEAD has the headers of its GET and no body`, { skip }, async () => {
      for (const protocol of ['clear', 'http/1.1', 'h2'] as const) {
        const { status, headers, body } = await GETS[protocol]({
          ...questionFor('a.test', '/big.png'),
          method: 'HEAD',
        })
        assert.deepEqual([status, headers['content-length'], body.length], [200, String(BIG.length), 0])
      }
    })

    test(`${title}: where nothing is set a client may open as many streams as the table says`, {
      skip,
    }, async () => {
      const session = await openHttp2(questionFor('a.test', '/'))
      const h2 = session.remoteSettings.maxConcurrentStreams
      session.destroy()
      const h3 = protocols.includes('h3')
        ? { h3: (await askHttp3(questionFor('a.test', '/'))).transport.initial_max_streams_bidi }
        : {}
      assert.deepEqual({ h2, ...h3 }, streams)
    })
  })
}
