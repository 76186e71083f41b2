import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import express from 'express'
import { answerErrors } from '../../../server/app/answer-errors.ts'
import { limitRate } from '../../../server/app/limit-rate.ts'
import { addReadOnly } from '../../../server/app/read-only.ts'
import { requestLog } from '../../../server/app/request-log.ts'
import { limitUnderWay } from '../../../server/http/limit-under-way.ts'
import { drain, formatAddress } from '../../../server/http/listening.ts'
import { Problem, sendProblem } from '../../../server/http/problem.ts'
import { demandPath, pathOfTarget } from '../../../server/http/request-target.ts'
import { securityHeaders } from '../../../server/http/security-headers.ts'
import { collectedLog } from './collected-log.ts'

/** An app on a port of its own, until it is disposed of. */
async function listen(app: express.Express) {
  const server = createServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: formatAddress(server), [Symbol.asyncDispose]: () => drain(server) }
}

test('a path that can only be read takes GET and HEAD, tells so, and refuses the rest', async () => {
  const app = express()
  addReadOnly(app, '/x', (_request, response) => void response.send('read'))
  app.use(answerErrors(collectedLog().log))
  await using server = await listen(app)
  const statuses = ['GET', 'HEAD', 'OPTIONS', 'POST'].map(async (method) => {
    const response = await fetch(`${server.url}/x`, { method })
    return [response.status, response.headers.get('allow')]
  })
  const allowed = 'GET, HEAD, OPTIONS'
  assert.deepEqual(await Promise.all(statuses), [
    [200, null],
    [200, null],
    [204, allowed],
    [405, allowed],
  ])
})

for (const [title, error, status, code, isLogged] of [
  ['a problem', new Problem('unavailable', 'Later.', 7), 503, 'unavailable', true],
  [
    'a request that cannot be decoded',
    Object.assign(new Error('x'), { status: 400 }),
    400,
    'bad_request',
    false,
  ],
  ['what Express does not find', Object.assign(new Error('x'), { status: 404 }), 404, 'not_found', false],
  ['a fault', new Error('secret'), 500, 'internal', true],
] as const)
  test(`${title} is answered with ${status} in words of ours`, async () => {
    const { log, lines } = collectedLog()
    const app = express()
    app.use(() => {
      throw error
    })
    app.use(answerErrors(log))
    await using server = await listen(app)
    const response = await fetch(server.url)
    const body = (await response.json()) as { error: string; message: string }
    assert.deepEqual([response.status, body.error], [status, code])
    assert.ok(!body.message.includes('secret'))
    assert.equal(lines.length > 0, isLogged)
  })

test('a problem is not stored, and says when to ask again', async () => {
  const app = express()
  app.use((_request, response) => sendProblem(response, new Problem('in_flight', 'Wait.', 3)))
  await using server = await listen(app)
  const response = await fetch(server.url)
  assert.deepEqual(
    [response.status, response.headers.get('retry-after'), response.headers.get('cache-control')],
    [409, '3', 'no-store'],
  )
})

test('the API and the pages have a limit each', async () => {
  const app = express()
  app.use(limitRate(2))
  app.use((_request, response) => void response.send('ok'))
  app.use(answerErrors(collectedLog().log))
  await using server = await listen(app)
  const statuses: number[] = []
  for (const path of ['/api/x', '/api/x', '/api/x', '/', '/'])
    statuses.push((await fetch(server.url + path)).status)
  assert.deepEqual(statuses, [200, 200, 429, 200, 200])
})

test('a request beyond those under way is refused, and taken when one has ended', async () => {
  const app = express()
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  app.use(limitUnderWay(1))
  app.get('/slow', async (_request, response) => {
    arrived.resolve()
    await held.promise
    response.send('ok')
  })
  app.get('/', (_request, response) => void response.send('ok'))
  app.use(answerErrors(collectedLog().log))
  await using server = await listen(app)
  const slow = fetch(`${server.url}/slow`)
  await arrived.promise
  assert.equal((await fetch(server.url)).status, 429)
  held.resolve()
  await (await slow).text()
  assert.equal((await fetch(server.url)).status, 200)
})

test('a log has a line for a request, without its headers', async () => {
  const { log, lines } = collectedLog()
  const app = express()
  app.use(requestLog(log))
  app.use((_request, response) => void response.send('ok'))
  await using server = await listen(app)
  await (await fetch(`${server.url}/path`, { headers: { cookie: 'secret' } })).text()
  await drainLines(lines)
  assert.match(lines[0] ?? '', /"url":"\/path"/)
  assert.doesNotMatch(lines.join(''), /secret|127\.0\.0\.1/)
})

/** The line is written when the response has been closed, which its reader may see first. */
async function drainLines(lines: readonly string[]): Promise<void> {
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve))
}

test('nothing inline and nothing from elsewhere may run on a page', async () => {
  const app = express()
  app.use(securityHeaders())
  app.use((_request, response) => void response.send('ok'))
  await using server = await listen(app)
  const { headers } = await fetch(server.url)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';script-src 'self'/)
  assert.deepEqual(
    [headers.get('x-content-type-options'), headers.get('strict-transport-security')],
    ['nosniff', null],
  )
})

for (const [target, path] of [
  ['/a?b', '/a?b'],
  ['*', '*'],
  ['http://host/a?b', '/a?b'],
  ['HTTPS://host', '/'],
  ['host:443', '*invalid'],
  ['http://[', '*invalid'],
] as const)
  test(`the target ${target} is asked for as ${path}`, () => {
    assert.equal(pathOfTarget(target), path)
  })

test('a target that is no path is refused before any route', () => {
  let refused: unknown = null
  const request = { url: '*invalid', method: 'GET' } as express.Request
  demandPath(request, {} as express.Response, (error?: unknown) => {
    refused = error
  })
  assert.ok(refused instanceof Problem && refused.code === 'bad_request')
})
