import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpsRecord } from '../../advise/https-record.ts'
import type { SiteFacts } from '../../advise/what-if.ts'
import { WHAT_IFS } from '../../advise/what-ifs.ts'
import { madeRecording } from '../lab/replay/made-recording.ts'
import { siteOf } from './site-of.ts'

const PAGE = 'https://shop.test/'
const named = (...names: string[]) => ({ sha256: null, names, issuer: null, chainBytes: null })

test('a page of one host over HTTP/2 that is fast and compressed can be sent in other ways alone', () => {
  assert.deepEqual(applicable(siteOf(madeRecording([{ url: PAGE }], [{ host: 'shop.test' }]))), [
    'all-hosts-http3',
    'initial-window',
    'congestion-control',
  ])
})

test('a host of the site that no browser reaches over the page’s connection can be merged with it', () => {
  const shard = { host: 'img.shop.test', certificate: named('shop.test', '*.shop.test') }
  const page = { host: 'shop.test', certificate: named('shop.test', '*.shop.test') }
  const names = (address: string, protocol: string): string[] =>
    applicable(
      siteOf(
        madeRecording(
          [{ url: PAGE }],
          [
            { ...page, protocol },
            { ...shard, protocol, address },
          ],
        ),
      ),
    )
  assert.ok(names('192.0.2.2', 'h2').includes('merge-shards'))
  assert.ok(!names('192.0.2.1', 'h2').includes('merge-shards'))
  assert.ok(!names('192.0.2.2', 'http/1.1').includes('merge-shards'))
})

test('an initial window as large as the one to be tried, and a kernel without BBR, leave nothing to try', () => {
  const recording = madeRecording([{ url: PAGE }], [{ host: 'shop.test', protocol: 'h3' }])
  const site = siteOf(
    { ...recording, initialWindow: { tcp: 10, quic: 32 } },
    { congestionControls: ['cubic'] },
  )
  assert.deepEqual(applicable(site), [])
  assert.ok(applicable({ ...site, spoken: ['h2'] }).includes('initial-window'))
})

test('a host that announces HTTP/3 and began without it needs an HTTPS record, and no HTTP/3', () => {
  const recording = announced('h2')
  const site = (h3ClaimedDns: boolean | null, of = recording): SiteFacts =>
    siteOf(of, { survey: { h3ClaimedDns } as SiteFacts['survey'] })
  const tried = (h3ClaimedDns: boolean | null, of = recording): string[] =>
    applicable(site(h3ClaimedDns, of)).filter((name) => ['https-record', 'all-hosts-http3'].includes(name))
  assert.deepEqual(tried(false), ['https-record'])
  assert.deepEqual(tried(true), [])
  assert.deepEqual(tried(null), [])
  assert.deepEqual(tried(false, announced('h3')), [])
  assert.deepEqual(tried(false, madeRecording([{ url: PAGE }], [{ host: 'shop.test' }])), ['all-hosts-http3'])
  assert.deepEqual(httpsRecord.arms?.(site(false)), { before: 'h2', after: 'h3' })
})

test('where a host changed to HTTP/3 within the load, the first visit is that of the arm by Alt-Svc', () => {
  const recording = announced('h2')
  const changedOver = { ...recording, hosts: recording.hosts.map((host) => ({ ...host, protocol: 'h3' })) }
  const site = siteOf(changedOver, { survey: { h3ClaimedDns: false } as SiteFacts['survey'] })
  assert.equal(httpsRecord.appliesTo(site).applies, true)
  assert.deepEqual(httpsRecord.arms?.(site), { before: 'h3-altsvc', after: 'h3' })
})

/** A page whose host says by Alt-Svc that it has HTTP/3, and came by this protocol. */
function announced(protocol: string) {
  const timing = {
    load: 1,
    startedMs: 0,
    firstByteMs: 1,
    thinkMs: 0,
    receiveMs: 0,
    protocol,
    connection: null,
  }
  return madeRecording(
    [{ url: PAGE, responseHeaders: [['alt-svc', 'h3=":443"; ma=86400']], timings: [timing] }],
    [{ host: 'shop.test', protocol }],
  )
}

test('every change says why, in a sentence, whether it applies or not, and how it is made somewhere', () => {
  const sites = [
    siteOf(madeRecording([{ url: PAGE }], [{ host: 'shop.test' }])),
    siteOf(madeRecording([{ url: PAGE }], [{ host: 'shop.test', protocol: 'h3' }])),
    siteOf(announced('h2'), { survey: { h3ClaimedDns: false } as SiteFacts['survey'] }),
    siteOf(
      madeRecording(
        [{ url: PAGE }, { url: 'https://img.shop.test/' }, { url: 'https://ads.example/' }],
        [
          { host: 'shop.test', protocol: 'h3' },
          { host: 'img.shop.test', address: '192.0.2.2', protocol: 'h3' },
          { host: 'ads.example' },
        ],
      ),
    ),
  ]
  for (const { name, appliesTo, howToDo } of WHAT_IFS) {
    for (const site of sites) assert.match(appliesTo(site).why, /^[A-Z].*\.$/, name)
    assert.ok(howToDo.length > 0, name)
  }
  assert.equal(new Set(WHAT_IFS.map(({ name }) => name)).size, WHAT_IFS.length)
})

const applicable = (site: SiteFacts): string[] =>
  WHAT_IFS.flatMap(({ name, appliesTo }) => (appliesTo(site).applies ? name : []))
