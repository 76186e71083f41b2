import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURE_CODES, type FailureCode } from '../../../crawler/failures.ts'
import { serverAddress4 } from '../../../lab/sandbox/addresses.ts'
import { planHosts } from '../../../lab/sandbox/hosts.ts'
import { httpsRecordHex } from '../../../lab/sandbox/https-record-hex.ts'
import { listSites, readSites } from '../../../lab/sandbox/sites.ts'

const sites = readSites()

test('the data file has at least 40 sites, each name once', () => {
  assert.ok(sites.length >= 40)
  const names = planHosts(sites, false).map((host) => host.name)
  assert.equal(new Set(names).size, names.length)
})

test('every site says what is true of it, and a bad one why', () => {
  for (const { domain, facts } of sites) {
    assert.notEqual(facts.reachable, undefined, domain)
    assert.equal(facts.reachable, facts.failure === null, domain)
  }
})

test('every failure code is the truth of a site, but for those that need no server', () => {
  const shown = new Set<FailureCode | null>(
    sites
      .flatMap(({ facts }) => [facts.failure, facts.h1Failure, facts.h2Failure, facts.h3Failure])
      .map((code) => code ?? null),
  )
  const missing = FAILURE_CODES.filter((code) => !shown.has(code))
  assert.deepEqual(missing, ['opted_out', 'site_timeout', 'not_reached', 'unknown_failure'])
})

test('every address is given once, with and without replicas', () => {
  for (const withReplicas of [false, true]) {
    const up = planHosts(sites, withReplicas).flatMap((host) => host.up)
    assert.equal(new Set(up).size, up.length)
  }
})

test('server addresses leave out .0 and .255, and end with an error', () => {
  assert.equal(serverAddress4(0), '198.18.1.1')
  assert.equal(serverAddress4(253), '198.18.1.254')
  assert.equal(serverAddress4(254), '198.18.2.1')
  assert.throws(() => serverAddress4(255 * 254), RangeError)
})

test('a list begins with the sites and goes on with replicas of the replicable ones in turn', () => {
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
  assert.equal(httpsRecordHex({ alpn: ['h2'], port: 8443 }), '0001000001000302683200030002'.concat('20fb'))
})
