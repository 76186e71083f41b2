import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CapturedResponse } from '../../../../lab/pages/mirror/captured-page.ts'
import { mirror } from '../../../../lab/pages/mirror/mirror.ts'
import { writeMirror } from '../../../../lab/pages/mirror/write-mirror.ts'
import { labPage } from '../../../../lab/pages/page.ts'
import { pageFiles } from '../../../../lab/pages/page-files.ts'
import { writePageFiles } from '../../../../lab/pages/write-page-files.ts'
import { RecordingError } from '../../../../record/recording-error.ts'

const DOCUMENT = response('https://site.test/start', 'text/html', '<p>')

function response(url: string, contentType: string | null = 'image/png', body = 'x'): CapturedResponse {
  return { url, contentType, body: Buffer.from(body), requestedBy: null }
}

const mirrorOf = (...responses: CapturedResponse[]) => mirror({ responses, leftOut: [], capturedAt: null })

const whyOf = (url: string, ...before: string[]): string | undefined =>
  mirrorOf(DOCUMENT, ...before.map((each) => response(each)), response(url)).leftOut.at(-1)?.why

test('what a server of files cannot give under its own name is left out, with the reason', () => {
  const same = 'another with this path, but another query, is there'
  const clash = 'its path is that of a file and of a folder'
  assert.equal(whyOf('https://site.test/a?b=1'), undefined)
  assert.equal(whyOf('https://site.test/a?b=2', 'https://site.test/a?b=1'), same)
  assert.equal(whyOf('https://cdn.test/a?b=2', 'https://site.test/a?b=1'), undefined)
  assert.equal(whyOf('https://site.test/a/', 'https://site.test/a/index.html'), same)
  assert.equal(whyOf('https://site.test/a/b', 'https://site.test/a'), clash)
  assert.equal(whyOf('https://site.test/a', 'https://site.test/a/b'), clash)
  for (const path of ['//b', '/..%2fb', '/a%2f..%2f..%2fb', '/%2e%2e%2fb', '/a%00b', '/a%5cb', '/%2fb'])
    assert.equal(whyOf(`https://site.test${path}`), 'its path is no file’s', path)
  assert.equal(whyOf('https://site.test/%ff'), 'its path cannot be decoded')
  assert.equal(whyOf(`https://site.test/${'a'.repeat(256)}`), 'its path is too long for a file')
  assert.equal(whyOf('http://site.test/b'), 'by http, the page by https')
  assert.equal(whyOf('https://site.test:8443/b'), 'on port 8443')
  assert.equal(whyOf('https://192.0.2.1/b'), 'its host is an address')
  assert.equal(whyOf('https://[2001:db8::1]/b'), 'its host is an address')
})

test('a document that cannot be served under its own name is refused', () => {
  assert.throws(() => mirrorOf(response('https://192.0.2.1/', 'text/html')), RecordingError)
  assert.throws(
    () => mirrorOf(response('https://site.test:8443/', 'text/html')),
    /cannot be the page: on port 8443/,
  )
})

test('a kind follows from the content type, and a font by its name as well', () => {
  const kinds = [
    ['https://a.test/1', 'text/CSS; charset=utf-8', 'stylesheet'],
    ['https://a.test/2', 'application/x-javascript', 'script'],
    ['https://a.test/3', 'image/svg+xml', 'image'],
    ['https://a.test/4.woff2', 'application/octet-stream', 'font'],
    ['https://a.test/5', 'application/font-woff', 'font'],
    ['https://a.test/6', 'application/json', 'fetch'],
    ['https://a.test/7', null, 'fetch'],
    ['https://a.test/8', 'text/html', 'document'],
  ] as const
  const { resources } = mirrorOf(DOCUMENT, ...kinds.map(([url, type]) => response(url, type)))
  assert.deepEqual(
    resources.slice(1).map(({ kind }) => kind),
    kinds.map(([, , kind]) => kind),
  )
})

test('a mirror that was written is a page of the lab, byte for byte, under its own names', async () => {
  await using folder = await emptyFolder()
  const responses = [
    DOCUMENT,
    response('https://cdn.test/%C3%A4/b%20c.css?v=1', 'text/css', 'p{}'),
    {
      ...response('https://site.test/f', 'font/woff2', 'font'),
      requestedBy: 'https://cdn.test/%C3%A4/b%20c.css?v=1',
    },
  ]
  const out = join(folder.path, 'clone')
  await writeMirror(out, mirrorOf(...responses), 'https://site.test/start')
  assert.deepEqual(await readdir(folder.path), ['clone'])
  const page = labPage(`mirror:${out}`, { seed: 1, thinkMs: 5 })
  assert.deepEqual(
    [page.shards, page.mirror?.url, page.mirror?.hosts],
    [2, 'https://site.test/start', ['site.test', 'cdn.test']],
  )
  assert.deepEqual(
    page.resources.map(({ path, shard, parent }) => [path, shard, parent]),
    [
      ['/start', 0, null],
      ['/%C3%A4/b%20c.css', 1, 0],
      ['/f', 0, 1],
    ],
  )
  const files = pageFiles(page, ['site.test', 'cdn.test'])
  assert.deepEqual(
    files.map(({ host, path, contentType, body, thinkMs }) => [
      host,
      path,
      contentType,
      Buffer.from(body).toString(),
      thinkMs,
    ]),
    [
      ['site.test', '/start', 'text/html', '<p>', 5],
      ['cdn.test', '/ä/b c.css', 'text/css', 'p{}', 5],
      ['site.test', '/f', 'font/woff2', 'font', 5],
    ],
  )
  await writePageFiles(join(folder.path, 'www'), files)
  assert.equal(await readFile(join(folder.path, 'www/cdn.test/ä/b c.css'), 'utf8'), 'p{}')
  assert.throws(
    () => pageFiles(page, ['site.test', 'other.test']),
    /its links say cdn.test, and the host is other.test/,
  )
  assert.throws(() => labPage(`mirror:${out}`, { seed: 1, shards: 3 }), /it has 2 shards, not 3/)
})

test('a folder with something in it is not written to', async () => {
  await using folder = await emptyFolder()
  await writeMirror(folder.path, mirrorOf(DOCUMENT), 'x')
  await assert.rejects(writeMirror(folder.path, mirrorOf(DOCUMENT), 'x'), /is not empty: name another folder/)
  await assert.rejects(writeMirror(join(folder.path, 'page.json'), mirrorOf(DOCUMENT), 'x'), /is no folder/)
})

test('a folder that holds no mirror, or a damaged one, is refused in one line', async () => {
  await using folder = await emptyFolder()
  const out = join(folder.path, 'clone')
  const refused = (message: RegExp): void =>
    assert.throws(
      () => pageFiles(labPage(`mirror:${out}`, { seed: 1 }), ['site.test']),
      (error) => error instanceof RangeError && message.test(error.message) && !error.message.includes('\n'),
    )
  refused(/there is no .*page.json: towline lab mirror makes such a folder/)
  await mkdir(out)
  refused(/there is no .*page.json/)
  await writeFile(join(out, 'page.json'), '{')
  refused(/page.json: SyntaxError/)
  await writeFile(join(out, 'page.json'), '{"format": 2}')
  refused(/page.json: format /)
  await rm(out, { recursive: true })
  await writeMirror(out, mirrorOf(DOCUMENT), 'x')
  const written = await readFile(join(out, 'page.json'), 'utf8')
  await writeFile(join(out, 'page.json'), written.replace('"/start"', '"/..%2f..%2fetc/passwd"'))
  refused(/resources.0.path/)
  await writeFile(join(out, 'page.json'), written.replace('"host": 0', '"host": 1'))
  refused(/a resource has no such host or parent/)
  await writeFile(join(out, 'page.json'), written)
  await writeFile(join(out, 'bodies/0'), 'longer')
  refused(/bodies\/0 has 6 bytes, not the 3 of page.json/)
  await rm(join(out, 'bodies/0'))
  refused(/there is no .*bodies\/0/)
})

async function emptyFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'towline-mirror-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
