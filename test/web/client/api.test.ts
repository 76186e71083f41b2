import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ApiError, apiUrl, createApi, dataLinks } from '../../../web/client/api.ts'

test('data links are the API’s own addresses, CSV by its format', () => {
  assert.equal(apiUrl('/ranking', { metric: 'plt_ms', campaign: null }), '/api/v1/ranking?metric=plt_ms')
  assert.deepEqual(dataLinks('/sites', { q: 'a&b' }), {
    json: '/api/v1/sites?q=a%26b',
    csv: '/api/v1/sites?q=a%26b&format=csv',
  })
  assert.equal(dataLinks('/lab/runs', {}, false).csv, null)
})

test('in a static export an answer is its file', () => {
  assert.equal(
    apiUrl('/ranking', { metric: 'plt_ms', campaign: null }, true),
    '/api/v1/ranking/metric=plt_ms.json',
  )
})

test('an answer is asked for once, and one that is still being computed again', async (t) => {
  let asked = 0
  const served = await serve((_, response) => {
    asked++
    response.writeHead(asked === 1 ? 202 : 200).end(JSON.stringify({ asked }))
  })
  t.after(served.close)
  const api = createApi(new Map(), new AbortController().signal, served.origin)
  const answers = [
    await api.get('labRuns', '/lab/runs'),
    await api.get('labRuns', '/lab/runs'),
    await api.get('labRuns', '/lab/runs'),
  ]
  assert.deepEqual(answers, [{ asked: 1 }, { asked: 2 }, { asked: 2 }])
})

test('a refusal is an error with the server’s own sentence', async (t) => {
  const served = await serve((_, response) => {
    response.writeHead(404).end('{"error":"not_found","message":"There is no such site."}')
  })
  t.after(served.close)
  await assert.rejects(
    createApi(new Map(), new AbortController().signal, served.origin).get('site', '/sites/a.test'),
    (error) =>
      error instanceof ApiError && error.status === 404 && error.message === 'There is no such site.',
  )
})

test('what is not JSON and a server that is not there are errors in words', async (t) => {
  const served = await serve((_, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'))
  t.after(served.close)
  const signal = new AbortController().signal
  await assert.rejects(
    createApi(new Map(), signal, served.origin).get('meta', '/meta'),
    /answered 502 with something/,
  )
  await served.close()
  await assert.rejects(
    createApi(new Map(), signal, served.origin).get('meta', '/meta'),
    (error) => error instanceof ApiError && error.status === null,
  )
})

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((done) => (server.listening ? server.close(() => done()) : done()))
  return { origin: `http://127.0.0.1:${port}`, close }
}
