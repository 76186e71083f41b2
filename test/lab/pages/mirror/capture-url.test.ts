import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type CaptureUrlOptions, captureUrl } from '../../../../lab/pages/mirror/capture-url.ts'
import { mirror } from '../../../../lab/pages/mirror/mirror.ts'
import { writeMirror } from '../../../../lab/pages/mirror/write-mirror.ts'
import { labPage } from '../../../../lab/pages/page.ts'
import { pageFiles } from '../../../../lab/pages/page-files.ts'
import type { PageFile } from '../../../../lab/pages/shape/page-file.ts'
import { requestPolicy } from '../../../../record/live/request-policy.ts'
import { RecordingError } from '../../../../record/recording-error.ts'
import {
  atPort,
  browserFolders,
  load,
  noBrowser,
  openTestBrowser,
} from '../../../crawler/probe/browser/probe-browser.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { startWeb, type Web } from '../../../servers/web.ts'
import { HOSTS, serveFiles } from '../served-page.ts'

const [HOME = ''] = HOSTS
const URL_OF_PAGE = `https://${HOME}/`

let authority: Authority
let pair: KeyPair
let folder: string
let caFile: string

before(async () => {
  authority = await makeAuthority()
  pair = await authority.leaf({ altNames: HOSTS.map((host) => `DNS:${host}`).join(',') })
  folder = await mkdtemp(join(tmpdir(), 'towline-capture-'))
  caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  // Its browsers' folders are there: other tests have theirs in the machine's.
  process.env.TMPDIR = join(folder, 'tmp')
  await mkdir(process.env.TMPDIR)
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await authority[Symbol.asyncDispose]()
})

const optionsFor = (web: Web, more: Partial<CaptureUrlOptions> = {}): CaptureUrlOptions => ({
  whyNot: async () => null,
  refused: () => false,
  robotsToken: 'towline',
  userAgentSuffix: ' towline/test',
  caFile,
  switches: atPort(web.port),
  signal: AbortSignal.timeout(30_000),
  ...more,
})

const text = (path: string, contentType: string, body: string): PageFile => {
  return { host: HOME, path, contentType, body: Buffer.from(body), thinkMs: 0 }
}

const refused = (work: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof RecordingError && error.exitCode === 69, String(error))
    assert.match(error.message, message)
    return true
  })

test('a page is mirrored byte for byte, with its hosts and its tree, and loads in the lab as it did before', {
  skip: noBrowser,
}, async () => {
  const page = labPage('modern', { seed: 2 })
  const files = pageFiles(page, HOSTS)
  await using web = await serveFiles(files, pair)
  const labMirror = mirror(await captureUrl(URL_OF_PAGE, optionsFor(web)))
  assert.deepEqual(labMirror.leftOut, [])
  assert.deepEqual(labMirror.hosts.toSorted(), HOSTS.slice(0, 3))
  const placeOf = (host: string | undefined, path: string | undefined) => `${host}${path}`
  const bodies = new Map(files.map(({ host, path, body }) => [placeOf(host, path), Buffer.from(body)]))
  const parents = new Map(
    page.resources.map(({ shard, path, parent }) => {
      const asker = parent === null ? undefined : page.resources[parent]
      return [placeOf(HOSTS[shard], path), asker && placeOf(HOSTS[asker.shard], asker.path)]
    }),
  )
  assert.equal(labMirror.resources.length, 70)
  for (const { host, path, kind, body, parent } of labMirror.resources) {
    const storedFile = placeOf(labMirror.hosts[host], path)
    assert.deepEqual(Buffer.from(body), bodies.get(storedFile))
    const asker = parent === null ? undefined : labMirror.resources[parent]
    // What fetched data name is inserted by the script that fetched them.
    const expected = asker && placeOf(labMirror.hosts[asker.host], asker.path)
    if (!parents.get(storedFile)?.endsWith('.json'))
      assert.equal(expected, parents.get(storedFile), `${kind} ${storedFile}`)
  }
  // robots.txt of the page's own host, once, and every resource once.
  assert.equal(web.requests.filter(({ url }) => url === '/robots.txt').length, 1)
  assert.equal(web.requests.length, 71)
  for (const { headers } of web.requests)
    assert.match(String(headers['user-agent']), /Chrome\/\d.* towline\/test$/)

  const out = join(folder, 'clone')
  await writeMirror(out, labMirror, URL_OF_PAGE)
  const clone = labPage(`mirror:${out}`, { seed: 1 })
  await using again = await serveFiles(pageFiles(clone, labMirror.hosts), pair)
  await using browser = await openTestBrowser({ caFile, switches: atPort(again.port) })
  const it = await load(browser, clone.mirror?.url ?? '')
  assert.equal(it.failure, null)
  assert.deepEqual(
    [it.requests.length, new Set(it.requests.map(({ status }) => status))],
    [70, new Set([200])],
  )
})

test('a path that robots.txt disallows is not asked for, nor a page whose robots.txt fails', {
  skip: noBrowser,
}, async () => {
  const robots = text('/robots.txt', 'text/plain', 'User-agent: towline\nDisallow: /private\n')
  const pages = ['/private/a', '/public'].map((path) => text(path, 'text/html', '<p>'))
  await using web = await serveFiles([robots, ...pages], pair)
  await refused(
    captureUrl(`${URL_OF_PAGE}private/a`, optionsFor(web)),
    /was not mirrored: its robots.txt does not allow it/,
  )
  assert.deepEqual(
    web.requests.map(({ url }) => url),
    ['/robots.txt'],
  )
  assert.equal((await captureUrl(`${URL_OF_PAGE}public`, optionsFor(web))).responses.length, 1)
  const all = await captureUrl(`${URL_OF_PAGE}private/a`, optionsFor(web, { robotsToken: null }))
  assert.equal(all.responses[0]?.url, `${URL_OF_PAGE}private/a`)
})

test('a host that must be left alone is not asked, and the page goes without what it has', {
  skip: noBrowser,
}, async () => {
  const page = labPage('objects-6x200', { seed: 1, shards: 2 })
  await using web = await serveFiles(pageFiles(page, HOSTS), pair)
  const policy = requestPolicy({
    resolver: {
      servers: [],
      resolve: async (name) => ({
        answers: name === HOSTS[1] ? [{ type: 'A', name, ttlS: 1, data: '10.0.0.1' }] : [],
        failure: null,
        detail: null,
      }),
      async [Symbol.asyncDispose]() {},
    },
    allows: (address) => address !== '10.0.0.1',
    optedOut: (host) => host === HOSTS[2],
    signal: AbortSignal.timeout(30_000),
  })
  const { responses, leftOut } = await captureUrl(URL_OF_PAGE, optionsFor(web, { whyNot: policy }))
  assert.equal(responses.length, 4)
  assert.deepEqual(
    new Set(leftOut.map(({ why }) => why)),
    new Set(['its address 10.0.0.1 is not to be talked to']),
  )
  assert.equal(leftOut.length, 3)
  assert.ok(web.requests.every(({ headers }) => (headers[':authority'] ?? headers.host) !== HOSTS[1]))
  const optedOut = captureUrl(`https://${HOSTS[2]}/`, optionsFor(web, { whyNot: policy }))
  await refused(optedOut, /its host is on the opt-out list/)
})

test('a redirect to a host that must be left alone is not followed', { skip: noBrowser }, async () => {
  await using web = await startWeb((_, response) => {
    response.statusCode = 302
    response.setHeader('location', `https://${HOSTS[3]}/there`)
    response.end()
  }, pair)
  const whyNot = async ({ hostname }: URL) => (hostname === HOSTS[3] ? 'it is left alone' : null)
  await refused(
    captureUrl(URL_OF_PAGE, optionsFor(web, { whyNot, robotsToken: null })),
    /was not mirrored: it is left alone/,
  )
  assert.equal(web.requests.length, 1)
})

test('an address that must not be talked to ends the load, whatever the look-up said', {
  skip: noBrowser,
}, async () => {
  await using web = await serveFiles([text('/', 'text/html', '<p>')], pair)
  const rebound = optionsFor(web, { refused: (address) => address === '127.0.0.1', robotsToken: null })
  await refused(captureUrl(URL_OF_PAGE, rebound), /was not mirrored: address_refused/)
})

test('a page that fails is not mirrored, for the reason that it failed for, and no browser is left', {
  skip: noBrowser,
}, async () => {
  const before = await browserFolders()
  await using web = await serveFiles([text('/image', 'image/png', 'x')], pair)
  await refused(captureUrl(URL_OF_PAGE, optionsFor(web)), /was not mirrored: its document has status 404/)
  await refused(
    captureUrl('https://nowhere.invalid/', optionsFor(web, { robotsToken: null })),
    /was not mirrored: page_dns/,
  )
  const stop = new AbortController()
  // It is asked for the page, and never answers.
  await using silent = await startWeb(() => stop.abort(new Error('stopped here')), pair)
  const stopped = captureUrl(URL_OF_PAGE, optionsFor(silent, { signal: stop.signal, robotsToken: null }))
  await assert.rejects(stopped, /stopped here/)
  assert.equal(silent.requests.length, 1)
  assert.deepEqual(await browserFolders(), before)
})
