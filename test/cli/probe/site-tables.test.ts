import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsCsv, hostsTable, type SiteRow, sitesCsv, sitesTable } from '../../../cli/probe/site-tables.ts'
import type { HostRow } from '../../../crawler/metrics/site-table.ts'
import { csvObjects } from './csv.ts'

const HOST: HostRow = {
  host: 'a.test',
  requests: 10,
  shareFraction: 0.625,
  sizeBytes: 123_456,
  addresses: ['192.0.2.1', '192.0.2.2'],
  server: 'nginx',
  cdn: null,
  h2: true,
  h3: null,
  h3Claimed: false,
  rttMs: 12.34,
}
const row = (main: HostRow | null): SiteRow => ({
  site: { rank: 7, domain: 'a.test' } as SiteRow['site'],
  table: {
    samples: 3,
    requests: 16,
    sizeBytes: 1_500_000,
    domains: 2,
    servers: 3,
    shareTop: [0.625, 1, null, null, null],
    initialWindow: 10,
    pltMs: {},
    main,
    hosts: [HOST],
  },
})

test('a site is a line: n, requests, kB, hosts, shares of the top hosts, window, RTT, server', () => {
  const [heading = '', line = ''] = sitesTable([row(HOST)], null).split('\n')
  assert.match(
    heading,
    /^rank +site +n +requests +kB +domains +servers +top 1 % +top 5 % +IW +RTT ms +server +CDN$/,
  )
  assert.match(line, /^ +7 +a\.test +3 +16 +1500 +2 +3 +63 +– +10 +12\.3 +nginx +–$/)
})

test('without an answered main document its server and RTT are unknown', () => {
  assert.match(sitesTable([row(null)], null), / 10 +– +– +–$/)
})

test('a host is a line; that it did not answer over HTTP/3 is unknown, not no', () => {
  assert.match(
    hostsTable([HOST], null).split('\n')[1] ?? '',
    /^a\.test +10 +63 +123 +2 +yes +– +no +12\.3 +nginx +–$/,
  )
})

test('CSV holds shares and bytes as they are computed, all addresses, and unknown as nothing', () => {
  const [site] = csvObjects(`${[...sitesCsv([row(HOST)])].join('\n')}\n`)
  assert.deepEqual(
    [site?.size_bytes, site?.share_top1, site?.share_top3, site?.rtt_ms],
    ['1500000', '0.625', '', '12.34'],
  )
  const [host] = csvObjects(`${[...hostsCsv([HOST])].join('\n')}\n`)
  assert.deepEqual([host?.addresses, host?.h2, host?.h3, host?.cdn], ['192.0.2.1 192.0.2.2', 'true', '', ''])
})

test('tables fit 80 columns', () => {
  for (const text of [sitesTable([row(HOST)], 80), hostsTable([HOST], 80)])
    for (const line of text.split('\n')) assert.ok([...line].length <= 80, line)
})
