import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitWords } from '../../../../web/views/site/visit-words.ts'

const PLAIN = {
  ...{ h1: true, h2: true, h3: true, h3ClaimedAltSvc: true, h3ClaimedDns: false },
  ...{ resumption: null, ticketLifetimeS: null, earlyData: null, h3EarlyData: null, tlsRoundTrips: 1 },
}

for (const [what, facts, words] of [
  ['an HTTPS record', { h3ClaimedDns: true }, 'HTTP/3 may be had from the first visit on (HTTPS record)'],
  ['Alt-Svc alone', {}, 'HTTP/3 from the second visit on (Alt-Svc alone)'],
  ['no announcement', { h3ClaimedAltSvc: false }, 'HTTP/3 on no visit: it is served but not announced'],
  ['a record that could not be asked for', { h3ClaimedDns: null }, null],
  [
    'an announcement that does not hold',
    { h3: false },
    'HTTP/2 on every visit: HTTP/3 is announced but not served',
  ],
  ['neither HTTP/2 nor HTTP/3', { h3: false, h2: false, h3ClaimedAltSvc: false }, 'HTTP/1.1 on every visit'],
  ['HTTP/3 unknown', { h3: null }, null],
  [
    'tickets',
    { h3: null, resumption: true, ticketLifetimeS: 300, earlyData: false },
    'over TCP a later visit within 5 minutes may resume TLS',
  ],
  [
    'tickets that allow early data',
    { h3: null, resumption: true, ticketLifetimeS: 604_800, earlyData: true },
    'over TCP a later visit within 7 days may resume TLS, with 0-RTT',
  ],
  [
    'a ticket for an hour, and two seconds more',
    { h3: null, resumption: true, ticketLifetimeS: 3_602 },
    'over TCP a later visit within 3602 seconds may resume TLS',
  ],
  [
    'no tickets',
    { h3: null, resumption: false, tlsRoundTrips: 2 },
    'over TCP each visit needs a full TLS handshake (2 round trips)',
  ],
] as const) {
  test(`${what} says which visit its users have`, () => {
    assert.equal(visitWords({ ...PLAIN, ...facts }), words)
  })
}

test('protocol and handshake stand in one line', () => {
  const facts = {
    ...{ ...PLAIN, h3ClaimedDns: true, resumption: true, ticketLifetimeS: 3_600 },
    h3EarlyData: true,
  }
  assert.equal(
    visitWords(facts),
    'HTTP/3 may be had from the first visit on (HTTPS record); over TCP a later visit within 1 hour may resume TLS; over QUIC a later one may use 0-RTT',
  )
})
