import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from 'dns-packet'
import { addressPolicy } from '../../../../crawler/network/address.ts'
import { dns } from '../../../../crawler/survey/dns/dns.ts'
import { openResolver } from '../../../../crawler/survey/dns/stub-resolver.ts'
import { SITE_TIMEOUT, type Timeouts } from '../../../../crawler/survey/operation/context.ts'
import { type Asked, type Said, serveDns } from '../../../servers/dns.ts'
import { AT_ONCE_MS, PATIENT, surveyContext } from '../../../servers/survey-context.ts'

const a = (name: string, data: string, ttl = 60): Answer => ({ type: 'A', name, ttl, data })
const aaaa = (name: string, data: string, ttl = 60): Answer => ({ type: 'AAAA', name, ttl, data })
const cname = (name: string, data: string, ttl = 60): Answer => ({ type: 'CNAME', name, ttl, data })
const https = (name: string, hex: string, ttl = 60): Answer =>
  ({ type: 'UNKNOWN_65', name, ttl, data: Buffer.from(hex.replace(/\s/g, ''), 'hex') }) as unknown as Answer

/** `1 . alpn="h3,h2"` */
const H3_H2 = '0001 00 0001 0006 026833 026832'
/** `0 svc.test` */
const ALIAS = '0000 03737663 0474657374 00'

/** Answers by `name type`; what is not there is an empty answer. */
type Zone = Record<string, readonly Answer[] | Said>

/** For zones with a silent name: so many tries that a stall costs only some of them. */
const HURRY = { dnsTryMs: 20, dnsTries: 12 }

async function look(host: string, zone: Zone, timeouts: Pick<Timeouts, 'dnsTryMs' | 'dnsTries'> = PATIENT) {
  const say = ({ name, type }: Asked): Said => {
    const entry = zone[`${name} ${type === 'UNKNOWN_65' ? 'HTTPS' : type}`] ?? zone[`${name} *`] ?? []
    return 'length' in entry ? { answers: entry as readonly Answer[] } : entry
  }
  await using server = await serveDns(say)
  await using resolver = openResolver({ servers: [server.address], timeouts })
  const judge = addressPolicy({ allowCidrs: ['198.18.0.0/15'], optOutCidrs: [] })
  const context = surveyContext({ resolver, allows: (address) => judge(address) === 'allowed' })
  const row = await dns(host, 2, context)
  return { row, asked: server.asked.map(({ name, type }) => `${name} ${type}`) }
}

test('A, AAAA and HTTPS are asked for and stand side by side, with the smallest TTL', async () => {
  const { row, asked } = await look('site.test', {
    'site.test A': [a('site.test', '198.18.0.1', 300), a('site.test', '198.18.0.2', 300)],
    'site.test AAAA': [aaaa('site.test', '2606:4700::1111', 20)],
    'site.test HTTPS': [https('site.test', H3_H2, 40)],
  })
  assert.deepEqual(asked.sort(), ['site.test A', 'site.test AAAA', 'site.test UNKNOWN_65'])
  assert.equal(row.failure, null)
  assert.deepEqual(row.result, {
    a: ['198.18.0.1', '198.18.0.2'],
    aaaa: ['2606:4700::1111'],
    refused: [],
    cnames: [],
    https: [
      {
        priority: 1,
        target: '.',
        alpn: ['h3', 'h2'],
        noDefaultAlpn: false,
        port: null,
        ipv4Hint: [],
        ipv6Hint: [],
        ech: false,
      },
    ],
    ttlS: 20,
    failures: { a: null, aaaa: null, https: null },
  })
  assert.deepEqual(
    [row.operation, row.hop, row.host, row.connection, row.scheme, row.port, row.address, row.path],
    ['dns', 2, 'site.test', null, null, null, null, null],
  )
  assert.ok(row.startMs >= 0 && (row.durationMs ?? -1) > 0)
})

test('a CNAME chain within one answer is followed and kept in its order', async () => {
  const { row, asked } = await look('www.site.test', {
    'www.site.test A': [
      a('edge.cdn.test', '198.18.0.1'),
      cname('alias.cdn.test', 'EDGE.cdn.test'),
      cname('www.site.test', 'alias.cdn.test', 5),
      a('unasked.test', '198.18.0.9'),
    ],
  })
  assert.deepEqual(row.result?.cnames, ['alias.cdn.test', 'edge.cdn.test'])
  assert.deepEqual(row.result?.a, ['198.18.0.1'])
  assert.equal(row.result?.ttlS, 5)
  assert.equal(asked.filter((question) => question.endsWith(' A')).length, 1)
})

test('a CNAME whose target the resolver has left out is asked for again', async () => {
  const { row, asked } = await look('www.site.test', {
    'www.site.test A': [cname('www.site.test', 'edge.cdn.test')],
    'edge.cdn.test A': [a('edge.cdn.test', '198.18.0.1')],
  })
  assert.deepEqual(row.result?.a, ['198.18.0.1'])
  assert.deepEqual(row.result?.cnames, ['edge.cdn.test'])
  assert.ok(asked.includes('edge.cdn.test A'))
})

for (const [what, zone] of [
  ['within one answer', { 'a.test *': [cname('a.test', 'b.test'), cname('b.test', 'a.test')] }],
  [
    'over several answers',
    { 'a.test *': [cname('a.test', 'b.test')], 'b.test *': [cname('b.test', 'a.test')] },
  ],
  ['onto itself', { 'a.test *': [cname('a.test', 'a.test')] }],
  [
    'that is none but has more than ten links',
    {
      'a.test *': Array.from({ length: 11 }, (_, i) =>
        cname(i === 0 ? 'a.test' : `a${i}.test`, `a${i + 1}.test`),
      ),
    },
  ],
] as readonly (readonly [string, Zone])[]) {
  test(`a CNAME loop ${what} is dns_cname_loop`, async () => {
    const { row } = await look('a.test', zone)
    assert.equal(row.failure, 'dns_cname_loop')
  })
}

test('ten CNAMEs are not too many', async () => {
  const chain = Array.from({ length: 10 }, (_, i) =>
    cname(i === 0 ? 'a.test' : `a${i}.test`, `a${i + 1}.test`),
  )
  const { row } = await look('a.test', { 'a.test A': [...chain, a('a10.test', '198.18.0.1')] })
  assert.equal(row.failure, null)
  assert.equal(row.result?.cnames.length, 10)
})

for (const [rcode, failure] of [
  [3, 'dns_nxdomain'],
  [2, 'dns_servfail'],
  [5, 'dns_refused'],
] as const) {
  test(`RCODE ${rcode} for every type is ${failure}`, async () => {
    const { row } = await look('site.test', { 'site.test *': { rcode } })
    assert.equal(row.failure, failure)
    assert.deepEqual(row.result?.failures, { a: failure, aaaa: failure, https: failure })
    assert.equal(row.result?.ttlS, null)
  })
}

test('silence is dns_timeout', async () => {
  const { row } = await look('site.test', { 'site.test *': { silent: true } }, HURRY)
  assert.equal(row.failure, 'dns_timeout')
})

test('empty answers are dns_no_address', async () => {
  const { row } = await look('site.test', { 'site.test HTTPS': [https('site.test', H3_H2)] })
  assert.equal(row.failure, 'dns_no_address')
  assert.equal(row.result?.https.length, 1)
})

test('no address in one family and a failure in the other is that failure, not dns_no_address', async () => {
  const { row } = await look('site.test', { 'site.test AAAA': { rcode: 2 } })
  assert.equal(row.failure, 'dns_servfail')
})

test('HTTPS or AAAA failing alone does not fail the row', async () => {
  const zone = {
    'site.test A': [a('site.test', '198.18.0.1')],
    'site.test AAAA': { rcode: 2 },
    'site.test HTTPS': { silent: true },
  }
  const { row } = await look('site.test', zone, HURRY)
  assert.equal(row.failure, null)
  assert.deepEqual(row.result?.failures, { a: null, aaaa: 'dns_servfail', https: 'dns_timeout' })
})

test('addresses that the policy refuses stand apart, and alone are address_refused', async () => {
  const some = await look('site.test', {
    'site.test A': [a('site.test', '10.0.0.1'), a('site.test', '198.18.0.1')],
  })
  assert.equal(some.row.failure, null)
  assert.deepEqual([some.row.result?.a, some.row.result?.refused], [['198.18.0.1'], ['10.0.0.1']])
  const all = await look('site.test', {
    'site.test A': [a('site.test', '127.0.0.1'), a('site.test', '169.254.169.254')],
    'site.test AAAA': [aaaa('site.test', '::ffff:127.0.0.1')],
  })
  assert.equal(all.row.failure, 'address_refused')
  assert.deepEqual([all.row.result?.a, all.row.result?.aaaa, all.row.result?.refused.length], [[], [], 3])
})

test('an alias among HTTPS records is followed once, for its service records only', async () => {
  const { row, asked } = await look('site.test', {
    'site.test A': [a('site.test', '198.18.0.1')],
    'site.test HTTPS': [https('site.test', ALIAS)],
    'svc.test HTTPS': [https('svc.test', H3_H2), https('svc.test', '0000 046e657874 0474657374 00')],
  })
  assert.deepEqual(
    row.result?.https.map(({ priority, target, alpn }) => [priority, target, alpn]),
    [
      [0, 'svc.test', null],
      [1, '.', ['h3', 'h2']],
    ],
  )
  assert.deepEqual(
    asked.filter((question) => question.startsWith('svc.test')),
    ['svc.test UNKNOWN_65'],
  )
  assert.ok(!asked.some((question) => question.startsWith('next.test')))
})

test('one malformed HTTPS record spoils the set and is recorded, but does not fail the row', async () => {
  const { row } = await look('site.test', {
    'site.test A': [a('site.test', '198.18.0.1')],
    'site.test HTTPS': [https('site.test', H3_H2), https('site.test', '0001 00 0001 0006 0268')],
  })
  assert.equal(row.failure, null)
  assert.deepEqual(row.result?.https, [])
  assert.equal(row.result?.failures.https, 'dns_malformed')
})

for (const [literal, family] of [
  ['198.18.0.7', 'a'],
  ['[2606:4700::1111]', 'aaaa'],
] as const) {
  test(`the literal address ${literal} is its own answer and nothing is asked`, async () => {
    const { row, asked } = await look(literal, {})
    assert.equal(row.failure, null)
    assert.deepEqual(row.result?.[family], [literal.replace(/[[\]]/g, '')])
    assert.equal(asked.length, 0)
  })
}

test('a literal private address is address_refused', async () => {
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254']) {
    assert.equal((await look(host, {})).row.failure, 'address_refused')
  }
})

test("the site's own limit ends the operation at once as site_timeout; any other abort rejects", async () => {
  await using server = await serveDns(() => ({ silent: true }))
  await using resolver = openResolver({ servers: [server.address], timeouts: PATIENT })
  const began = performance.now()
  const row = await dns('site.test', 0, surveyContext({ resolver, signal: AbortSignal.abort(SITE_TIMEOUT) }))
  assert.equal(row.failure, 'site_timeout')
  assert.ok(performance.now() - began < AT_ONCE_MS)
  const stop = new Error('stopped')
  await assert.rejects(
    dns('site.test', 0, surveyContext({ resolver, signal: AbortSignal.abort(stop) })),
    stop,
  )
})
