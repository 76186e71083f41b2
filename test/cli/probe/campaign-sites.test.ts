import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAskedPage } from '../../../cli/check/asked-page.ts'
import { campaignSiteOf } from '../../../cli/probe/campaign-sites.ts'
import { hostOf } from '../../../cli/probe/named-sites.ts'
import type { Arm } from '../../../model/arm.ts'
import { surveyed } from '../survey/facts.ts'

const HTTPS = { finalOrigin: 'https://www.a.test' }
const ALL = { ...HTTPS, h1: true, h2: true, h3: true }
/** As where there is no QUIC client. */
const UNASKED = { ...ALL, h3: null, h3Failure: 'quic_unavailable' } as const

test('an arm applies to a site that serves it; for any other the reason is stored', () => {
  const cases: [Arm, Parameters<typeof surveyed>[1], RegExp | null][] = [
    ['h1', ALL, null],
    [
      'h2',
      { ...ALL, h2: false, h2Failure: 'h2_not_negotiated' },
      /^no HTTP\/2 in the survey: h2_not_negotiated$/,
    ],
    ['h3', { ...ALL, h3: null }, /^the survey could not find out whether it serves HTTP\/3: unknown$/],
    ['h3', { ...UNASKED, h3ClaimedDns: false }, /^the survey could not find out .*: quic_unavailable$/],
    ['h3', { ...UNASKED, h3ClaimedAltSvc: true }, null],
    ['h3-altsvc', { ...UNASKED, h3ClaimedDns: true }, null],
    ['h3-altsvc', { ...ALL, h3ClaimedAltSvc: false, h3ClaimedDns: false }, /neither claimed by Alt-Svc nor/],
    ['h3-altsvc', { ...ALL, h3ClaimedAltSvc: false }, /could not find out whether HTTP\/3 is claimed/],
    ['h3-altsvc', { ...ALL, h3ClaimedDns: true }, null],
    ['h3-altsvc', { ...ALL, h3ClaimedAltSvc: true, h3: false, h3Failure: 'quic_timeout' }, /quic_timeout/],
    ['http', { ...ALL, httpRedirectsToHttps: true }, /^cleartext is redirected to https$/],
    ['http', { http: true, finalOrigin: 'http://a.test' }, null],
    ['http', { ...ALL, http: false }, /^no cleartext HTTP/],
    ['http', ALL, /could not find out whether it has cleartext HTTP/],
    ['h1', { http: true, finalOrigin: 'http://a.test' }, /^no https in the survey$/],
    ['h1', { reachable: false, failure: 'dns_nxdomain' }, /^no answer in the survey: dns_nxdomain$/],
  ]
  for (const [arm, facts, reason] of cases) {
    const { applied, leftOut } = campaignSiteOf(surveyed(1, facts), [arm]).arms
    assert.deepEqual(applied, reason === null ? [arm] : [], `${arm} ${JSON.stringify(facts)}`)
    if (reason !== null) assert.match(leftOut[arm] ?? '', reason)
  }
})

test('the page that is loaded is the root of the final origin', () => {
  assert.equal(campaignSiteOf(surveyed(1, HTTPS), []).url, 'https://www.a.test/')
  assert.equal(campaignSiteOf(surveyed(1), []).url, 'https://site1.test/')
})

test('the page that is loaded is the one that was asked for, unless it is on another origin in the end', () => {
  const { page } = readAskedPage('www.a.test/shop?q=1')
  assert.equal(campaignSiteOf(surveyed(1, HTTPS), [], page).url, 'https://www.a.test/shop?q=1')
  assert.throws(
    () => campaignSiteOf(surveyed(1, { finalOrigin: 'https://a.test:8443' }), [], page),
    /^CliError: https:\/\/www\.a\.test\/shop\?q=1 redirects to https:\/\/a\.test:8443: check the page there$/,
  )
})

test('a site may be typed as a name, as an address, or as the URL of its home page', () => {
  for (const typed of ['a.test', 'a.test/', 'https://a.test', 'HTTPS://A.test:443/'])
    assert.equal(hostOf(typed), 'a.test', typed)
  for (const typed of ['', 'not a name', 'https://']) assert.equal(hostOf(typed), typed)
})

test('another page than the home page over HTTPS is refused, and what of it', () => {
  for (const [typed, what] of [
    ['a.test/shop', 'the path /shop'],
    ['https://a.test/?q=1', 'the query ?q=1'],
    ['https://a.test:8443/', 'port 8443'],
    ['a.test:8080', 'port 8080'],
    ['http://a.test', 'the scheme http'],
    ['a.test/#shop', 'the fragment #shop'],
  ] as const)
    assert.throws(
      () => hostOf(typed),
      (error: Error) => error.message.startsWith(`'${typed}' asks for ${what}: `),
    )
})
