import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import tls from 'node:tls'
import { siteFacts } from '../../../../crawler/survey/facts/site-facts.ts'
import type { AskedPage } from '../../../../crawler/survey/http/asked-page.ts'
import { visit } from '../../../../crawler/survey/visit/visit.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { hurried, surveyContext } from '../../../servers/survey-context.ts'
import { type Answer, html, startWeb } from '../../../servers/web.ts'

let authority: Authority
let pair: KeyPair
before(() => {
  authority = makeAuthority()
  pair = authority.leaf({ altNames: 'DNS:localhost' })
})

/** Visits a page of a server on a free port; with what it was asked for, in order. */
async function visited(answer: Answer, { path = '/', keys }: { path?: string; keys?: KeyPair }) {
  await using web = await startWeb(answer, keys)
  const page: AskedPage = {
    scheme: keys === undefined ? 'http' : 'https',
    host: 'localhost',
    port: web.port,
    path: path.replace('PORT', String(web.port)),
  }
  const context = surveyContext({
    timeouts: hurried('quicHandshakeMs'),
    families: new Set([4] as const),
    secureContext: tls.createSecureContext({ ca: authority.ca }),
  })
  const rows = await visit('localhost', context, {
    operations: new Set(['dns', 'tcp', 'tls', 'http1', 'http2', 'http3'] as const),
    robotsToken: 'towline',
    optedOut: () => false,
    maxConnections: 7,
    holdAddress: () => Promise.resolve({ [Symbol.dispose]() {} }),
    page,
  })
  const port = web.port
  return { rows, facts: siteFacts('localhost', rows, page), asked: web.requests.map(({ url }) => url), port }
}

test('a page is asked for at its port, with its path and query, under each protocol', async () => {
  const path = '/shop?item=1'
  const { rows, facts, asked, port } = await visited((_, response) => html(response, 'shop'), {
    path,
    keys: pair,
  })
  assert.deepEqual(asked, ['/robots.txt', path, path])
  assert.deepEqual([facts.finalOrigin, facts.status], [`https://localhost:${port}`, 200])
  assert.deepEqual([facts.h1, facts.h2, facts.h3, facts.h3ClaimedDns], [true, true, false, null])
  const http3 = rows.find(({ operation }) => operation === 'http3')
  assert.deepEqual([http3?.port, http3?.path, http3?.failure], [port, '/shop?1', 'quic_unanswered'])
  assert.ok(
    rows.every((row) => row.port === null || row.port === port),
    'no other port',
  )
})

test('a page in clear text is asked for as it was named, and speaks nothing else', async () => {
  const { facts, asked, port } = await visited((_, response) => html(response, 'shop'), { path: '/shop' })
  assert.deepEqual(asked, ['/robots.txt', '/shop'])
  assert.deepEqual(
    [facts.finalOrigin, facts.http, facts.h1, facts.h2, facts.h3],
    [`http://localhost:${port}`, true, false, false, false],
  )
})

test('a redirect at the port of the page is followed', async () => {
  const { facts, asked } = await visited(
    (request, response) => {
      if (request.url !== '/old') return html(response, 'new')
      response.statusCode = 301
      response.setHeader('location', `https://${request.headers.host ?? request.headers[':authority']}/new`)
      response.end()
    },
    { path: '/old', keys: pair },
  )
  assert.deepEqual(asked.slice(0, 3), ['/robots.txt', '/old', '/new'])
  assert.deepEqual([facts.reachable, facts.failure, facts.status], [true, null, 200])
})

test('robots.txt is asked about the page, not about the home page', async () => {
  const answer: Answer = (request, response) =>
    request.url === '/robots.txt'
      ? response.end('User-agent: *\nDisallow: /\nAllow: /shop')
      : html(response, 'shop')
  const allowed = await visited(answer, { path: '/shop', keys: pair })
  assert.equal(allowed.facts.reachable, true)
  const denied = await visited(answer, { path: '/cart?a=1', keys: pair })
  assert.deepEqual([denied.facts.failure, denied.asked], ['robots_disallowed', ['/robots.txt']])
})
