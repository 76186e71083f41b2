import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Exchange } from '../../../model/recording/exchange.ts'
import { bodyFile } from '../../../model/recording/names.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import type { RecordPageOptions } from '../../../record/live/record-page-options.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import type { KeyPair } from '../../servers/certificates.ts'
import { type HardRecorder, hardRecorder, noRecorder } from './hard-recorder.ts'
import { BROKEN, H1, H2, H3, type HardSite, SLOW_MS } from './hard-site.ts'

describe('a page recorded live', { skip: noRecorder }, () => {
  let recorder: HardRecorder
  let site: HardSite
  let folder: string
  let pair: KeyPair
  let recording: Recording
  const options = (more?: Partial<RecordPageOptions>): RecordPageOptions => recorder.options(more)

  before(async () => {
    recorder = await hardRecorder()
    ;({ site, folder, pair } = recorder)
    await recordPage(`${H2}/#part`, join(folder, 'recording'), options({ drawSeed: () => 7 }))
    recording = await verifyRecording(join(folder, 'recording'))
  })
  after(() => recorder?.[Symbol.asyncDispose]())

  const find = (method: string, url: string): Exchange[] =>
    recording.exchanges.filter((each) => each.method === method && each.url.replace(/\?_=.*/, '') === url)
  const one = (method: string, url: string): Exchange => {
    const [found, ...more] = find(method, url)
    assert.ok(found, `${method} ${url} is missing`)
    assert.deepEqual(more, [])
    return found
  }
  const stored = (exchange: Exchange): Promise<Buffer> =>
    readFile(join(folder, 'recording', bodyFile(exchange.body?.sha256 ?? '')))

  test('every body is stored as it was sent, byte for byte, under each coding and protocol', async () => {
    for (const [url, protocol, coding] of [
      [`${H2}/`, 'h2', 'gzip'],
      [`${H3}/br.js`, 'h3', 'br'],
      [`${H1}/zstd.js`, 'http/1.1', 'zstd'],
      [`${H2}/deflate`, 'h2', 'deflate'],
      [`${H1}/chunked`, 'http/1.1', null],
      [`${H2}/missing.png`, 'h2', null],
    ] as const) {
      const exchange = one('GET', url)
      const sent = site.served.find((each) => each.url === exchange.url)
      assert.deepEqual(
        [exchange.protocol, exchange.contentEncoding, exchange.failure],
        [protocol, coding, null],
        url,
      )
      assert.ok(sent?.body.equals(await stored(exchange)), url)
      assert.equal(exchange.body?.form, 'sent')
      assert.equal(exchange.body?.sentBytes, sent?.body.length)
    }
  })

  test('a body’s decoded hash is that of what the browser read', () => {
    const decoded = createHash('sha256')
      .update(Buffer.from('towline measures pages, '.repeat(9_000)))
      .digest('hex')
    assert.equal(one('GET', `${H2}/deflate`).body?.decodedSha256, decoded)
    assert.equal(one('GET', `${H1}/chunked`).body?.sha256, decoded)
    assert.equal(
      one('GET', `${H3}/br.js`).body?.decodedSha256,
      one('GET', `${H1}/zstd.js`).body?.decodedSha256,
    )
  })

  test('what was asked for is what was recorded: nothing more, and nothing less', () => {
    // The first load is the one for bodies; the browser asks for robots.txt before it.
    const pages = site.served.flatMap(({ url }, place) => (url === `${H2}/` ? [place] : []))
    const first = site.served.slice(pages[0], pages[1])
    const key = ({ method, url, status }: { method: string; url: string; status: number | null }) =>
      `${method} ${url} ${status}`
    const recorded = recording.exchanges.filter(({ status }) => status !== null).map(key)
    assert.deepEqual(recorded.toSorted(), first.map(key).toSorted())
  })

  test('redirects, preflights and revalidations are exchanges of their own', () => {
    const redirect = one('GET', `${H2}/redirect`)
    assert.deepEqual([redirect.status, redirect.redirectTo], [302, `${H2}/target.png?from=redirect`])
    assert.deepEqual(
      [redirect.body, redirect.bodyMissing],
      [null, 'browsers do not read the body of a redirect'],
    )
    assert.equal(one('GET', `${H2}/target.png?from=redirect`).redirectedFrom, redirect.id)
    const preflight = one('OPTIONS', `${H3}/preflighted`)
    assert.equal(preflight.initiator.type, 'preflight')
    assert.equal(preflight.initiator.exchange, one('PUT', `${H3}/preflighted`).id)
    const [full, revalidated] = find('GET', `${H2}/again`)
    assert.deepEqual([full?.status, full?.body?.bytes], [200, 4])
    assert.deepEqual([revalidated?.status, revalidated?.body, revalidated?.bodyMissing], [304, null, null])
  })

  test('answers without a body have none, and an empty body is one', () => {
    for (const exchange of [one('GET', `${H2}/no-content`), one('HEAD', `${H2}/head`)])
      assert.deepEqual(
        [exchange.body, exchange.bodyMissing, exchange.failure],
        [null, null, null],
        exchange.url,
      )
    assert.deepEqual(one('GET', `${H2}/empty`).body?.bytes, 0)
  })

  test('a body that the browser did not read to its end is never taken for the whole', () => {
    for (const [url, wholeBytes] of [
      [`${H1}/forbidden`, 'GET /forbidden'.length],
      [`${H1}/broken.png`, BROKEN.length],
    ] as const) {
      const { status, body, bodyMissing, failure } = one('GET', url)
      assert.equal(status, 200)
      // How far it was read is the browser's affair, and differs from run to run.
      if (body?.bytes === wholeBytes) assert.deepEqual([failure, bodyMissing], [null, null])
      else assert.equal(failure, 'net::ERR_ABORTED')
      if (body === null) assert.equal(bodyMissing, 'the browser did not read it (net::ERR_ABORTED)')
    }
  })

  test('of a request’s body only hash and length are kept, and nothing of what identifies', async () => {
    const post = one('POST', `${H2}/graphql?op=a`)
    const sha256 = createHash('sha256').update('{"query":"{a}"}').digest('hex')
    assert.deepEqual(post.requestBody, { sha256, bytes: 15 })
    assert.deepEqual(recording.removedHeaders, ['authorization', 'cookie'])
    const text = await readFile(join(folder, 'recording', 'recording.json'), 'utf8')
    assert.ok(!/Bearer|first=1; second|\{a\}/.test(text))
  })

  test('response headers stand in their order, repeated ones repeated', () => {
    const names = one('GET', `${H2}/`).responseHeaders.map(([name]) => name)
    assert.equal(names.filter((name) => name === 'set-cookie').length, 2)
    assert.ok(names.indexOf('set-cookie') < names.lastIndexOf('set-cookie'))
  })

  test('a failed request, a service worker and a WebSocket are listed as what they are', () => {
    const failed = one('GET', 'https://nowhere.pages.test/x.png')
    assert.deepEqual(
      [failed.status, failed.failure, failed.protocol],
      [null, 'net::ERR_NAME_NOT_RESOLVED', null],
    )
    assert.equal(one('GET', `${H2}/from-worker`).fromServiceWorker, true)
    assert.equal(one('GET', `${H2}/empty`).fromServiceWorker, false)
    assert.deepEqual(
      recording.notReplayed.map(({ kind, url }) => [kind, url]),
      [
        ['websocket', 'wss://h1.pages.test/socket'],
        ['serviceworker', `${H2}/worker.js`],
      ],
    )
  })

  test('nothing stands before the page', () => {
    assert.deepEqual(recording.obstacles, [])
  })

  test('each host has its address, protocol, certificate and times', () => {
    const { fingerprint256 } = new X509Certificate(pair.cert)
    const hosts = new Map(recording.hosts.map((host) => [host.host, host]))
    for (const [name, protocol] of [
      ['h1.pages.test', 'http/1.1'],
      ['h2.pages.test', 'h2'],
      ['h3.pages.test', 'h3'],
    ] as const) {
      const host = hosts.get(name)
      assert.deepEqual([host?.address, host?.protocol, host?.port], ['127.0.0.1', protocol, 443])
      assert.equal(host?.certificate?.sha256, fingerprint256.replaceAll(':', '').toLowerCase())
      assert.deepEqual(host?.certificate?.names, ['h1.pages.test', 'h2.pages.test', 'h3.pages.test'])
      assert.deepEqual(
        host?.loads.map(({ load }) => load),
        [0, 1, 2],
      )
      for (const { load, connectMs, tlsMs, roundTripMs } of host?.loads ?? []) {
        assert.ok(connectMs !== null && connectMs > 0)
        assert.equal(tlsMs === null, protocol === 'h3' && load < 2)
        assert.ok(roundTripMs !== null && roundTripMs <= connectMs)
      }
    }
    assert.equal(hosts.get('nowhere.pages.test')?.address, null)
  })

  test('a think time is the time to the first byte less the shortest round trip of its address', () => {
    const slow = one('GET', `${H2}/slow`)
    assert.equal(slow.timings.length, 3)
    const address = recording.hosts.find(({ host }) => host === 'h2.pages.test')?.address
    const shown = recording.hosts.flatMap(({ loads }) => loads.filter((each) => each.address === address))
    const roundTripMs = Math.min(...shown.flatMap((each) => each.roundTripMs ?? []))
    for (const { firstByteMs, thinkMs } of slow.timings) {
      assert.ok(firstByteMs !== null && firstByteMs >= SLOW_MS - 1, String(firstByteMs))
      assert.ok(Math.abs((thinkMs ?? Number.NaN) - (firstByteMs - roundTripMs)) < 0.01)
    }
  })

  test('an exchange is found again in the loads for times, a random query notwithstanding', () => {
    assert.deepEqual(
      recording.loads.map(({ purpose }) => purpose),
      ['bodies', 'times', 'http1'],
    )
    const byHttp1 = recording.exchanges.flatMap(({ timings }) => timings.filter(({ load }) => load === 2))
    assert.deepEqual(new Set(byHttp1.map(({ protocol }) => protocol)), new Set(['http/1.1']))
    for (const exchange of [
      one('GET', `${H2}/`),
      one('GET', `${H1}/chunked`),
      one('POST', `${H2}/graphql?op=a`),
    ]) {
      assert.deepEqual(
        exchange.timings.map(({ load }) => load),
        [0, 1, 2],
        exchange.url,
      )
      for (const { firstByteMs, thinkMs } of exchange.timings)
        assert.ok(firstByteMs !== null && thinkMs !== null && thinkMs >= 0 && thinkMs <= firstByteMs)
    }
    assert.equal(recording.document, one('GET', `${H2}/`).id)
    assert.equal(recording.pageUrl, `${H2}/`)
  })

  const TIME = /&at=\d+$/
  test('all loads draw the same random numbers, by the seed that the recording names', () => {
    assert.equal(recording.seed, 7)
    const asked = site.served.flatMap(({ url }) =>
      url.startsWith(`${H1}/chunked`) ? url.replace(TIME, '') : [],
    )
    assert.equal(asked.length, 3)
    assert.deepEqual(new Set(asked), new Set([one('GET', `${H1}/chunked`).url.replace(TIME, '')]))
    // The clock is the present's, and so the other parameter has a value of its own in each load.
    assert.deepEqual(one('GET', `${H1}/chunked`).volatile, ['at'])
    assert.deepEqual(new Set(recording.exchanges.flatMap(({ volatile }) => volatile ?? [])), new Set(['at']))
  })

  test('a page that robots.txt disallows is not loaded', async () => {
    const target = join(folder, 'private')
    await assert.rejects(recordPage(`${H2}/private?token=1`, target, options()), (error) => {
      assert.ok(error instanceof RecordingError && error.exitCode === 69)
      assert.equal(error.message, `${H2}/private was not recorded: its robots.txt does not allow it`)
      return true
    })
    assert.ok(!site.served.some(({ url }) => url.startsWith(`${H2}/private`)))
  })
  test('a page whose document is an error is not recorded, and asked for once', async () => {
    const target = join(folder, 'error')
    await assert.rejects(recordPage(`${H2}/missing.png?error`, target, options()), (error) => {
      assert.ok(error instanceof RecordingError && error.exitCode === 69)
      assert.equal(error.message, `${H2}/missing.png was not recorded: its document has status 404`)
      return true
    })
    assert.equal(site.served.filter(({ url }) => url === `${H2}/missing.png?error`).length, 1)
  })
})
