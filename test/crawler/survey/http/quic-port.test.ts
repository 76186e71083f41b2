import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { mayTryQuic } from '../../../../crawler/survey/http/quic-port.ts'
import type { Resolver } from '../../../../crawler/survey/operation/resolver.ts'
import { confirmHttp3 } from '../../../../crawler/survey/visit/confirm.ts'
import { newVisitState, type OriginVisit } from '../../../../crawler/survey/visit/visit-state.ts'
import type { DnsResult, HttpsRecord, OperationRow } from '../../../../model/operation.ts'
import { endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'
import { dnsRow, httpRow } from '../visit/visit-rows.ts'

test('another port than 443 is tried on the own host alone, and a bad port nowhere', () => {
  const tries = (host: string | null, port: number): boolean => mayTryQuic({ host, port }, 'site.test')
  for (const host of [null, 'site.test']) {
    for (const port of [443, 80, 8443, 4433, 65_535]) assert.equal(tries(host, port), true, `${port}`)
    for (const port of [0, 22, 53, 123, 161, 5060, 6667, 10_080]) assert.equal(tries(host, port), false)
  }
  assert.equal(tries('victim.test', 443), true)
  for (const port of [53, 80, 8443]) assert.equal(tries('victim.test', port), false)
})

/** On this port of the loopback no service may be asked: one of those that browsers block. */
const BAD_PORT = 6697

async function listen(address: string, port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(port, address)
  await once(socket, 'listening')
  return socket
}

/**
 * Asks the site at 127.0.0.1 for HTTP/3, where `victim.test` is at 127.0.0.2 and another service of the site on a port of
 * its own. Returns who was sent packets.
 */
async function asked(
  altSvc: (servicePort: number) => string,
  https: Partial<HttpsRecord>[],
): Promise<'site' | 'service' | 'trap'> {
  const site = await listen('127.0.0.1', 0)
  const service = await listen('127.0.0.1', 0)
  const traps = [await listen('127.0.0.1', BAD_PORT), await listen('127.0.0.2', BAD_PORT)]
  traps.push(await listen('127.0.0.2', 8443))
  const heard = new Set<'site' | 'service' | 'trap'>()
  site.on('message', () => heard.add('site'))
  service.on('message', () => heard.add('service'))
  for (const trap of traps) trap.on('message', () => heard.add('trap'))
  const { port } = site.address()
  const resolver: Resolver = {
    servers: [],
    resolve: async (name, type) => ({
      answers: type === 'A' ? [{ name, type, ttlS: 60, data: '127.0.0.2' }] : [],
      failure: null,
      detail: null,
    }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const records = https.map((record) => ({ priority: 1, target: '.', alpn: ['h3'], port: null, ...record }))
  const dns = dnsRow('site.test', { a: ['127.0.0.1'], https: records as HttpsRecord[] })
  const state = newVisitState(surveyContext({ resolver, timeouts: hurried('quicHandshakeMs') }), {
    operations: new Set(['http3'] as const),
    robotsToken: null,
    optedOut: () => false,
    maxConnections: 7,
    holdAddress: () => Promise.resolve({ [Symbol.dispose]() {} }),
  })
  state.resolved.set('site.test', dns as OperationRow<DnsResult>)
  const origin = { scheme: 'https', host: 'site.test', port } as const
  const answer = httpRow('http1', `https://site.test:${port}/`, {
    headers: { 'alt-svc': altSvc(service.address().port) },
  })
  const last: OriginVisit = { origin, hop: 0, answer, endpoint: endpoint(port), stop: null }
  await confirmHttp3(state, last)
  for (const socket of [site, service, ...traps]) socket.close()
  assert.deepEqual(state.rows.map(({ operation, failure }) => [operation, failure]).at(-1), [
    'http3',
    'quic_unanswered',
  ])
  const [only, ...more] = heard
  assert.ok(only !== undefined && more.length === 0, [...heard].join(' '))
  return only
}

test('Alt-Svc and HTTPS records send no packet to a bad port or to another port of a stranger', async () => {
  assert.equal(await asked(() => `h3="victim.test:${BAD_PORT}"`, []), 'site')
  assert.equal(await asked(() => `h3=":${BAD_PORT}"`, []), 'site')
  assert.equal(await asked(() => 'h3="victim.test:8443"', []), 'site')
  assert.equal(await asked(() => '', [{ port: BAD_PORT }]), 'site')
})

test('the next claim is followed where the first may not be', async () => {
  assert.equal(await asked((port) => `h3="victim.test:${BAD_PORT}", h3=":${port}"`, []), 'service')
})
