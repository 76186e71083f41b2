import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Http3Facts, type Http3Reason, http3Reason } from '../../../web/har/http3-reason.ts'

const FACTS: Http3Facts = {
  url: 'https://site.test/',
  protocol: 'h2',
  fromCache: false,
  reused: false,
  othersByH3: false,
  altSvc: 'hidden',
  claimedBefore: false,
  publishedByH3: false,
}

const H3 = 'h3=":443"; ma=86400'

const CASES: readonly (readonly [string, Partial<Http3Facts>, Http3Reason])[] = [
  ['HTTP/3 itself', { protocol: 'h3' }, 'used'],
  ['plain HTTP, which no claim changes', { url: 'http://site.test/', altSvc: [H3] }, 'no_https'],
  ['a copy of the cache, whatever it came by once', { protocol: 'h3', fromCache: true }, 'cached'],
  ['a hidden protocol', { protocol: null, altSvc: [H3] }, 'unknown_protocol'],
  ['later requests by HTTP/3', { othersByH3: true, reused: true }, 'others_used'],
  ['nothing but the page’s own clock', {}, 'not_visible'],
  ['an open connection, by the page’s own clock', { reused: true }, 'reused'],
  ['published loads by HTTP/3', { publishedByH3: true }, 'published'],
  [
    'published loads by HTTP/3, over an open connection',
    { publishedByH3: true, reused: true },
    'published_reused',
  ],
  ['published loads by HTTP/3, where headers say more', { publishedByH3: true, altSvc: [] }, 'no_claim'],
  ['a record without headers', { altSvc: 'missing', reused: true }, 'no_headers'],
  ['answers without Alt-Svc', { altSvc: [] }, 'no_claim'],
  ['Alt-Svc of HTTP/2 alone', { altSvc: ['h2=":8443"'] }, 'no_claim'],
  ['a claim that is withdrawn', { altSvc: ['h3=":443"; ma=0'] }, 'no_claim'],
  ['a draft alone', { altSvc: ['h3-29=":443"'] }, 'draft'],
  ['a claim beside a draft', { altSvc: ['h3-29=":443", h3=":443"'] }, 'claimed'],
  ['a claim, over a new connection', { altSvc: [H3] }, 'claimed'],
  ['a claim, over an open connection', { altSvc: [H3], reused: true }, 'claimed_reused'],
  ['a claim that the browser had before', { altSvc: [H3], claimedBefore: true }, 'claimed_before'],
  [
    'a claim of before, over who knows which connection',
    { altSvc: [H3], claimedBefore: true, reused: null },
    'claimed',
  ],
  [
    'a claim of before, over an open connection',
    { altSvc: [H3], claimedBefore: true, reused: true },
    'claimed_reused',
  ],
  ['a claim of before that this page takes back', { altSvc: ['clear'], claimedBefore: true }, 'no_claim'],
]

describe('why not HTTP/3', () => {
  for (const [title, facts, reason] of CASES)
    test(`${title}: ${reason}`, () => assert.equal(http3Reason({ ...FACTS, ...facts }), reason))
})
