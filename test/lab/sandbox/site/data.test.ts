import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverAddress4 } from '../../../../lab/sandbox/site/addresses.ts'
import { planHosts } from '../../../../lab/sandbox/site/hosts.ts'
import { httpsRecordHex } from '../../../../lab/sandbox/site/https-record-hex.ts'
import { listSites, readBrowserSites, readSites } from '../../../../lab/sandbox/site/sites.ts'
import { FAILURE_CODES, type FailureCode } from '../../../../model/failure-codes.ts'
import { BROWSER_CODES } from '../../../end-to-end/sandbox/browser-codes.ts'

const sites = readSites()
const browserSites = readBrowserSites()

test('the data file has at least 40 sites, each name once', () => {
  assert.ok(sites.length >= 40)
  const names = planHosts([...sites, ...browserSites], false).map((host) => host.name)
  assert.equal(new Set(names).size, names.length)
})

test('every site says what is true of it, and a bad one why', () => {
  for (const { domain, facts } of sites) {
    assert.notEqual(facts.reachable, undefined, domain)
    assert.equal(facts.reachable, facts.failure === null, domain)
  }
})

/** Truth of no site: what needs no server, or a fault of the browser itself. */
const NO_SITE: readonly FailureCode[] = [
  'opted_out',
  'tcp_outrun',
  'quic_unavailable',
  'page_aborted',
  'browser_died',
  'browser_hung',
  'browser_not_started',
  'poison',
  'parked',
  'client_busy',
  'site_timeout',
  'unknown_failure',
]

test('every failure code is the truth of a site, but for those that need no server', () => {
  const surveyed = sites.flatMap(({ facts }) => [
    facts.failure,
    facts.h1Failure,
    facts.h2Failure,
    facts.h3Failure,
  ])
  const loaded = [...sites, ...browserSites].flatMap(({ page }) => [page?.failure, page?.h3Failure])
  const shown = new Set<FailureCode | null>([...surveyed, ...loaded].map((code) => code ?? null))
  assert.deepEqual(
    FAILURE_CODES.filter((code) => !shown.has(code)),
    NO_SITE,
  )
  // A code of a survey is shown by what a survey finds, one of the browser by a page.
  const bySurvey = new Set(surveyed)
  assert.deepEqual(
    FAILURE_CODES.filter((code) => !bySurvey.has(code) && !NO_SITE.includes(code)),
    BROWSER_CODES.filter((code) => !NO_SITE.includes(code)),
  )
})

test('a site for browsers alone says what comes of its page', () => {
  for (const { domain, page } of browserSites) assert.notEqual(page, undefined, domain)
})

test('the composition of a page agrees with itself: each request has one protocol under each arm', () => {
  for (const { domain, page } of sites) {
    for (const [arm, byProtocol] of Object.entries(page?.protocols ?? {})) {
      const sum = Object.values(byProtocol).reduce((total, count) => total + count, 0)
      assert.equal(sum, page?.requests, `${domain} ${arm}`)
    }
  }
})

test('a host that shares an address has that of the other and no server of its own', () => {
  const hosts = planHosts([...sites, ...browserSites], false)
  const find = (name: string) => hosts.find((host) => host.name === name)
  const [shared, sharing] = [find('static.hard-cdn.test'), find('img.hard-cdn.test')]
  assert.deepEqual(sharing?.a, shared?.a)
  assert.equal(sharing?.a.length, 1)
  assert.deepEqual([sharing?.up, sharing?.listen], [[], []])
})

test('there are at least twenty hard pages, each of several hosts and thirty requests or more', () => {
  const hard = browserSites.flatMap(({ domain, page }) =>
    page?.asks && domain.startsWith('hard-') ? { domain, asks: page.asks } : [],
  )
  assert.ok(hard.length >= 20)
  for (const { domain, asks } of hard) {
    assert.ok(asks.length >= 30, `${domain}: ${asks.length}`)
    assert.ok(new Set(asks.map((ask) => new URL(ask.slice(ask.indexOf(' '))).hostname)).size >= 2, domain)
  }
})

test('every address is given once, with and without replicas', () => {
  for (const withReplicas of [false, true]) {
    const up = planHosts([...sites, ...browserSites], withReplicas).flatMap((host) => host.up)
    assert.equal(new Set(up).size, up.length)
  }
})

test('server addresses leave out .0 and .255, and end with an error', () => {
  assert.equal(serverAddress4(0), '198.18.1.1')
  assert.equal(serverAddress4(253), '198.18.1.254')
  assert.equal(serverAddress4(254), '198.18.2.1')
  assert.throws(() => serverAddress4(255 * 254), RangeError)
})

test('a list starts with the sites and continues with replicas of the replicable ones in turn', () => {
  const total = sites.length + 25
  const listed = listSites(sites, total).map(({ site }) => site)
  assert.equal(listed.length, total)
  assert.equal(new Set(listed.map((site) => site.domain)).size, total)
  assert.equal(listed[0]?.domain, sites[0]?.domain)
  const first = listed[sites.length]
  assert.equal(first?.domain, '00001.all-three.test')
  assert.equal(first?.facts.finalOrigin, 'https://00001.all-three.test')
  assert.ok(listed.every((site) => !site.facts.finalOrigin?.includes('{')))
})

test('a list may be shorter than the data file', () => {
  assert.deepEqual(
    listSites(sites, 2).map(({ site }) => site.domain),
    sites.slice(0, 2).map((site) => site.domain),
  )
})

test('an HTTPS record is written as RFC 9460 has it', () => {
  assert.equal(httpsRecordHex({ alpn: ['h3', 'h2'] }), '00010000010006026833026832')
  assert.equal(httpsRecordHex({ priority: 0, target: 'a.test' }), '0000016104746573740'.concat('0'))
  assert.equal(httpsRecordHex({ ipv4Hint: ['198.18.1.2'] }), '00010000040004c6120102')
  assert.equal(httpsRecordHex({ alpn: ['h2'], port: 8443 }), '0001000001000302683200030002'.concat('20fb'))
})
