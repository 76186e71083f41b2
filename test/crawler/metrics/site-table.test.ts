import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostObservation, SiteObservation } from '../../../crawler/metrics/site-observation.ts'
import { siteTable } from '../../../crawler/metrics/site-table.ts'
import type { Arm } from '../../../model/arm.ts'

function host(name: string, changes: Partial<HostObservation> = {}): HostObservation {
  return {
    host: name,
    requests: 1,
    sizeBytes: null,
    addresses: [],
    protocols: [],
    h3Claimed: false,
    server: null,
    cdn: null,
    rttMs: null,
    ...changes,
  }
}

function seen(arm: Arm, changes: Partial<SiteObservation> = {}): SiteObservation {
  return { arm, metrics: {}, mainHost: 'a.test', hosts: [host('a.test')], ...changes }
}

test('a site’s numbers are medians over the samples that have them', () => {
  const table = siteTable([
    seen('h1', { metrics: { requests: 10, har_bytes: 1_000, plt_ms: 900, share_top1: 0.5 } }),
    seen('h1', { metrics: { requests: 12, har_bytes: null, plt_ms: 1_000, share_top1: 0.75 } }),
    seen('h2', { metrics: { requests: 90, har_bytes: 3_000, plt_ms: 700, initial_window: 10 } }),
    seen('h3', { metrics: { requests: 11, plt_ms: null, servers: 2, domains: 3 } }),
  ])
  const { main: _main, hosts: _hosts, ...numbers } = table
  assert.deepEqual(numbers, {
    samples: 4,
    requests: 11.5,
    sizeBytes: 2_000,
    domains: 3,
    servers: 2,
    shareTop: [0.625, null, null, null, null],
    initialWindow: 10,
    pltMs: { h1: 950, h2: 700, h3: null },
  })
})

test('hosts are put together over the samples, most requests first', () => {
  const table = siteTable([
    seen('h1', {
      hosts: [
        host('z.test', { requests: 3, addresses: ['192.0.2.2'], rttMs: 10, sizeBytes: 100, server: 'caddy' }),
        host('a.test', { requests: 2, server: 'nginx', h3Claimed: true }),
        host('b.test', { requests: 1, cdn: 'fastly' }),
      ],
    }),
    seen('h1', {
      hosts: [
        host('z.test', { requests: 5, addresses: ['192.0.2.1', '192.0.2.2'], rttMs: 30, server: 'caddy' }),
        host('c.test', { requests: 1 }),
        host('a.test', { requests: 8, server: 'apache' }),
      ],
    }),
  ])
  assert.deepEqual(
    table.hosts.map(({ host: name, requests, shareFraction }) => [name, requests, shareFraction]),
    [
      ['a.test', 5, 0.5],
      ['z.test', 4, 0.4],
      ['b.test', 1, 0.05],
      ['c.test', 1, 0.05],
    ],
  )
  const [a, z, b] = table.hosts
  assert.deepEqual(table.main, a)
  assert.deepEqual([a?.server, a?.h3Claimed], ['apache', true])
  assert.deepEqual(
    [z?.addresses, z?.rttMs, z?.sizeBytes, z?.server],
    [['192.0.2.1', '192.0.2.2'], 20, 100, 'caddy'],
  )
  assert.deepEqual([b?.cdn, b?.rttMs, b?.sizeBytes, b?.server], ['fastly', null, null, null])
})

test('what a host speaks is known only as far as the arms let it show', () => {
  const speaks = (arm: Arm, ...protocols: HostObservation['protocols']) => {
    const { main } = siteTable([seen(arm, { hosts: [host('a.test', { protocols })] })])
    return [main?.h2, main?.h3]
  }
  assert.deepEqual(speaks('h1', 'h1'), [null, null], 'the browser was forbidden to ask for more')
  assert.deepEqual(speaks('http', 'h1'), [null, null])
  assert.deepEqual(speaks('h2', 'h1'), [false, null])
  assert.deepEqual(speaks('h2', 'h1', 'h2'), [true, null])
  assert.deepEqual(speaks('h3', 'h3'), [null, true])
  assert.deepEqual(speaks('h3-altsvc', 'h2', 'h3'), [true, true])
  assert.deepEqual(speaks('h2'), [null, null], 'nothing answered')
})

test('of no samples there is a table with nothing in it', () => {
  assert.deepEqual(siteTable([]), {
    samples: 0,
    requests: null,
    sizeBytes: null,
    domains: null,
    servers: null,
    shareTop: [null, null, null, null, null],
    initialWindow: null,
    pltMs: {},
    main: null,
    hosts: [],
  })
})
