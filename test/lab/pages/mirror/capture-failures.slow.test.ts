import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createGzip } from 'node:zlib'
import { atMostBytesOf } from '../../../../crawler/process/group-memory.ts'
import { type CaptureUrlOptions, captureUrl } from '../../../../lab/pages/mirror/capture-url.ts'
import { mirror } from '../../../../lab/pages/mirror/mirror.ts'
import { recordedPageUrl } from '../../../../lab/pages/mirror/recorded-page-url.ts'
import { writeMirror } from '../../../../lab/pages/mirror/write-mirror.ts'
import { RecordingError } from '../../../../record/recording-error.ts'
import { noBrowser } from '../../../crawler/probe/browser/probe-browser.ts'
import { descendantsOf } from '../../../servers/descendants.ts'
import { html, startWeb, type Web } from '../../../servers/web.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-capture-failures-'))
  process.env.TMPDIR = join(folder, 'tmp')
  await mkdir(process.env.TMPDIR)
})
after(async () => await rm(folder, { recursive: true, force: true }))

const HEADERS_LIMIT_MS = 4_000

const options: CaptureUrlOptions = {
  whyNot: async () => null,
  refused: () => false,
  robotsToken: 'towline',
  userAgentSuffix: ' towline/test',
  limits: { headersLimitMs: HEADERS_LIMIT_MS },
  signal: AbortSignal.timeout(120_000),
}

type Answer = Parameters<typeof startWeb>[0]

/** A server with a robots.txt that allows everything, unless it is asked for one of its own. */
function startSite(answer: Answer, ownRobots = false): Promise<Web> {
  return startWeb((request, response) => {
    if (request.url !== '/robots.txt' || ownRobots) return answer(request, response)
    response.setHeader('content-type', 'text/plain')
    response.end('User-agent: *\nAllow: /\n')
  })
}

async function failureOf(url: string): Promise<string> {
  const error = await captureUrl(url, options).then(
    () => assert.fail('it was mirrored'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof RecordingError && error.exitCode === 69, String(error))
  return error.message.replace(/^.* was not mirrored: /, '')
}

const toSocket = (request: Parameters<Answer>[0]) => (request as IncomingMessage).socket

test('a page whose server never answers is named so', { skip: noBrowser }, async () => {
  await using web = await startSite(() => {})
  assert.equal(
    await failureOf(`${web.origin}/`),
    `http_timeout (no response headers within ${HEADERS_LIMIT_MS} ms: the request was sent)`,
  )
})

test('a page whose response does not end is named so, not one without response headers', {
  skip: noBrowser,
}, async () => {
  await using web = await startSite((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write('<p>and then nothing')
  })
  assert.equal(
    await failureOf(`${web.origin}/`),
    'http_body_timeout (its response, with status 200, did not end)',
  )
})

test('a page whose connection ends in the middle of its body is named so', { skip: noBrowser }, async () => {
  await using web = await startSite((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-length', '1000')
    response.write('<p>', () => toSocket(request).destroy())
  })
  assert.match(await failureOf(`${web.origin}/`), /^http_truncated \(net::ERR_CONTENT_LENGTH_MISMATCH\)/)
})

test('a robots.txt that never comes is the reason, not a connection that was there', {
  skip: noBrowser,
}, async () => {
  await using web = await startSite((request, response) => {
    if (request.url === '/') html(response, '<p>')
  }, true)
  assert.equal(await failureOf(`${web.origin}/`), 'its robots.txt cannot be had (http_timeout)')
  assert.deepEqual(
    web.requests.map(({ url }) => url),
    ['/robots.txt'],
  )
  // Nor where it is of a host that the page redirects to.
  await using from = await startSite((_, response) => {
    response.statusCode = 302
    response.setHeader('location', `${web.origin}/`)
    response.end()
  })
  assert.equal(await failureOf(`${from.origin}/`), 'its robots.txt cannot be had (http_timeout)')
})

test('user names, passwords and queries of a page and its resources are in no file and no message', {
  skip: noBrowser,
}, async () => {
  await using web = await startSite((request, response) => {
    if (request.url?.startsWith('/page'))
      html(response, '<img src="/a.png?key=hidden2"><img src="/b.png?key=hidden3">')
    else {
      response.statusCode = request.url?.startsWith('/a.png') ? 200 : 404
      response.setHeader('content-type', 'image/png')
      response.end('x')
    }
  })
  const url = `http://user:hidden0@site.test:${new URL(web.origin).port}/page?token=hidden1#hidden4`
  const switches = ['--host-resolver-rules=MAP site.test 127.0.0.1']
  const captured = await captureUrl(url, { ...options, switches })
  // The lab serves no ports: as if it had come from the usual one.
  const atUsualPort = (text: string): string => text.replace(/:\d+\//, '/')
  const labMirror = mirror({
    ...captured,
    responses: captured.responses.map((each) => ({ ...each, url: atUsualPort(each.url) })),
  })
  const out = join(folder, 'clone')
  await writeMirror(out, labMirror, recordedPageUrl(url))
  const page = await readFile(join(out, 'page.json'), 'utf8')
  assert.doesNotMatch(page, /hidden|user|token|key/)
  const { url: recorded, resources, leftOut } = JSON.parse(page)
  assert.equal(recorded, 'http://site.test/page')
  assert.deepEqual(
    resources.map(({ path }: { path: string }) => path),
    ['/page', '/a.png'],
  )
  assert.deepEqual(
    leftOut.map((each: { url: string }) => new URL(each.url).pathname),
    ['/b.png'],
  )
  const refused = captureUrl(url, { ...options, switches, whyNot: async () => 'it is left alone' })
  await assert.rejects(refused, (error: Error) => {
    assert.match(error.message, /^http:\/\/site\.test:\d+\/page was not mirrored: it is left alone$/)
    return true
  })
})

/** Blanks that decode to so many megabytes; they are a thousandth of it. */
function bombOf(megabytes: number): Promise<Buffer> {
  const blanks = Buffer.alloc(1_000_000, ' ')
  return buffer(Readable.from(Array.from({ length: megabytes }, () => blanks)).pipe(createGzip({ level: 1 })))
}

function answerGzip(response: Parameters<Answer>[1], contentType: string, body: Buffer): void {
  response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-type', contentType)
  response.end(body)
}

test('a body that decodes to more than a page may have ends the capture, within bounded memory', {
  skip: process.platform === 'linux' ? noBrowser : 'only Linux tells a process’s memory',
}, async (t) => {
  const [gigabyte, some] = [await bombOf(1_100), await bombOf(30)]
  await using web = await startSite((request, response) => {
    if (request.url === '/two') html(response, '<script src="/a.js"></script><script src="/b.js"></script>')
    else if (request.url === '/document') answerGzip(response, 'text/html', gigabyte)
    else answerGzip(response, 'text/javascript', some)
  })
  let peakBytes = 0
  const programBefore = process.memoryUsage.rss()
  let programPeak = programBefore
  const looking = setInterval(() => {
    peakBytes = Math.max(peakBytes, atMostBytesOf(descendantsOf(process.pid).map(String)))
    programPeak = Math.max(programPeak, process.memoryUsage.rss())
  }, 50)
  t.after(() => clearInterval(looking))
  assert.match(
    await failureOf(`${web.origin}/document`),
    /^page_too_big \(its bodies took \d+ bytes of the browser's memory, more than 600000000\)$/,
  )
  t.diagnostic(`browser ${peakBytes}, program ${programPeak - programBefore} bytes more`)
  assert.ok(peakBytes > 100_000_000 && peakBytes < 1_100_000_000, `${peakBytes} bytes`)
  // It gets none of such a body.
  assert.ok(programPeak - programBefore < 200_000_000, `${programPeak - programBefore} bytes`)
  // Neither of these is too big, both together are.
  assert.equal(
    await failureOf(`${web.origin}/two`),
    'page_too_big (its bodies decode to more than 50000000 bytes)',
  )
  await using robots = await startSite((_, response) => answerGzip(response, 'text/plain', gigabyte), true)
  assert.match(
    await failureOf(`${robots.origin}/`),
    /^its robots\.txt cannot be had \(page_too_big \(its bodies took/,
  )
})

test('a guarded browser sends a private address nothing', { skip: noBrowser }, async () => {
  await using web = await startSite((_, response) => html(response, '<p>'))
  await assert.rejects(
    captureUrl(`${web.origin}/`, { ...options, robotsToken: null, guarded: true }),
    RecordingError,
  )
  assert.deepEqual([web.connections, web.requests], [0, []])
})
