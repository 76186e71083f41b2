import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('an HTTPS record is tried where HTTP/3 is spoken and the survey saw none', () => {
  const recording = madeRecording([{ url: PAGE }], [{ host: 'shop.test', protocol: 'h3' }])
  const tried = (h3ClaimedDns: boolean | null, spoken: SiteFacts['spoken'] = ['h1', 'h2', 'h3']): boolean => {
    const survey = { h3ClaimedDns } as SiteFacts['survey']
    return applicable(siteOf(recording, { survey, spoken })).includes('https-record')
  }
  assert.equal(tried(false), true)
  assert.equal(tried(true), false)
  assert.equal(tried(null), false)
  assert.equal(tried(false, ['h1', 'h2']), false)
})

test('every change says why, in a sentence, whether it applies or not, and how it is made somewhere', () => {
  const sites = [
    siteOf(madeRecording([{ url: PAGE }], [{ host: 'shop.test' }])),
    siteOf(madeRecording([{ url: PAGE }], [{ host: 'shop.test', protocol: 'h3' }])),
  ]
  for (const { name, appliesTo, howToDo } of WHAT_IFS) {
    for (const site of sites) assert.match(appliesTo(site).why, /^[A-Z].*\.$/, name)
    assert.ok(howToDo.length > 0, name)
  }
  assert.equal(new Set(WHAT_IFS.map(({ name }) => name)).size, WHAT_IFS.length)
})

const applicable = (site: SiteFacts): string[] =>
  WHAT_IFS.flatMap(({ name, appliesTo }) => (appliesTo(site).applies ? name : []))
