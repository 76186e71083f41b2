import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesSince } from '../../../cli/check/check-history.ts'
import { checkPage } from '../../../cli/check/check-page.ts'
import { pageHosts, withoutHttp3 } from '../../../cli/check/page-hosts.ts'
import type { ShownLoad } from '../../../cli/check/shown-load.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import type { WaterfallEntry } from '../../../server/contract/contract.ts'
import { armsOf, campaignOf, factsOf, reportOf } from './check-data.ts'

const PHASES = { blockedMs: 0, dnsMs: null, connectMs: null, sslMs: null, sendMs: 0, waitMs: 5, receiveMs: 5 }

function entry(url: string, protocol: string | null, connection: string): WaterfallEntry {
  const { host } = new URL(url)
  return {
    ...{
      startMs: 1,
      durationMs: 10,
      url,
      host,
      method: 'GET',
      status: protocol === null ? 0 : 200,
      error: null,
    },
    ...{ protocol, type: null, sizeBytes: 100, connection, fromCache: false, initialPriority: null },
    ...{ priority: null, renderBlocking: null, initiator: null, phases: PHASES },
  } as WaterfallEntry
}

const loadOf = (arm: ShownLoad['arm'], entries: WaterfallEntry[]): ShownLoad => ({
  ...{ arm, round: 0, n: 6, entries, finalUrl: 'https://a.test/', mediaType: 'text/html' },
  marks: { ttfbMs: 1, fcpMs: 2, lcpMs: 3, dclMs: 3, loadMs: 4 },
})

const H3 = loadOf('h3', [
  entry('https://a.test/', 'h3', '1'),
  entry('https://a.test/1.css', 'h3', '1'),
  entry('https://old.test/1.png', 'http/1.1', '2'),
  entry('https://old.test/2.png', 'http/1.1', '3'),
  entry('https://gone.test/3.png', null, '0'),
])

test('the hosts of a page are those that answered, with requests, protocols and connections', () => {
  assert.deepEqual(pageHosts(H3), [
    { host: 'a.test', requests: 2, protocols: ['h3'], connections: 1 },
    { host: 'old.test', requests: 2, protocols: ['http/1.1'], connections: 2 },
  ])
})

test('hosts without HTTP/3 are named with the connections that they take', () => {
  assert.equal(
    withoutHttp3(H3),
    '1 of 2 hosts of the page answered without HTTP/3: old.test (http/1.1). That takes 2 of the 3 connections of a load ' +
      'under HTTP/3, each with TCP and TLS to set up.',
  )
  assert.equal(withoutHttp3({ entries: H3.entries.slice(0, 2) }), 'The one host of the page answers HTTP/3.')
  assert.equal(withoutHttp3({ entries: [] }), null)
})

test('the page shows two loads in one waterfall, its hosts, the last check and all checks before', () => {
  const earlier = {
    campaign: campaignOf({ id: 1, createdAt: '2026-11-20T10:00:00.000Z', browserVersion: 'Chrome 155' }),
    facts: factsOf({ h1: true, h2: true, h3: false }),
    arms: armsOf({ h1: [500, 500, 500, 500, 500, 500], h2: [250, 251, 249, 250, 250, 250] }),
  }
  const report = reportOf({
    earlier: [earlier],
    loads: [loadOf('h1', [entry('https://a.test/', 'http/1.1', '1')]), H3],
    lost: [{ arm: 'h3', round: 2, reason: 'page_timeout' }],
  })
  assert.deepEqual(changesSince(earlier, report).slice(0, 3), [
    'HTTP/3: not answered then, answered now.',
    'Not the same conditions: the browser was Chrome 155, and is Chrome 156.',
    'HTTP/1.1: median 500 ms then, 1000 ms now.',
  ])
  const link = { condition: parseLink('rtt=50ms,down=20,up=10') }
  const elsewhere = { ...earlier, campaign: campaignOf({ link }), arms: armsOf({ h2: [250], h3: [240] }) }
  assert.deepEqual(
    changesSince(elsewhere, report).filter((line) => /the (link|baseline) was/.test(line)),
    [
      'Not the same conditions: the link was emulated, 50 ms RTT, 20/10 Mbit/s, queue of 256 packets, and is that of the network.',
      'Not the same conditions: the baseline was HTTP/2, and is HTTP/1.1.',
    ],
  )
  // Its gain is over another baseline.
  assert.equal(checkPage({ ...report, earlier: [elsewhere] }, '1').match(/<svg/g)?.length, 3)
  const html = checkPage(report, '1.2.3')
  assert.match(html, /aria-label="Gains\. [^"]*n = \d protocols?, /)
  assert.match(html, /aria-label="Checks of this page\. [^"]*n = \d checks?, /)
  assert.match(html, /<h2>Since the last check<\/h2>\s*<p>The last one was on 2026-11-20 10:00 UTC/)
  assert.match(html, /<th scope="row">old\.test<\/th><td>2<\/td><td>http\/1\.1<\/td><td>–<\/td><td>2<\/td>/)
  assert.equal(html.match(/<svg/g)?.length, 4, 'gains, times, waterfall, history')
  assert.match(html, /HTTP\/3: n = \d+, 1 left out/)
  assert.match(html, /--arm-h3: light-dark/)
  assert.doesNotMatch(html, /<script|<link|src=|url\(|@import/)
})

test('nothing of a check before is shown where there is none', () => {
  assert.doesNotMatch(checkPage(reportOf(), '1'), /Since the last check/)
})
