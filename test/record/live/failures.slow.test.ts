import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { atMostBytesOf } from '../../../crawler/process/group-memory.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import type { RecordPageOptions } from '../../../record/live/record-page-options.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { html, startWeb, type Web } from '../../servers/web.ts'
import { testFolder } from '../../test-folder.ts'
import { recordOptions } from './record-options.ts'

const folder = testFolder()
before(async () => {
  process.env.TMPDIR = join(folder, 'tmp')
  await mkdir(process.env.TMPDIR)
})

const HEADERS_LIMIT_MS = 4_000

const OPTIONS = recordOptions({
  robotsToken: 'towline',
  limits: { headersLimitMs: HEADERS_LIMIT_MS, loadLimitMs: 2 * HEADERS_LIMIT_MS },
})

type Answer = Parameters<typeof startWeb>[0]

/** A server with a robots.txt that allows everything, unless it is asked for one of its own. */
function startSite(answer: Answer, ownRobots = false): Promise<Web> {
  return startWeb((request, response) => {
    if (request.url !== '/robots.txt' || ownRobots) return answer(request, response)
    response.setHeader('content-type', 'text/plain')
    response.end('User-agent: *\nAllow: /\n')
  })
}

async function failureOf(url: string, more: Partial<RecordPageOptions> = {}): Promise<string> {
  const target = join(folder, 'refused')
  const error = await recordPage(url, target, { ...OPTIONS, ...more }).then(
    () => assert.fail('it was recorded'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof RecordingError && error.exitCode === 69, String(error))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name !== 'tmp'),
    [],
  )
  return error.message.replace(/^.* was not recorded: /, '')
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
  assert.equal(await failureOf(`${web.origin}/`), 'http_body_timeout')
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

test('a redirect to a host that must be left alone is not followed', { skip: noBrowser }, async () => {
  await using web = await startSite((_, response) => {
    response.statusCode = 302
    response.setHeader('location', 'http://there.test/page')
    response.end()
  })
  const whyNot = async ({ hostname }: URL) => (hostname === 'there.test' ? 'it is left alone' : null)
  assert.equal(await failureOf(`${web.origin}/`, { whyNot }), 'it is left alone')
})

test('an address that must not be talked to ends the load, whatever the look-up said', {
  skip: noBrowser,
}, async () => {
  await using web = await startSite((_, response) => html(response, '<p>'))
  const refused = (address: string): boolean => address === '127.0.0.1'
  assert.match(await failureOf(`${web.origin}/`, { refused, robotsToken: null }), /^address_refused/)
})

test('a user’s name and password are in no file and no message', { skip: noBrowser }, async () => {
  await using web = await startSite((_, response) => html(response, '<p>'))
  const url = `http://user:hidden@site.test:${new URL(web.origin).port}/page?token=a#part`
  const browser = { ...OPTIONS.browser, switches: ['--host-resolver-rules=MAP site.test 127.0.0.1'] }
  const target = join(folder, 'recording')
  const { pageUrl } = await recordPage(url, target, { ...OPTIONS, browser })
  assert.match(pageUrl, /^http:\/\/site\.test:\d+\/page\?token=a$/)
  assert.doesNotMatch(await readFile(join(target, 'recording.json'), 'utf8'), /hidden|user:/)
  await rm(target, { recursive: true })
  const why = recordPage(url, target, { ...OPTIONS, browser, whyNot: async () => 'it is left alone' })
  await assert.rejects(why, /^NotRecorded: http:\/\/site\.test:\d+\/page was not recorded: it is left alone$/)
})

test('who stops it gets no recording, and no browser is left', { skip: noBrowser }, async () => {
  const stop = new AbortController()
  // It is asked for the page, and never answers.
  await using web = await startSite(() => stop.abort(new Error('stopped here')))
  const stopped = recordPage(`${web.origin}/`, join(folder, 'stopped'), { ...OPTIONS, signal: stop.signal })
  await assert.rejects(stopped, /stopped here/)
  assert.deepEqual(await readdir(folder), ['tmp'])
  assert.deepEqual(await readdir(join(folder, 'tmp')), [])
})

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const LAST_BLOCK = Buffer.from([3, 0])

/** Blanks that decode to so many megabytes; they are a two-hundredth of it. One is compressed, and repeated. */
function bombOf(megabytes: number): Buffer {
  const blanks = Buffer.alloc(1_000_000, ' ')
  const piece = deflateRawSync(blanks, { level: 1, finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array.from({ length: megabytes }, () => piece)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(pieces.reduce((sum) => crc32(blanks, sum), 0))
  end.writeUInt32LE(megabytes * blanks.length, 4)
  return Buffer.concat([GZIP_HEAD, ...pieces, LAST_BLOCK, end])
}

function answerGzip(response: Parameters<Answer>[1], contentType: string, body: Buffer): void {
  response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-type', contentType)
  response.end(body)
}

test('a body that decodes to more than a page may have ends the load, within bounded memory', {
  skip: process.platform === 'linux' ? noBrowser : 'only Linux tells a process’s memory',
}, async (t) => {
  const [gigabyte, some] = [bombOf(1_100), bombOf(30)]
  await using web = await startSite((request, response) => {
    if (request.url === '/document') answerGzip(response, 'text/html', gigabyte)
    else answerGzip(response, 'text/javascript', some)
  })
  let peakBytes = 0
  const programBefore = process.memoryUsage.rss()
  let programPeak = programBefore
  const looking = setInterval(() => {
    peakBytes = Math.max(peakBytes, atMostBytesOf(descendantsOf(process.pid).map(String)))
    programPeak = Math.max(programPeak, process.memoryUsage.rss())
  }, 250)
  t.after(() => clearInterval(looking))
  assert.match(await failureOf(`${web.origin}/document`), /^page_too_big \(/)
  t.diagnostic(`browser ${peakBytes}, program ${programPeak - programBefore} bytes more`)
  assert.ok(peakBytes > 100_000_000 && peakBytes < 1_100_000_000, `${peakBytes} bytes`)
  // It gets none of such a body.
  assert.ok(programPeak - programBefore < 200_000_000, `${programPeak - programBefore} bytes`)
  const tooMuch = bombOf(200)
  await using robots = await startSite((_, response) => answerGzip(response, 'text/plain', tooMuch), true)
  const limits = { headersLimitMs: 60_000, loadLimitMs: 60_000 }
  assert.match(
    await failureOf(`${robots.origin}/`, { limits }),
    /^its robots\.txt cannot be had \(page_too_big \(its bodies took/,
  )
})

test('a guarded browser sends a private address nothing', { skip: noBrowser }, async () => {
  await using web = await startSite((_, response) => html(response, '<p>'))
  await failureOf(`${web.origin}/`, { robotsToken: null, browser: { ...OPTIONS.browser, guarded: true } })
  assert.deepEqual([web.connections, web.requests], [0, []])
})
