import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Resolver } from '../../../../crawler/survey/operation/resolver.ts'
import { confirmHttp3 } from '../../../../crawler/survey/visit/confirm.ts'
import { quicCandidates } from '../../../../crawler/survey/visit/quic-candidates.ts'
import {
  newVisitState,
  type OriginVisit,
  type VisitState,
} from '../../../../crawler/survey/visit/visit-state.ts'
import { serveQuic } from '../../../../lab/sandbox/zoo/quic-server.ts'
import type { DnsResult, HttpResult, HttpsRecord, OperationRow } from '../../../../model/operation.ts'
import { makeAuthority } from '../../../servers/certificates.ts'
import { endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'
import { dnsRow, httpRow } from './visit-rows.ts'

/** IPv4 addresses by name; any other name does not exist. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'svc.test': ['192.0.2.10', '192.0.2.11'],
  'alias.test': ['192.0.2.20'],
  'private.test': ['10.0.0.1'],
  'opted-out.test': ['192.0.2.30'],
  'same.test': ['192.0.2.1', '192.0.2.10'],
}

const record = (changes: Partial<HttpsRecord> = {}): HttpsRecord => ({
  ...{ priority: 1, target: '.', alpn: ['h3'], noDefaultAlpn: false, port: null, ech: false },
  ...{ ipv4Hint: [], ipv6Hint: [] },
  ...changes,
})

/** A visit of site.test at 192.0.2.1, with these HTTPS records. */
function visitOf(https: readonly HttpsRecord[]): VisitState {
  const resolver: Resolver = {
    servers: [],
    resolve: async (name, type) => ({
      answers: type === 'A' ? (NAMES[name] ?? []).map((data) => ({ name, type, ttlS: 60, data })) : [],
      failure: name in NAMES ? null : 'dns_nxdomain',
      detail: null,
    }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const allows = (address: string) => !address.startsWith('10.')
  const state = newVisitState(surveyContext({ resolver, allows }), {
    operations: new Set(['http3'] as const),
    robotsToken: null,
    optedOut: (host) => host === 'opted-out.test',
    maxConnections: 7,
    holdAddress: () => Promise.resolve({ [Symbol.dispose]() {} }),
  })
  const dns = dnsRow('site.test', { a: ['192.0.2.1'], https })
  state.resolved.set('site.test', dns as OperationRow<DnsResult>)
  state.answering.set('site.test', '192.0.2.1')
  return state
}

const ORIGIN = { scheme: 'https', host: 'site.test', port: 443 } as const

const lastOf = (altSvc = ''): OriginVisit => ({
  ...{ origin: ORIGIN, hop: 0, stop: null, endpoint: endpoint(443, { address: '192.0.2.1' }) },
  answer: httpRow('http2', 'https://site.test/', {
    headers: { 'alt-svc': altSvc },
  }) as OperationRow<HttpResult>,
})

/** `address:port` of each, and whether the host is the origin's in all. */
async function asked(https: readonly HttpsRecord[], last = lastOf()): Promise<string[]> {
  const found = await Array.fromAsync(quicCandidates(visitOf(https), last))
  for (const { host, scheme } of found) assert.deepEqual([host, scheme], ['site.test', 'https'])
  return found.map(({ address, port }) => `${address}:${port}`)
}

test('without a claim, and with one for itself, the origin is asked where TCP answered', async () => {
  assert.deepEqual(await asked([]), ['192.0.2.1:443'])
  assert.deepEqual(await asked([record({ alpn: ['h2'], target: 'svc.test' })]), ['192.0.2.1:443'])
  assert.deepEqual(await asked([record()]), ['192.0.2.1:443'])
  assert.deepEqual(await asked([record({ port: 8443 })]), ['192.0.2.1:8443'])
})

test('a record in ServiceMode with a target sends to the addresses of the target', async () => {
  assert.deepEqual(await asked([record({ target: 'svc.test' })]), ['192.0.2.10:443', '192.0.2.11:443'])
  assert.deepEqual(
    await asked([record({ target: 'same.test' })]),
    ['192.0.2.1:443', '192.0.2.10:443'],
    'first the one that answered over TCP, where it is among them',
  )
})

test('records are taken in the order of their priority; one whose target has no address is passed over', async () => {
  const records = [record({ target: 'nobody.test' }), record({ priority: 2, target: 'svc.test' })]
  assert.deepEqual(await asked(records), ['192.0.2.10:443', '192.0.2.11:443'])
})

test('Alt-Svc comes before HTTPS records; the first address of each claim comes before further ones', async () => {
  const last = lastOf('h3="alias.test:443", h3=":443"')
  const records = [record({ target: 'svc.test' }), record({ priority: 2, target: 'late.test' })]
  assert.deepEqual(await asked(records, last), [
    '192.0.2.20:443',
    '192.0.2.1:443',
    '192.0.2.10:443',
    '192.0.2.11:443',
  ])
})

test('a claim is looked up only where those before it have not answered', async () => {
  const state = visitOf([record({ target: 'alias.test' }), record({ priority: 2, target: 'svc.test' })])
  for await (const { address } of quicCandidates(state, lastOf())) {
    assert.equal(address, '192.0.2.20')
    break
  }
  assert.ok(!state.resolved.has('svc.test'))
})

test('in AliasMode the target is the owner of the records behind it, and is asked where it has none', async () => {
  const alias = record({ priority: 0, target: 'alias.test', alpn: null })
  assert.deepEqual(await asked([alias, record()]), ['192.0.2.20:443'])
  assert.deepEqual(await asked([alias]), ['192.0.2.20:443'])
  assert.deepEqual(await asked([record({ priority: 0, target: '.', alpn: null })]), ['192.0.2.1:443'])
  assert.deepEqual(
    await asked([record({ priority: 0, target: 'nobody.test', alpn: null })]),
    ['192.0.2.1:443'],
    'a client falls back to the origin where the alias has no address (RFC 9460, 3)',
  )
})

test('address hints serve a target without addresses alone, and are judged as all addresses are', async () => {
  const hints = { ipv4Hint: ['192.0.2.40', '10.0.0.1'] }
  assert.deepEqual(await asked([record({ target: 'nobody.test', ...hints })]), ['192.0.2.40:443'])
  assert.deepEqual(await asked([record({ target: 'alias.test', ...hints })]), ['192.0.2.20:443'])
})

test('a target that is private or on the opt-out list is not asked, nor its hints', async () => {
  for (const target of ['private.test', 'opted-out.test', '192.0.2.50'])
    assert.deepEqual(await asked([record({ target, ipv4Hint: ['192.0.2.40'] })]), [], target)
})

test('another port of another host is not asked, as with Alt-Svc', async () => {
  assert.deepEqual(await asked([record({ target: 'svc.test', port: 8443 })]), ['192.0.2.1:443'])
})

/** Its port 443 is no other test's. */
const TARGET_ADDRESS = '127.0.44.10'
const DEAD_ADDRESS = '127.0.44.11'

test('at the target the request, the SNI and the certificate are those of the origin, also where one before it is dead', {
  skip: process.geteuid?.() === 0 ? false : 'only root may listen on port 443',
}, async () => {
  const authority = makeAuthority()
  const folder = await mkdtemp(join(tmpdir(), 'towline-target-'))
  try {
    const caFile = join(folder, 'ca.pem')
    await writeFile(caFile, authority.ca)
    const pair = authority.leaf({ altNames: 'DNS:site.test' })
    await using _ = await serveQuic({ address: TARGET_ADDRESS, port: 443, ...pair, behaviour: 'echo' })
    const timeouts = { ...surveyContext().timeouts, ...hurried('quicHandshakeMs') }
    for (const [https, asked] of [
      [[record({ priority: 0, target: 'svc.test', alpn: null })], [TARGET_ADDRESS]],
      [
        [record({ target: 'dead.test' }), record({ priority: 2, target: 'svc.test' })],
        [DEAD_ADDRESS, TARGET_ADDRESS],
      ],
    ] as const) {
      const base = visitOf(https)
      const state = {
        ...base,
        context: { ...base.context, caFile, ...(asked.length > 1 && { timeouts }) },
      }
      const [target, dead] = [TARGET_ADDRESS, DEAD_ADDRESS].map((a) => dnsRow('svc.test', { a: [a] }))
      state.resolved.set('svc.test', target as OperationRow<DnsResult>)
      state.resolved.set('dead.test', dead as OperationRow<DnsResult>)
      await confirmHttp3(state, lastOf())
      assert.deepEqual(
        state.rows.filter(({ operation }) => operation === 'http3').map(({ address }) => address),
        asked,
      )
      const row = state.rows.at(-1) as OperationRow<HttpResult>
      assert.equal(row.failure, null)
      const fields = new Map(JSON.parse(row.result?.headers.server ?? '[]') as [string, string][])
      assert.equal(fields.get(':authority'), 'site.test')
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
