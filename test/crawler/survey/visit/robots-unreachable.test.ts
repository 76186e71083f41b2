import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { before, test } from 'node:test'
import tls from 'node:tls'
import { confirmHttp1, confirmHttp3 } from '../../../../crawler/survey/visit/confirm.ts'
import { concludeRobots, visitCleartext, visitHttps } from '../../../../crawler/survey/visit/origin.ts'
import { visitHttp3 } from '../../../../crawler/survey/visit/origin-http3.ts'
import { newVisitState, type VisitState } from '../../../../crawler/survey/visit/visit-state.ts'
import type { DnsResult, OperationRow } from '../../../../model/operation.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { hurried, surveyContext } from '../../../servers/survey-context.ts'
import { html, startWeb, type WebResponse } from '../../../servers/web.ts'
import { dnsRow } from './visit-rows.ts'

let authority: Authority
let pair: KeyPair
before(async () => {
  authority = makeAuthority()
  pair = authority.leaf({ altNames: 'DNS:site.test' })
})

/** What becomes of the request for robots.txt; the page is answered whoever asks. */
const FAULTS: Readonly<Record<string, (response: WebResponse) => void>> = {
  'is never answered': () => {},
  'closes the connection': (response) => void (response as ServerResponse).destroy(),
  'breaks off': (response) => {
    response.setHeader('content-length', '1000')
    ;(response as ServerResponse).write('User-agent: *\n', () => (response as ServerResponse).destroy())
  },
}

function visitState(): VisitState {
  const context = surveyContext({
    timeouts: hurried('httpHeadersMs', 'quicHandshakeMs'),
    secureContext: tls.createSecureContext({ ca: authority.ca }),
  })
  const state = newVisitState(context, {
    operations: new Set(['dns', 'tcp', 'tls', 'http1', 'http2', 'http3'] as const),
    robotsToken: 'towline',
    optedOut: () => false,
    maxConnections: 7,
    holdAddress: () => Promise.resolve({ [Symbol.dispose]() {} }),
  })
  state.resolved.set('site.test', dnsRow('site.test', { a: ['127.0.0.1'] }) as OperationRow<DnsResult>)
  return state
}

for (const [what, fault] of Object.entries(FAULTS)) {
  const startSite = (keys?: KeyPair) =>
    startWeb((request, response) => {
      if (request.url === '/robots.txt') fault(response)
      else html(response, '<title>site</title>')
    }, keys)

  test(`a robots.txt that ${what}, over HTTP/2 and HTTP/1.1, disallows the page: it is not asked for`, async () => {
    await using web = await startSite(pair)
    const state = visitState()
    const origin = { scheme: 'https', host: 'site.test', port: web.port } as const
    const seen = await visitHttp3(state, await visitHttps(state, origin, 0, '/'), '/')
    concludeRobots(state, seen, '/')
    await confirmHttp1(state, seen)
    await confirmHttp3(state, seen)
    assert.equal(seen.stop, 'robots_unreachable')
    assert.deepEqual(
      web.requests.map(({ url }) => url),
      ['/robots.txt', '/robots.txt'],
      'what the server was asked for, once a protocol',
    )
    assert.deepEqual(
      state.rows.filter(({ path }) => path === '/').map(({ failure, durationMs }) => [failure, durationMs]),
      [['robots_unreachable', null]],
    )
  })

  test(`a robots.txt in clear text that ${what} disallows the page there`, async () => {
    await using web = await startSite()
    const state = visitState()
    const origin = { scheme: 'http', host: 'site.test', port: web.port } as const
    const seen = await visitCleartext(state, origin, 0, '/')
    assert.equal(seen.stop, 'robots_unreachable')
    assert.deepEqual(
      web.requests.map(({ url }) => url),
      ['/robots.txt'],
    )
    assert.equal(state.rows.at(-1)?.failure, 'robots_unreachable')
  })
}
