import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { bodyFile } from '../../../model/recording/names.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordHar } from '../../../record/import/record-har.ts'
import { RecordingError } from '../../../record/recording-error.ts'

let folder: string
let recordings = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-har-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const header = (name: string, value: string) => ({ name, value })

function entry(url: string, more: Record<string, unknown> = {}, response: Record<string, unknown> = {}) {
  return {
    pageref: 'page_1',
    startedDateTime: '2026-11-22T12:00:00.000Z',
    serverIPAddress: '192.0.2.1',
    connection: '7',
    request: {
      method: 'GET',
      url,
      httpVersion: 'h2',
      headers: [header(':path', '/'), header('Cookie', 'a=b')],
    },
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'h2',
      headers: [header('content-type', 'text/html; charset=utf-8')],
      redirectURL: '',
      bodySize: 9,
      content: { size: 6, mimeType: 'text/html', text: 'héllo' },
      ...response,
    },
    timings: { blocked: 1, dns: 2, connect: 30, ssl: 20, send: 0, wait: 110, receive: 5 },
    ...more,
  }
}

async function recorded(entries: unknown[]) {
  const file = join(folder, 'page.har')
  await writeFile(
    file,
    `\ufeff${JSON.stringify({ log: { browser: { name: 'Chrome', version: '1' }, entries } })}`,
  )
  const target = join(folder, `recording-${recordings++}`)
  await recordHar(file, target, 'test')
  return { recording: await verifyRecording(target), target }
}

const refused = (file: string, exitCode: number, message: RegExp): Promise<void> =>
  assert.rejects(recordHar(file, join(folder, 'none'), 'test'), (error) => {
    assert.ok(error instanceof RecordingError, String(error))
    assert.match(error.message, message)
    assert.equal(error.exitCode, exitCode)
    return true
  })

test('a name that was sent twice, which Chromium puts into one entry, is twice there', async () => {
  const { recording } = await recorded([
    entry('https://a.test/', {}, { headers: [header('set-cookie', 'a=1\nb=2'), header('x-one', 'c')] }),
  ])
  assert.deepEqual(recording.exchanges[0]?.responseHeaders, [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-one', 'c'],
  ])
})

test('an entry becomes an exchange, with its host and its times', async () => {
  const { recording } = await recorded([
    entry('https://a.test/#x'),
    entry('https://a.test/next', {
      startedDateTime: '2026-11-22T12:00:00.250Z',
      timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 15, receive: 1 },
      _initiator: { type: 'parser', url: 'https://a.test/' },
    }),
  ])
  const [first, next] = recording.exchanges
  assert.deepEqual([first?.url, first?.protocol, first?.requestHeaders], ['https://a.test/', 'h2', []])
  assert.deepEqual(recording.removedHeaders, ['cookie'])
  assert.deepEqual(next?.initiator, { type: 'parser', exchange: 0 })
  // TCP's handshake took 10 ms, TLS 20 of the connection's 30.
  assert.deepEqual(
    recording.exchanges.map(({ timings: [timing] }) => [
      timing?.startedMs,
      timing?.firstByteMs,
      timing?.thinkMs,
    ]),
    [
      [0, 110, 100],
      [250, 15, 5],
    ],
  )
  assert.deepEqual(recording.hosts, [
    {
      scheme: 'https',
      host: 'a.test',
      port: 443,
      address: '192.0.2.1',
      protocol: 'h2',
      certificate: null,
      loads: [
        {
          load: 0,
          address: '192.0.2.1',
          protocol: 'h2',
          connections: 1,
          dnsMs: 2,
          connectMs: 30,
          tlsMs: 20,
          roundTripMs: 10,
        },
      ],
    },
  ])
  assert.deepEqual(
    [recording.document, recording.browser, recording.source.file],
    [0, 'Chrome 1', 'page.har'],
  )
})

test('a body is what the HAR has of it: decoded, or as sent where nothing was coded', async () => {
  const gzip = [header('Content-Encoding', 'gzip')]
  const base64 = { size: 3, text: Buffer.from([1, 2, 255]).toString('base64'), encoding: 'base64' }
  const { recording, target } = await recorded([
    entry('https://a.test/text'),
    entry('https://a.test/coded', {}, { headers: gzip, bodySize: 40, content: base64 }),
    entry('https://a.test/binary', {}, { headers: [], content: base64 }),
    entry('https://a.test/latin', {}, { headers: [header('content-type', 'text/css; charset=ISO-8859-1')] }),
    entry('https://a.test/big5', {}, { headers: [header('content-type', 'text/css; charset=big5')] }),
    entry('https://a.test/none', {}, { content: { size: 100 } }),
    entry('https://a.test/empty', {}, { bodySize: 0, content: { size: 0 } }),
    entry('https://a.test/204', {}, { status: 204, content: { size: 0 } }),
  ])
  const facts = recording.exchanges.map(({ url, body, bodyMissing }) => [
    url.slice(15),
    body?.form ?? null,
    body?.sentBytes ?? null,
    body?.decodedBytes ?? null,
    bodyMissing,
  ])
  assert.deepEqual(facts, [
    ['text', 'decoded', 9, 6, null],
    ['coded', 'decoded', 40, 3, null],
    ['binary', 'sent', 3, 3, null],
    ['latin', 'decoded', 9, 5, null],
    // Its characters are there, the bytes that they were sent as are not.
    ['big5', 'decoded', 9, null, null],
    ['none', null, null, null, 'the HAR has no body of it'],
    ['empty', 'sent', 0, 0, null],
    ['204', null, null, null, null],
  ])
  const binary = recording.exchanges[2]?.body?.sha256 ?? ''
  assert.deepEqual(await readFile(join(target, bodyFile(binary))), Buffer.from([1, 2, 255]))
})

test('a redirect leads to the document, and a POST keeps the hash of its body alone', async () => {
  const { recording } = await recorded([
    entry('https://a.test', {}, { status: 302, redirectURL: '/home', content: { size: 0 } }),
    entry('https://a.test/home'),
    entry('https://a.test/api', {
      request: { method: 'POST', url: 'https://a.test/api', headers: [], postData: { text: 'secret' } },
    }),
  ])
  assert.deepEqual([recording.pageUrl, recording.document], ['https://a.test/', 1])
  assert.deepEqual(
    [recording.exchanges[0]?.redirectTo, recording.exchanges[1]?.redirectedFrom],
    ['https://a.test/home', 0],
  )
  assert.equal(recording.exchanges[2]?.requestBody?.bytes, 6)
  assert.ok(!JSON.stringify(recording).includes('secret'))
})

test('what did not go over the network, or belongs to another page, is left out', async () => {
  const { recording } = await recorded([
    entry('https://a.test/'),
    entry('data:text/css,a'),
    entry('https://a.test/cached', { _fromCache: 'memory' }),
    entry('https://b.test/', { pageref: 'page_2' }),
  ])
  assert.equal(recording.exchanges.length, 1)
  assert.deepEqual(recording.leftOut, [
    { url: 'https://a.test/cached', why: 'from a cache' },
    { url: 'https://b.test/', why: 'of another page of the HAR' },
  ])
})

test('the page is the document that the file declares, not what was asked for before it', async () => {
  const before: Readonly<Record<string, unknown>> = {
    ocsp: entry(
      'http://ocsp.test/',
      { request: { method: 'POST', url: 'http://ocsp.test/', headers: [] } },
      { content: { size: 1, mimeType: 'application/ocsp-response', text: 'x' } },
    ),
    beacon: entry(
      'https://old.test/beacon',
      { request: { method: 'POST', url: 'https://old.test/beacon', headers: [] } },
      { status: 204 },
    ),
    delete: entry('https://old.test/item', {
      request: { method: 'DELETE', url: 'https://old.test/item', headers: [] },
    }),
  }
  const page = {
    startedDateTime: '2026-11-22T12:00:00.040Z',
    request: { method: 'GET', url: 'https://a.test/', headers: [header('Sec-Fetch-Dest', 'document')] },
  }
  for (const [what, first] of Object.entries(before)) {
    const { recording } = await recorded([first, entry('https://a.test/', page)])
    assert.deepEqual([recording.pageUrl, recording.document], ['https://a.test/', 0], what)
    assert.deepEqual(
      [recording.exchanges.length, recording.leftOut.length, recording.loads[0]?.startedAt],
      [1, 1, page.startedDateTime],
      what,
    )
  }
})

test('a HAR whose page is missing, or came from a cache, is refused in one line', async () => {
  const file = join(folder, 'no-page.har')
  const image = entry('https://a.test/a.png', {}, { content: { size: 1, mimeType: 'image/png', text: 'x' } })
  for (const [entries, message] of [
    [[image], /none of its requests is for a page$/],
    [[entry('https://a.test/', { _fromCache: 'disk' }), image], /https:\/\/a\.test\/ came from a cache$/],
  ] as const) {
    await writeFile(file, JSON.stringify({ log: { entries } }))
    await refused(file, 65, message)
  }
})

test('the server’s port in `connection` names no connection', async () => {
  const { recording } = await recorded([
    entry('https://a.test/', { connection: '443', _connectionId: '11' }),
    entry('https://a.test/1', { connection: '443', _connectionId: '12' }),
    entry('https://a.test/2', { connection: '443', _connectionId: '0' }),
    entry('http://a.test/3', { connection: '80' }),
    entry('https://a.test:8443/4', { connection: '8443' }),
    entry('https://a.test/5', { connection: '8443' }, { headers: [header('alt-svc', 'h3=":8443"')] }),
    entry('https://a.test/6', { connection: '80' }),
  ])
  assert.deepEqual(
    recording.exchanges.map(({ timings }) => timings[0]?.connection),
    ['11', '12', null, null, null, null, '80'],
  )
  assert.equal(recording.hosts[0]?.loads[0]?.connections, 3)
})

test('a HAR without bodies, one that is cut off, and what is none are refused in one line each', async () => {
  const file = join(folder, 'other.har')
  const without = { log: { entries: [entry('https://a.test/', {}, { content: { size: 6 } })] } }
  for (const [text, exitCode, message] of [
    [JSON.stringify(without), 69, /it has no bodies: save it with content$/],
    [JSON.stringify(without).slice(0, -9), 65, /no JSON$/],
    ['{}', 65, /no HAR: it has no list of entries$/],
    ['{"log":{"entries":[]}}', 65, /none of its requests is for a page$/],
  ] as const) {
    await writeFile(file, text)
    await refused(file, exitCode, message)
  }
  await refused(join(folder, 'absent.har'), 66, /cannot be read \(ENOENT\)$/)
  assert.ok(!existsSync(join(folder, 'none')))
})

test('a size that is no whole number is unknown', async () => {
  const { recording } = await recorded([entry('https://a.test/', {}, { bodySize: 0.5 })])
  assert.equal(recording.exchanges[0]?.body?.sentBytes, null)
})

test('any HAR gives a recording that verifies, or one line', async () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(undefined), fc.double())
  const odd = fc.record({
    timings: fc.dictionary(fc.constantFrom('wait', 'connect', 'ssl', 'receive'), scalar),
  })
  const answer = fc.dictionary(
    fc.constantFrom('status', 'headers', 'content', 'httpVersion', 'redirectURL', 'bodySize', 'statusText'),
    fc.oneof(
      scalar,
      fc.array(fc.record({ name: fc.string(), value: fc.string() })),
      fc.record({ text: fc.string() }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.webUrl(), odd, answer, async (url, more, response) => {
      try {
        const { target } = await recorded([entry(url), entry(url, more, response)])
        await rm(target, { recursive: true })
      } catch (error) {
        assert.ok(error instanceof RecordingError, String((error as Error).stack))
      }
    }),
    { numRuns: 60 },
  )
})

/** Beside the project, where somebody has put it. */
const CORPUS = join(import.meta.dirname, '../../../../shared/corpora/har')
test('HARs of many makers give recordings, or one line', {
  skip: !existsSync(CORPUS) && 'the corpus is not there',
}, async () => {
  const made: string[] = []
  for (const file of globSync(`${CORPUS}/**/*.{har,json}`)) {
    const target = join(folder, `corpus-${made.length}`)
    try {
      await recordHar(file, target, 'test')
    } catch (error) {
      assert.ok(error instanceof RecordingError && !error.message.includes('\n'), `${file}: ${error}`)
      continue
    }
    const { exchanges, document } = await verifyRecording(target)
    assert.ok(exchanges.length > 0 && document !== null, file)
    made.push(basename(file))
  }
  for (const name of ['cnn.har', 'chrome_enorm-magazin.de.har', 'domains__run.sitespeed.io.har'])
    assert.ok(made.includes(name), name)
})
