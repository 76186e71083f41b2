import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sitesText } from '../../../cli/survey/sites-text.ts'
import { surveyed } from './facts.ts'

/** The cells of one site, by heading. */
function cellsOf(changes: Parameters<typeof surveyed>[1]): Record<string, string> {
  const [heading = '', line = ''] = sitesText([surveyed(1, changes)], 0, null).split('\n')
  const starts = [...heading.matchAll(/(?<=^| {2})\S+(?: \S+)*/g)]
  return Object.fromEntries(
    starts.map(({ 0: name, index }, i) => [name, line.slice(index, starts[i + 1]?.index).trim()]),
  )
}

test('unknown, no, and yes are distinguished, a claim by how it is made', () => {
  const cases: [Parameters<typeof surveyed>[1], Record<string, string>][] = [
    [
      { h1: true, h2: false },
      { h1: 'yes', h2: 'no', h3: '–', 'h3 claimed': '–' },
    ],
    [{ h3ClaimedAltSvc: true, h3ClaimedDns: true }, { 'h3 claimed': 'Alt-Svc + DNS' }],
    [{ h3ClaimedAltSvc: false, h3ClaimedDns: true }, { 'h3 claimed': 'DNS' }],
    [{ h3ClaimedAltSvc: false, h3ClaimedDns: false }, { 'h3 claimed': 'no' }],
    [{ h3ClaimedAltSvc: false, h3ClaimedDns: null }, { 'h3 claimed': '–' }],
    [{ h3ClaimedAltSvc: null, h3ClaimedDns: true }, { 'h3 claimed': 'DNS' }],
    [{ httpRedirectsToHttps: true, http: false }, { http: '→ https' }],
    [{ tlsVersion: 'TLSv1.3' }, { TLS: '1.3' }],
  ]
  for (const [changes, expected] of cases) {
    const cells = cellsOf({ cdn: 'x', ...changes })
    for (const [name, cell] of Object.entries(expected)) assert.equal(cells[name], cell, name)
  }
})

test('why not names the failure of the site, or of a protocol that it claims', () => {
  const cases: [Parameters<typeof surveyed>[1], RegExp][] = [
    [{ reachable: false, failure: 'dns_nxdomain' }, /dns_nxdomain$/],
    [
      { h1: false, h1Failure: 'tcp_refused', h2: false, h2Failure: 'h2_goaway' },
      /h1: tcp_refused; h2: h2_goaway$/,
    ],
    [{ h1: true, h2: false, h2Failure: 'h2_not_negotiated' }, /–$/],
    [{ h3: false, h3Failure: 'quic_timeout', h3ClaimedDns: true }, /h3: quic_timeout$/],
    [{ h3: false, h3Failure: 'quic_timeout', h3ClaimedDns: false }, /–$/],
  ]
  for (const [changes, expected] of cases)
    assert.match(
      sitesText([surveyed(1, { h1: true, cdn: null, ...changes })], 0, null).split('\n')[1] ?? '',
      expected,
    )
})

test('what is not shown is counted, and within 80 columns every site keeps its name and protocols', () => {
  assert.match(sitesText([surveyed(1)], 3, null), /\n… and 3 more \(--limit 0 shows all/)
  const narrow = sitesText(
    [surveyed(1, { server: 'a-long-name-of-a-server', failure: 'dns_nxdomain' })],
    0,
    80,
  )
  for (const line of narrow.split('\n')) assert.ok(line.length <= 80, line)
  assert.match(narrow, /^rank {2}domain +http +h1 +h2 +h3 /)
  assert.match(narrow, /site1\.test/)
  assert.match(narrow, /dns_nxdom/)
})
