import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AdoptionGroup, adoption } from '../../../stats/survey/adoption.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName, adopts } from '../../../stats/survey/adoption-rows.ts'
import { wilson } from '../../../stats/tests/wilson.ts'
import { surveyedSite, unreachableSite } from './surveyed-site.ts'

const row = (group: AdoptionGroup | undefined, name: AdoptionRowName) => {
  const found = group?.rows.find((one) => one.row === name)
  assert.ok(found, `no row ${name}`)
  return found
}

test('an empty survey has rows without shares, never NaN', async () => {
  const summary = await adoption([])
  assert.equal(summary.n, 0)
  assert.deepEqual(
    summary.rows.map((one) => one.row),
    ADOPTION_ROW_NAMES,
  )
  for (const one of summary.rows) {
    assert.equal(one.ofAll, null)
    assert.equal(one.ofReachable, null)
    assert.equal(one.count, 0)
  }
  assert.deepEqual(summary.buckets, [])
})

test('counts over all and over reachable sites, and keeps unknown apart from no', async () => {
  const summary = await adoption([
    surveyedSite(1, 'a.test', { h3: true, h3Handshake: true, h3ClaimedAltSvc: true }),
    surveyedSite(2, 'b.test', { h3: null }),
    surveyedSite(3, 'c.test'),
    // Claimed in DNS, and nothing ever answered.
    unreachableSite(4, 'd.test', { h3ClaimedDns: true }),
  ])
  assert.equal(summary.n, 4)
  assert.equal(summary.reachable, 3)
  const h3 = row(summary, 'h3')
  assert.deepEqual([h3.count, h3.unknown, h3.reachableCount, h3.reachableUnknown], [1, 2, 1, 1])
  assert.deepEqual(h3.ofAll, wilson(1, 4))
  assert.deepEqual(h3.ofReachable, wilson(1, 3))
  const dns = row(summary, 'h3ClaimedDns')
  assert.deepEqual([dns.count, dns.reachableCount], [1, 0])
  assert.deepEqual(dns.ofReachable, wilson(0, 3))
})

test('what is unknown of every site has no share, which is not 0 % with a bound', async () => {
  const summary = await adoption([
    surveyedSite(1, 'a.test', { resumption: null, ech: false }),
    surveyedSite(2, 'b.test', { resumption: null, ech: false }),
    unreachableSite(3, 'c.test', { ech: false }),
  ])
  const resumption = row(summary, 'resumption')
  assert.deepEqual([resumption.ofAll, resumption.ofReachable], [null, null])
  assert.deepEqual([resumption.count, resumption.unknown, resumption.reachableUnknown], [0, 3, 2])
  assert.deepEqual(row(summary, 'ech').ofAll, wilson(0, 3))
})

test('claims and service are compared in three-valued logic', () => {
  const cases: [
    boolean | null,
    boolean | null,
    boolean | null,
    Partial<Record<AdoptionRowName, boolean | null>>,
  ][] = [
    // Alt-Svc, DNS, served
    [
      true,
      false,
      true,
      { h3Claimed: true, h3ClaimedServed: true, h3ClaimedNotServed: false, h3ServedNotClaimed: false },
    ],
    [
      false,
      true,
      false,
      { h3Claimed: true, h3ClaimedServed: false, h3ClaimedNotServed: true, h3ServedNotClaimed: false },
    ],
    [
      false,
      false,
      true,
      { h3Claimed: false, h3ClaimedServed: false, h3ClaimedNotServed: false, h3ServedNotClaimed: true },
    ],
    [null, true, true, { h3Claimed: true, h3ClaimedServed: true }],
    [
      null,
      false,
      true,
      { h3Claimed: null, h3ClaimedServed: null, h3ClaimedNotServed: false, h3ServedNotClaimed: null },
    ],
    [true, true, null, { h3ClaimedServed: null, h3ClaimedNotServed: null, h3ServedNotClaimed: false }],
    [
      null,
      null,
      false,
      { h3Claimed: null, h3ClaimedServed: false, h3ClaimedNotServed: null, h3ServedNotClaimed: false },
    ],
  ]
  for (const [h3ClaimedAltSvc, h3ClaimedDns, h3, expected] of cases) {
    const site = surveyedSite(1, 'a.test', { h3ClaimedAltSvc, h3ClaimedDns, h3 })
    for (const [name, answer] of Object.entries(expected)) {
      assert.equal(
        adopts(name as AdoptionRowName, site),
        answer,
        `${name} of ${h3ClaimedAltSvc} ${h3ClaimedDns} ${h3}`,
      )
    }
  }
})

test('a site without an IPv6 address is a no, one whose name never resolved is unknown', () => {
  assert.equal(adopts('ipv6', surveyedSite(1, 'a.test', { ipv6: true })), true)
  assert.equal(adopts('ipv6', surveyedSite(1, 'a.test', { ipv6: false })), false)
  assert.equal(adopts('ipv6', surveyedSite(1, 'a.test', { ipv4: true, ipv6: null })), false)
  assert.equal(adopts('ipv6', surveyedSite(1, 'a.test', { ipv4: null, ipv6: null })), null)
})

test('TLS 1.3 is read from the version, and no TLS seen is unknown', () => {
  assert.equal(adopts('tls13', surveyedSite(1, 'a.test', { tlsVersion: 'TLSv1.2' })), false)
  assert.equal(adopts('tls13', surveyedSite(1, 'a.test', { tlsVersion: null })), null)
})

test('a handshake is short by its round trips and by the bytes of its certificates, up to the limit', () => {
  const short = (facts: Parameters<typeof surveyedSite>[2]) =>
    (['oneRoundTrip', 'shortChain'] as const).map((name) => adopts(name, surveyedSite(1, 'a.test', facts)))
  assert.deepEqual(short({ tlsRoundTrips: 1, chainBytes: 3_600 }), [true, true])
  assert.deepEqual(short({ tlsRoundTrips: 2, chainBytes: 3_601 }), [false, false])
  assert.deepEqual(short({ tlsRoundTrips: null, chainBytes: null }), [null, null])
})

test('sites of which only a magnitude is known are grouped by it, whatever their place in the list', async () => {
  const magnitudes = [1_000, 1_000, 5_000, 10_000, 50_000, 1_000_000]
  const { buckets } = await adoption(
    magnitudes.map((rankMagnitude, n) => surveyedSite(n + 1, `s${n}.test`, { rankMagnitude })),
  )
  assert.deepEqual(
    buckets.map(({ from, to, n }) => [from, to, n]),
    [
      [1, 1_000, 2],
      [1_001, 5_000, 1],
      [5_001, 10_000, 1],
      [10_001, 50_000, 1],
      [500_001, 1_000_000, 1],
    ],
  )
})

test('rank buckets part at 100, 1,000 and 10,000, and sum to the whole', async () => {
  const ranks = [1, 100, 101, 1_000, 1_001, 10_000, 10_001, 1_000_000]
  const summary = await adoption(ranks.map((rank) => surveyedSite(rank, `s${rank}.test`)))
  assert.deepEqual(
    summary.buckets.map(({ from, to, n }) => [from, to, n]),
    [
      [1, 100, 2],
      [101, 1_000, 2],
      [1_001, 10_000, 2],
      [10_001, 100_000, 1],
      [100_001, 1_000_000, 1],
    ],
  )
  assert.equal(
    summary.buckets.reduce((sum, bucket) => sum + row(bucket, 'h2').count, 0),
    row(summary, 'h2').count,
  )
})

test('groups by CDN and server software, largest first, those without a name last', async () => {
  const summary = await adoption([
    surveyedSite(1, 'a.test', { cdn: null, server: 'caddy', h3: true }),
    surveyedSite(2, 'b.test', { cdn: 'Fastly' }),
    surveyedSite(3, 'c.test', { cdn: 'Cloudflare', server: 'cloudflare', h3: true }),
    surveyedSite(4, 'd.test', { cdn: 'Cloudflare', server: 'cloudflare' }),
    surveyedSite(5, 'e.test', { cdn: null, server: null }),
    surveyedSite(6, 'f.test', { cdn: null }),
  ])
  assert.deepEqual(
    summary.cdns.map(({ name, n }) => [name, n]),
    [
      ['Cloudflare', 2],
      ['Fastly', 1],
      [null, 3],
    ],
  )
  assert.deepEqual(
    summary.servers.map(({ name }) => name),
    ['cloudflare', 'nginx', 'caddy', null],
  )
  assert.deepEqual(row(summary.cdns[0], 'h3').ofAll, wilson(1, 2))
})

test('the number of groups is bounded, and what found no room is counted', async () => {
  const sites = Array.from({ length: 50 }, (_, i) =>
    surveyedSite(i + 1, `s${i}.test`, { server: `made-up-${i}` }),
  )
  const summary = await adoption(sites, { maxGroups: 10 })
  assert.equal(summary.servers.length, 10)
  assert.deepEqual(summary.ungrouped, { cdns: 0, servers: 40 })
  assert.equal(summary.n, 50)
})

test('failures are counted by code for the site and for each protocol', async () => {
  const summary = await adoption([
    unreachableSite(1, 'a.test', { failure: 'dns_nxdomain' }),
    unreachableSite(2, 'b.test'),
    unreachableSite(3, 'c.test'),
    surveyedSite(4, 'd.test', { h2Failure: 'h2_goaway' }),
  ])
  assert.deepEqual(summary.failures, {
    site: [
      { code: 'tcp_timeout', count: 2 },
      { code: 'dns_nxdomain', count: 1 },
    ],
    h1: [],
    h2: [{ code: 'h2_goaway', count: 1 }],
    h3: [{ code: 'quic_timeout', count: 1 }],
  })
})

test('reads a stream as well as an array', async () => {
  const sites = [surveyedSite(1, 'a.test'), unreachableSite(2, 'b.test')]
  const stream = (async function* () {
    yield* sites
  })()
  assert.deepEqual(await adoption(stream), await adoption(sites))
})
