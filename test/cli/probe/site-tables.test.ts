import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { distributionsTable, rowsOfArm } from '../../../cli/probe/site-distributions.ts'
import { hostsCsv, hostsTable, type SiteRow, sitesCsv, sitesTable } from '../../../cli/probe/site-tables.ts'
import type { HostRow } from '../../../crawler/metrics/site-table.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { COMPOSITION_METRICS } from '../../../model/composition-metrics.ts'
import type { CompositionCdf } from '../../../server/contract/contract.ts'
import { writeComposedCampaign } from '../../server/campaign/composed-campaign.ts'
import { testFolder } from '../../test-folder.ts'
import { towlineHere } from '../towline.ts'
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

const folder = testFolder()
const database = join(folder, 'towline.sqlite')
before(async () => {
  await using db = await openDatabase({ url: database })
  await writeComposedCampaign(db, {
    sites: [1, 2, 3, 4, 5, 6, 7].map((rank) => ({
      ...{ domain: `site${rank}.test`, rank },
      measured: {
        h1: { requests: 10 * rank, har_bytes: 1_000 * rank, share_top1: rank / 10 },
        h2: rank === 7 ? null : { requests: rank },
      },
    })),
  })
})

const shown = (...flags: string[]) => ['sites', 'distribution', ...flags, '--database', database]

test('each property has a line: n, sites without it, quantiles, and the median with its interval', async (t) => {
  const { code, stdout } = await towlineHere(t, shown())
  assert.equal(code, 0)
  assert.match(stdout, /^campaign 1: 7 sites, HTTP\/1\.1\n/)
  // Of two samples a site, the second with one more of whatever is counted.
  assert.match(stdout, /^Requests +7 +0 +25\.5 +40\.5 +10\.5–70\.5 +55\.5 +70\.5$/m)
  assert.match(stdout, /^Share of the top host % +7 +0 +25 +40 +10–70 +55 +70$/m)
  assert.match(stdout, /^Connections +0 +7 +–( +–)+$/m)
})

test('the table is of the arm that is asked for', async (t) => {
  const { stdout } = await towlineHere(t, shown('--arm', 'h2'))
  assert.match(stdout, /^campaign 1: 7 sites, HTTP\/2\n/)
  assert.match(stdout, /^Requests +6 +1 +2\.8 /m)
})

test('CSV has each metric under each arm, empty where there is no value', async (t) => {
  const { stdout } = await towlineHere(t, shown('--format', 'csv'))
  const rows = csvObjects(stdout)
  assert.equal(rows.length, COMPOSITION_METRICS.length * 2)
  const requests = rows.find(({ metric, arm }) => metric === 'requests' && arm === 'h2')
  assert.deepEqual(
    [requests?.n, requests?.without, requests?.median, requests?.median_low, requests?.max],
    ['6', '1', '4', '1.5', '6.5'],
  )
  assert.equal(rows.find(({ metric }) => metric === 'connections')?.median, '')
})

test('JSON is what the API answers', async (t) => {
  const { stdout } = await towlineHere(t, shown('--format', 'json'))
  const answers = JSON.parse(stdout) as CompositionCdf[]
  assert.deepEqual(
    answers.map(({ metric }) => metric),
    [...COMPOSITION_METRICS],
  )
  assert.equal(answers[0]?.arms[0]?.steps.length, 7)
})

test('no line of the table is wider than 80 characters there', async (t) => {
  const { stdout } = await towlineHere(t, shown('--format', 'json'))
  const table = distributionsTable(rowsOfArm(JSON.parse(stdout) as CompositionCdf[], 'h1'), 80)
  assert.ok(table.split('\n').every((line) => line.length <= 80))
  assert.match(table, /^Share of the top 2 hosts % /m)
})
