import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baselineOf } from '../../../cli/probe/baseline.ts'
import { campaignCsv } from '../../../cli/probe/campaign-csv.ts'
import { campaignLines } from '../../../cli/probe/campaign-text.ts'
import type { CampaignSite } from '../../../db/campaign/campaign-sites.ts'
import { FAILURES } from '../../../model/failure-codes.ts'
import { armsOf, campaignOf } from '../check/check-data.ts'
import { csvObjects } from './csv.ts'

const RESULTS = armsOf({
  h1: [1_000, 1_010, 990, 1_005, 995, 1_000],
  h2: [500, 505, 495, 502, 498, 500],
  h3: [1_001],
})
const SITE = {
  domain: 'a.test',
  arms: { applied: ['h1', 'h2', 'h3'], leftOut: { 'h3-altsvc': 'no claim' } },
  state: 'parked',
  stateDetail: 'answered 429 three times',
} as unknown as CampaignSite

test('each arm of a site is a line with n, medians, gain, interval and verdict', () => {
  const text = campaignLines(campaignOf(), RESULTS, [], null).join('\n')
  assert.match(
    text,
    /^\nCampaign 3: 6 rounds, Chrome 156, warm browsers, finished; packets: unknown; browser’s sandbox: unknown; packet filter: unknown\n/,
  )
  assert.match(text, /\na\.test +h1 +6 +0 +1000 +– +– +– +– +– +– +baseline\n/)
  assert.match(
    text,
    /\na\.test +h2 +6 +0 +500 +– +6 +2\.00 +[12]\.\d+–2\.\d+ +[\d.]+ % +-?\d\.\d\d +faster\n/,
  )
  assert.match(text, /\na\.test +h3 +1 +0 +1001 .* too few rounds\n/)
})

test('the first line says from where, by which packets, and whether the browser had its sandbox', () => {
  const campaign = campaignOf({
    vantage: 'home',
    capture: 'tcpdump on eth0',
    browserVersion: null,
    vantageFacts: { browserSandbox: { on: false } },
  })
  assert.match(
    campaignLines(campaign, [], [], null)[1] ?? '',
    /^Campaign 3 from home: 6 rounds, no browser yet, .*packets: tcpdump on eth0; browser’s sandbox: off; packet filter: unknown$/,
  )
})

test('the first line says whether a filter kept pages from the network, unless that is the user’s own', () => {
  const lineOf = (row: Parameters<typeof campaignOf>[0]): string =>
    campaignLines(campaignOf(row), [], [], null)[1] ?? ''
  assert.match(
    lineOf({ vantageFacts: { egressFilter: 'nftables v1.0.6' } }),
    /; packet filter: nftables v1\.0\.6$/,
  )
  assert.match(lineOf({ vantageFacts: { egressFilter: null } }), /; packet filter: none$/)
  assert.match(
    lineOf({ vantageFacts: { egressFilter: 'nftables v1.0.6', unconfined: true } }),
    /; unconfined: without a packet filter$/,
  )
  assert.match(
    lineOf({ sandbox: true, vantageFacts: { egressFilter: null } }),
    /; browser’s sandbox: unknown$/,
  )
})

test('the first line says that screenshots were taken', () => {
  const [, line = ''] = campaignLines(campaignOf({ options: { filmstrip: true } }), [], [], null)
  assert.match(line, /; with screenshots, which can slow the loads$/)
})

test('left out loads are counted over all sites by reason, the commonest first; arms and sites by theirs', () => {
  const [h1, h2] = RESULTS
  assert.ok(h1 && h2)
  const leftOut = (reason: string | null, samples: number) => ({ reason, samples })
  const results = [
    { ...h1, leftOut: [leftOut('page_timeout', 1), leftOut(null, 1)] },
    { ...h2, leftOut: [leftOut('page_timeout', 2)] },
  ] as typeof RESULTS
  assert.deepEqual(campaignLines(campaignOf(), results, [SITE], null).slice(-4), [
    `left out: 3 page_timeout: ${FAILURES.page_timeout}`,
    'left out: 1 unknown: no reason is recorded',
    'a.test: no h3-altsvc: no claim',
    'a.test: parked: answered 429 three times',
  ])
})

test('within 80 columns the verdict stays', () => {
  const text = campaignLines(campaignOf(), RESULTS, [], 80).join('\n')
  for (const line of text.split('\n')) assert.ok([...line].length <= 80, line)
  assert.match(text, /faster/)
  assert.match(text, /too few/)
})

test('CSV holds what is computed with six significant digits; unknown is empty', () => {
  const [h1, h2, h3] = csvObjects(`${[...campaignCsv(RESULTS)].join('\n')}\n`)
  assert.deepEqual(
    [h1?.site, h1?.arm, h1?.valid, h1?.plt_ms, h1?.gain, h1?.verdict],
    ['a.test', 'h1', '6', '1000', '', ''],
  )
  assert.deepEqual([h2?.rounds, h2?.gain, h2?.verdict, h2?.tow_setup_ms], ['6', '2', 'faster', ''])
  assert.equal(h2?.gain_low, String(Number(RESULTS[1]?.comparison?.gainInterval?.[0].toPrecision(6))))
  assert.deepEqual([h3?.gain_low, h3?.verdict, h3?.effective_rounds], ['', 'too few rounds', ''])
})

test('the baseline is h1 where it was loaded, else the first arm', () => {
  assert.equal(baselineOf(['http', 'h2', 'h1']), 'h1')
  assert.equal(baselineOf(['h2', 'h3']), 'h2')
  assert.equal(baselineOf([]), null)
})

test('a campaign that lacks loads since the machine was busy says so first, and how often rounds were repeated', () => {
  const results = RESULTS.map((row, index) => ({ ...row, invalid: 2, repeated: index === 2 ? 0 : 4 }))
  const text = campaignLines(campaignOf({ state: 'stopped' }), results, [], null, 6).join('\n')
  assert.match(
    text,
    /^\nUnfinished: machine busy\. 6 of 19 loads could not be had .*, though rounds were repeated 4 times \(8 loads\)\..*--resume tries again.*\n\nCampaign 3: /,
  )
  assert.match(text, /^repeated: rounds were repeated 4 times \(8 loads\), since /m)
  assert.doesNotMatch(campaignLines(campaignOf(), RESULTS, [], null).join('\n'), /Unfinished|repeated/)
})
