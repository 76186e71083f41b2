import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { gzipped, warcRecordsOf } from '../../record/import/warc-file.ts'
import { testFolder } from '../../test-folder.ts'
import { argv, towline, towlineHere } from '../towline.ts'

const folder = testFolder()

const har = (text: string | undefined): string => {
  const content = { size: 3, mimeType: 'text/html', text }
  const response = { status: 200, statusText: 'OK', httpVersion: 'h2', headers: [], content, bodySize: 3 }
  return JSON.stringify({
    log: { entries: [{ request: { method: 'GET', url: 'https://a.test/', headers: [] }, response }] },
  })
}

test('a HAR and a WARC become recordings, and the command says what is in them', async (t) => {
  const harFile = join(folder, 'page.har')
  await writeFile(harFile, har('<p>'))
  const out = join(folder, 'deep', 'har')
  const first = await towlineHere(t, ['record', harFile, '--out', out])
  assert.deepEqual(first, {
    code: 0,
    stdout: `1 exchanges, 1 bodies (0 kB), 1 hosts at 0 addresses\nrecorded to ${out}\n`,
    stderr: '',
  })
  assert.equal((await verifyRecording(out)).source.kind, 'har')
  const packed = join(folder, 'page.har.gz')
  await writeFile(packed, gzipSync(har('<p>')))
  const unpacked = join(folder, 'unpacked')
  assert.equal((await towlineHere(t, ['record', packed, '--out', unpacked])).code, 0)
  const { source, exchanges } = await verifyRecording(unpacked)
  assert.deepEqual(source, { kind: 'har', file: 'page.har.gz' })
  assert.deepEqual(exchanges, (await verifyRecording(out)).exchanges)
  const warcFile = join(folder, 'page.warc.gz')
  const html = { 'Content-Type': 'text/html' }
  const pages = ['https://a.test/', 'https://b.test/'].map((url) => ({ url, headers: html, body: '<p>' }))
  await writeFile(warcFile, gzipped(warcRecordsOf(pages)))
  const second = join(folder, 'warc')
  await towlineHere(t, ['record', warcFile, '--out', second, '--page', 'https://b.test/'])
  assert.equal((await verifyRecording(second)).pageUrl, 'https://b.test/')
  assert.deepEqual((await readdir(join(folder, 'deep'))).toSorted(), ['har'])
})

test('what cannot be recorded is refused in one line, with the exit code of its kind', async (t) => {
  const inFolder = async (name: string, text: string | Buffer): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const without = await inFolder('without.har', har(undefined))
  const cut = await inFolder('cut.har', har('<p>').slice(0, -5))
  const packed = gzipSync(har('<p>'))
  const cutHar = await inFolder('cut.har.gz', packed.subarray(0, packed.length - 9))
  const damaged = await inFolder('damaged.har.gz', Buffer.from(packed).fill(0xff, 12, 20))
  const warc = gzipped(warcRecordsOf([{ url: 'https://a.test/', body: 'x'.repeat(500) }]))
  const cutWarc = await inFolder('cut.warc.gz', warc.subarray(0, warc.length - 30))
  const out = join(folder, 'none')
  for (const [code, message, ...args] of [
    [69, /without\.har: it has no bodies: save it with content$/, without],
    [65, /cut\.har: no JSON$/, cut],
    [65, /cut\.har\.gz: the file is cut off$/, cutHar],
    [65, /damaged\.har\.gz: it is packed by gzip, and damaged$/, damaged],
    [65, /cut\.warc\.gz: the file is cut off/, cutWarc],
    [66, /absent\.har cannot be read \(ENOENT\)$/, join(folder, 'absent.har')],
    [64, /ftp:\/\/a\.test\/: no URL of a page/, 'ftp://user:word@a.test/'],
    [64, /--page is for WARC files$/, without, '--page', 'https://a.test/'],
    [64, /--sandbox is for URLs/, without, '--sandbox'],
    [64, /--link needs --sandbox$/, 'https://a.test/', '--link', 'rtt=10ms'],
    [64, /must be 2 or more/, 'https://a.test/', '--loads', '1'],
    [64, /at most 5, but for hosts below \.test/, 'https://a.example/', '--loads', '6'],
    [64, /1 to 100/, 'https://a.test/', '--loads', '101'],
    [64, /say what to record: a URL, a HAR or WARC file, or --from-survey latest$/],
    [64, /give a source or --from-survey, not both$/, without, '--from-survey', 'latest'],
    [64, /--resume is for --from-survey$/, without, '--resume'],
    [
      66,
      /there is no database .*none\.sqlite yet/,
      '--from-survey',
      'latest',
      '--database',
      join(folder, 'none.sqlite'),
    ],
  ] as const) {
    const { stderr, ...ended } = await towlineHere(t, ['record', ...args, '--out', out])
    assert.deepEqual(ended, { code, stdout: '' }, stderr)
    const [line = '', ...more] = stderr.trimEnd().split('\n')
    assert.match(line, message)
    assert.ok(
      more.every((each) => each === '(see --help)'),
      stderr,
    )
  }
  assert.ok(!existsSync(out))
  const { code, stderr } = await towlineHere(t, ['record', without, '--out', folder])
  assert.deepEqual([code, /is not empty: name another folder, or remove it/.test(stderr)], [65, true])
})

test('a page of one’s own network is recorded live', { skip: noBrowser }, async (t) => {
  const asked: string[] = []
  const url = await servePage(t, async ({ url, headers }) => {
    asked.push(`${url} ${/ towline\/\S+$/.test(headers['user-agent'] ?? '')}`)
  })
  const out = join(folder, 'live')
  const args = ['--out', out, '--loads', '2', '--pause', '1ms', '--allow-address', '127.0.0.0/8']
  const { code, stdout, stderr } = await towlineHere(t, ['record', url, ...args])
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    /^1 exchanges, 1 bodies \(0 kB\), 1 hosts at 1 addresses\npage load time: median \d+ ms, n = 1\n/,
  )
  assert.match(stderr, /^load for bodies: 1 requests, \d+ ms\nload 1 for times: 1 requests, \d+ ms\n$/)
  // robots.txt once, then the page twice; each says who asks.
  assert.deepEqual(asked, ['/robots.txt true', '/ true', '/ true'])
  assert.equal((await verifyRecording(out)).pageUrl, url)
  const refused = await towlineHere(
    t,
    argv`record ${url} --out ${join(folder, 'refused')} --loads 2 --pause 1ms`,
  )
  assert.notEqual(refused.code, 0)
  assert.equal(asked.length, 3)
})

test('of two commands that record to one folder the second is refused', { skip: noBrowser }, async (t) => {
  const [asked, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let pages = 0
  const url = await servePage(t, async (request) => {
    if (request.url !== '/') return
    pages += 1
    asked.resolve()
    await isOver.promise
  })
  const out = join(folder, 'shared')
  const args = [url, '--out', out, '--loads', '2', '--pause', '1ms', '--allow-address', '127.0.0.0/8']
  const first = towline(['record', ...args], { cwd: folder })
  // It has the folder before it asks for the page.
  await Promise.race([asked.promise, first])
  const second = await towline(['record', ...args], { cwd: folder })
  assert.equal(second.code, 75, second.stderr)
  assert.match(second.stderr, /another towline records to this folder/)
  assert.equal(pages, 1)
  isOver.resolve()
  const { code, stderr } = await first
  assert.equal(code, 0, stderr)
  assert.equal((await verifyRecording(out)).pageUrl, url)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.includes('shared')),
    ['shared'],
  )
})

/** A page on loopback, and its URL; `onRequest` holds the answer back. */
async function servePage(
  t: TestContext,
  onRequest: (request: IncomingMessage) => Promise<void>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    await onRequest(request)
    if (request.url !== '/') response.statusCode = 404
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><link rel=icon href=data:,>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
