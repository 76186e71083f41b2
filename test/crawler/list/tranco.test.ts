import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { zipSync } from 'fflate'
import { type List, ListError, openList } from '../../../crawler/list/open-list.ts'
import { temporaryFolder } from './temporary-folder.ts'

const signal = new AbortController().signal
const CSV = '1,google.com\n2,example.org\n'

interface Tranco {
  readonly url: string
  readonly requests: string[]
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void

/** A server that answers as Tranco's API does, but for what a test makes it do. */
async function tranco(t: TestContext, routes: Record<string, Answer> = {}): Promise<Tranco> {
  const requests: string[] = []
  const about =
    (id: string): Answer =>
    (_, response, url) =>
      response.end(
        JSON.stringify({
          list_id: id,
          available: true,
          failed: false,
          download: `${url}/download/${id}/1000000`,
        }),
      )
  const known: Record<string, Answer> = {
    '/api/lists/date/latest': about('N3W1'),
    '/api/lists/date/20260801': about('5648N'),
    '/api/lists/id/6P7X': about('6P7X'),
    '/download/N3W1/1000000': (_, response) => response.end(CSV),
    '/download/5648N/1000000': (_, response) => response.end(CSV),
    '/download/6P7X/1000000': (_, response) => response.end(CSV),
    ...routes,
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const answer = known[path]
    if (answer) answer(request, response, url)
    else response.writeHead(404).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  t.after(close)
  return { url, requests, close }
}

type Choice = { newest: true } | { id: string } | { date: string }

const open = (choice: Choice, cacheDir: string, trancoUrl: string): Promise<List> =>
  openList({ tranco: choice }, { cacheDir, signal, trancoUrl })

async function refusal(promise: Promise<unknown>, code: string, exitCode: number): Promise<string> {
  const error = await promise.then(
    () => assert.fail('the list was opened'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ListError, String(error))
  assert.deepEqual([error.code, error.exitCode], [code, exitCode], error.message)
  assert.ok(!error.message.includes('\n'))
  return error.message
}

test('asks for the newest list, the list of a day and a list by its id', async (t) => {
  const cache = await temporaryFolder(t)
  const { url, requests } = await tranco(t)
  for (const [choice, id] of [
    [{ newest: true }, 'N3W1'],
    [{ date: '2026-08-01' }, '5648N'],
    [{ date: '20260801' }, '5648N'],
    [{ id: '6p7x' }, '6P7X'],
  ] as const) {
    const list = await open(choice, cache, url)
    assert.equal(list.trancoId, id)
    assert.equal(list.source, `tranco:${id}`)
    assert.equal(list.size, 2)
    assert.deepEqual(list.warnings, [])
    assert.equal((await readFile(join(cache, `tranco-${id}.csv.sha256`), 'utf8')).slice(0, 64), list.sha256)
  }
  assert.equal(
    requests.filter((path) => path.startsWith('/download/5648N')).length,
    1,
    'the second time from the cache',
  )
  assert.deepEqual(
    (await readdir(cache)).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('a cached list asked for by its id needs no network', async (t) => {
  const cache = await temporaryFolder(t)
  const server = await tranco(t)
  const online = await open({ id: '6P7X' }, cache, server.url)
  await server.close()
  const offline = await open({ id: '6P7X' }, cache, server.url)
  assert.deepEqual([offline.sha256, offline.size, offline.warnings], [online.sha256, 2, []])
})

test('a cached list that was changed is fetched again, with a warning', async (t) => {
  const cache = await temporaryFolder(t)
  const server = await tranco(t)
  const { sha256 } = await open({ id: '6P7X' }, cache, server.url)
  await writeFile(join(cache, 'tranco-6P7X.csv'), '1,changed.com\n')
  const again = await open({ id: '6P7X' }, cache, server.url)
  assert.equal(again.sha256, sha256)
  assert.match(again.warnings.join(), /tranco-6P7X\.csv is not what its \.sha256 says/)
  await writeFile(join(cache, 'tranco-6P7X.csv'), '1,changed.com\n')
  await server.close()
  await refusal(open({ id: '6P7X' }, cache, server.url), 'offline', 69)
})

test('without a network one line says so and names the ways out', async (t) => {
  const cache = await temporaryFolder(t)
  const server = await tranco(t)
  await open({ id: '6P7X' }, cache, server.url)
  await server.close()
  const message = await refusal(open({ newest: true }, cache, server.url), 'offline', 69)
  assert.match(message, /--sandbox/)
  assert.match(message, /--list/)
  assert.match(message, /--tranco-id with a cached list \(6P7X\)/)
  const bare = await refusal(open({ newest: true }, join(cache, 'none'), server.url), 'offline', 69)
  assert.match(bare, /ECONNREFUSED/)
  assert.doesNotMatch(bare, /tranco-id/)
})

test('a list that Tranco does not have is missing, one that is not ready or an answer that is none is offline', async (t) => {
  const cache = await temporaryFolder(t)
  const { url } = await tranco(t, {
    '/api/lists/id/WAIT': (_, response) =>
      response.writeHead(200).end('{"list_id":"WAIT","available":false}'),
    '/api/lists/id/HTML': (_, response) => response.end('<html>sign in to this network</html>'),
    '/api/lists/id/PATH': (_, response) => response.end('{"list_id":"../../etc","available":true}'),
    '/api/lists/id/OTHER': (_, response) => response.end('{"list_id":"6P7X","available":true}'),
    '/api/lists/id/BUSY': (_, response) => response.writeHead(429).end('slow down'),
  })
  await refusal(open({ id: 'NONE' }, cache, url), 'missing', 66)
  await refusal(open({ date: '1999-01-01' }, cache, url), 'missing', 66)
  assert.match(await refusal(open({ id: 'WAIT' }, cache, url), 'offline', 69), /not ready/)
  assert.match(await refusal(open({ id: 'HTML' }, cache, url), 'offline', 69), /not JSON/)
  assert.match(await refusal(open({ id: 'PATH' }, cache, url), 'offline', 69), /names no list/)
  assert.match(await refusal(open({ id: 'OTHER' }, cache, url), 'offline', 69), /answered about 6P7X/)
  assert.match(await refusal(open({ id: 'BUSY' }, cache, url), 'offline', 69), /429/)
})

test('a download that breaks off, or is no list, is not kept', async (t) => {
  const cache = await temporaryFolder(t)
  const broken: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 })
    response.write(CSV, () => response.destroy())
  }
  const server = await tranco(t, { '/download/6P7X/1000000': broken })
  assert.match(await refusal(open({ id: '6P7X' }, cache, server.url), 'offline', 69), /cannot be reached/)
  assert.deepEqual(await readdir(cache), [])

  const page = await tranco(t, { '/download/6P7X/1000000': (_, response) => response.end('<html></html>') })
  const message = await refusal(open({ id: '6P7X' }, cache, page.url), 'unreadable', 65)
  assert.ok(message.startsWith(`${page.url}/download/6P7X/1000000: is an HTML page`), message)
  assert.deepEqual(await readdir(cache), [])
})

test('takes a list that comes as a zip', async (t) => {
  const { url } = await tranco(t, {
    '/download/6P7X/1000000': (_, response) => response.end(zipSync({ 'top-1m.csv': Buffer.from(CSV) })),
  })
  assert.equal((await open({ id: '6P7X' }, await temporaryFolder(t), url)).size, 2)
})

test('an id or a date that cannot be one is the fault of the command line, and no path', async (t) => {
  const { url, requests } = await tranco(t)
  for (const choice of [{ id: '../x' }, { id: '' }, { date: '2026-13-01' }, { date: 'yesterday' }]) {
    await refusal(open(choice, await temporaryFolder(t), url), 'usage', 64)
  }
  assert.deepEqual(requests, [])
})

test('a stop during the download is a stop, not a network failure', async (t) => {
  const stop = new AbortController()
  const cacheDir = await temporaryFolder(t)
  const { url } = await tranco(t, {
    '/download/6P7X/1000000': (_, response) => {
      response.write(CSV)
      stop.abort(new Error('stopped by the user'))
    },
  })
  const opening = openList({ tranco: { id: '6P7X' } }, { cacheDir, signal: stop.signal, trancoUrl: url })
  await assert.rejects(opening, (error) => error === stop.signal.reason)
  assert.deepEqual(await readdir(cacheDir), [])
})
