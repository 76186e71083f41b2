import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteFacts } from '../../../../crawler/survey/facts/site-facts.ts'
import { unknownFacts } from '../../../../crawler/survey/facts/unknown-facts.ts'
import type { HttpsRecord, OperationRow } from '../../../../model/operation.ts'
import type { SiteFacts } from '../../../../model/site-facts.ts'
import { dnsRow, httpRow, redirectRow, tcpRow, tlsRow, unattempted } from '../visit/visit-rows.ts'

const A = 'https://a.test/'
const CLEAR = 'http://a.test/'
const UP = [dnsRow('a.test'), tcpRow(A), tlsRow(A)]

function facts<K extends keyof SiteFacts>(rows: readonly OperationRow[], ...names: K[]): Pick<SiteFacts, K> {
  const all = siteFacts('a.test', rows)
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<SiteFacts, K>
}

const TICKETS = { count: 2, lifetimeS: 600, maxEarlyDataBytes: 16_384 }
const NO_TICKETS = { count: 0, lifetimeS: null, maxEarlyDataBytes: null }

function record(changes: Partial<HttpsRecord>): HttpsRecord {
  const none = { port: null, ipv4Hint: [], ipv6Hint: [], ech: false }
  return { priority: 1, target: '.', alpn: ['h2'], noDefaultAlpn: false, ...none, ...changes }
}

test('a site that speaks all three has every fact', () => {
  const headers = {
    'alt-svc': 'h3=":443"',
    server: 'nginx/1.22.1 (Debian)',
    'strict-transport-security': 'max-age=1',
  }
  const rows = [
    dnsRow('a.test', {
      aaaa: ['2001:db8::1'],
      cnames: ['x.cloudfront.net'],
      https: [record({ alpn: ['h3', 'h2'], ech: true })],
    }),
    tcpRow(A, { result: { family: 4, rttMs: 12 } }),
    tlsRow(A, {
      result: {
        ...{ version: 'TLSv1.3', group: 'X25519', organization: 'Org', fingerprint256: 'AB:CD' },
        ...{ roundTrips: 1, chainBytes: 4_321 },
      },
    }),
    httpRow('http2', 'https://a.test/robots.txt', { status: 404 }),
    httpRow('http2', A, { headers, bodyBytes: 99, tickets: TICKETS }),
    httpRow('http3', A, { handshakeMs: 20, interim: [103] }),
    httpRow('http1', A),
    tcpRow(A, { address: '2001:db8::1', result: { family: 6, rttMs: 13 } }),
    redirectRow('http1', CLEAR, A),
  ]
  assert.deepEqual(siteFacts('a.test', rows), {
    ...{ reachable: true, failure: null, finalOrigin: 'https://a.test', redirects: 0, status: 200 },
    ...{ http: false, httpRedirectsToHttps: true, h1: true, h2: true, h3: true, h3Handshake: true },
    ...{ h3ClaimedAltSvc: true, h3ClaimedDns: true, h1Failure: null, h2Failure: null, h3Failure: null },
    ...{ ipv4: true, ipv6: true, address: '192.0.2.1', rttMs: 12, tlsVersion: 'TLSv1.3', tlsGroup: 'X25519' },
    ...{ tlsRoundTrips: 1, chainBytes: 4_321, resumption: true, ticketLifetimeS: 600, earlyData: true },
    ...{ httpsRecord: true, ech: true, earlyHints: true },
    ...{ certOrganization: 'Org', certFingerprint: 'AB:CD', hsts: true, server: 'nginx' },
    ...{ stack: null, h3Stack: null },
    ...{ cdn: 'CloudFront', cdnEvidence: 'cname', bodyBytes: 99, h1Note: null, h2Evidence: 'page' },
  })
})

test('a name that does not exist is known for that and nothing else', () => {
  const rows = [
    dnsRow(
      'a.test',
      { failures: { a: 'dns_nxdomain', aaaa: 'dns_nxdomain', https: 'dns_nxdomain' } },
      'dns_nxdomain',
    ),
  ]
  assert.deepEqual(siteFacts('a.test', rows), unknownFacts('dns_nxdomain'))
})

test('a site of which there is no row is unknown in everything', () => {
  assert.deepEqual(siteFacts('a.test', []), unknownFacts('not_reached'))
})

test('a demand for a client certificate is the same fact in the handshake and after it', () => {
  const clear = [tcpRow(CLEAR), httpRow('http1', CLEAR)]
  const within = [dnsRow('a.test'), tcpRow(A), tlsRow(A, { failure: 'tls_client_cert' })]
  const after = [...UP, httpRow('http1', 'https://a.test/robots.txt', { failure: 'tls_client_cert' })]
  const names = ['failure', 'finalOrigin', 'h1', 'h1Failure', 'h2', 'h3'] as const
  assert.deepEqual(facts([...within, ...clear], ...names), facts([...after, ...clear], ...names))
  assert.equal(facts([...within, ...clear], 'h1Failure').h1Failure, 'tls_client_cert')
  assert.deepEqual(facts(within, 'failure', 'h1Failure'), facts(after, 'failure', 'h1Failure'))
  assert.equal(facts(within, 'failure').failure, 'tls_client_cert')
})

test('what was tried and failed is no, what was not tried is unknown', () => {
  const rows = [
    ...UP,
    unattempted('http2', A, 'h2_not_negotiated'),
    httpRow('http1', A),
    httpRow('http3', A, { failure: 'quic_unanswered' }),
  ]
  assert.deepEqual(facts(rows, 'h1', 'h2', 'h3', 'h3Handshake', 'h2Failure', 'h3Failure'), {
    ...{ h1: true, h2: false, h3: false, h3Handshake: false },
    ...{ h2Failure: 'h2_not_negotiated', h3Failure: 'quic_unanswered' },
  })
  for (const why of [
    'not_reached',
    'site_timeout',
    'opted_out',
    'address_refused',
    'quic_unavailable',
  ] as const) {
    const cut = [...UP, httpRow('http2', A), unattempted('http1', A, why), unattempted('http3', A, why)]
    assert.deepEqual(facts(cut, 'h1', 'h2', 'h3', 'h3Handshake', 'h1Failure', 'h3Failure'), {
      ...{ h1: null, h2: true, h3: null, h3Handshake: null, h1Failure: why, h3Failure: why },
    })
  }
})

test('where one socket could not be had nothing is known of the site but that', () => {
  const cut = [...UP, httpRow('http2', A), unattempted('http3', A, 'client_busy')]
  assert.deepEqual(siteFacts('a.test', cut), unknownFacts('client_busy'))
})

test('a site that answers over HTTP/3 alone is reachable; what TCP refused is no to HTTP/1.1 and HTTP/2', () => {
  const rows = [
    dnsRow('a.test', { aaaa: ['2001:db8::1'] }),
    tcpRow(A, { failure: 'tcp_refused' }),
    tcpRow(A, { failure: 'tcp_timeout', address: '2001:db8::1' }),
    httpRow('http3', A, { handshakeMs: 20, status: 403 }),
    unattempted('http1', A, 'not_reached'),
  ]
  assert.deepEqual(
    facts(
      rows,
      'reachable',
      'failure',
      'finalOrigin',
      'status',
      'h1',
      'h2',
      'h3',
      'h1Failure',
      'h2Failure',
      'ipv4',
      'ipv6',
      'address',
      'rttMs',
    ),
    {
      ...{ reachable: true, failure: null, finalOrigin: 'https://a.test', status: 403 },
      ...{ h1: false, h2: false, h3: true, h1Failure: 'tcp_refused', h2Failure: 'tcp_refused' },
      ...{ ipv4: true, ipv6: false, address: '192.0.2.1', rttMs: null },
    },
  )
})

test('an attempt that was outrun says nothing about its address', () => {
  const rows = [
    dnsRow('a.test', { aaaa: ['2001:db8::1'] }),
    tcpRow(A, { failure: 'tcp_outrun' }),
    tcpRow(A, { address: '2001:db8::1' }),
    httpRow('http2', A),
  ]
  assert.deepEqual(facts(rows, 'reachable', 'ipv4', 'ipv6', 'address'), {
    ...{ reachable: true, ipv4: null, ipv6: true, address: '2001:db8::1' },
  })
})

test('an unreachable site says of no protocol that it is not spoken', () => {
  const rows = [
    dnsRow('a.test'),
    tcpRow(A, { failure: 'tcp_timeout' }),
    unattempted('http3', A, 'not_reached'),
  ]
  assert.deepEqual(
    facts(rows, 'reachable', 'failure', 'finalOrigin', 'h1', 'h2', 'h3', 'hsts', 'ipv4', 'rttMs'),
    {
      ...{ reachable: false, failure: 'tcp_timeout', finalOrigin: null },
      ...{ h1: null, h2: null, h3: null, hsts: null, ipv4: false, rttMs: null },
    },
  )
})

test('a QUIC handshake without a response is a handshake and no HTTP/3', () => {
  const rows = [...UP, httpRow('http2', A), httpRow('http3', A, { failure: 'h3_timeout', handshakeMs: 20 })]
  assert.deepEqual(facts(rows, 'h3', 'h3Handshake', 'h3Failure'), {
    h3: false,
    h3Handshake: true,
    h3Failure: 'h3_timeout',
  })
})

test('a response whose body broke off still is one', () => {
  const rows = [...UP, httpRow('http1', A, { failure: 'http_truncated', status: 200, bodyBytes: 5 })]
  assert.deepEqual(facts(rows, 'reachable', 'failure', 'h1', 'h1Failure', 'bodyBytes'), {
    ...{ reachable: true, failure: null, h1: true, h1Failure: 'http_truncated', bodyBytes: 5 },
  })
})

test('robots.txt alone shows no page: a site that forbids it is reached by none', () => {
  const robots = httpRow('http2', 'https://a.test/robots.txt')
  const rows = [...UP, robots, unattempted('http2', A, 'robots_disallowed')]
  assert.deepEqual(facts(rows, 'reachable', 'failure', 'status', 'h2', 'h2Failure', 'http', 'tlsVersion'), {
    ...{ reachable: false, failure: 'robots_disallowed', status: null, h2: null },
    ...{ h2Failure: 'robots_disallowed', http: null, tlsVersion: 'TLSv1.3' },
  })
})

test('a robots.txt that broke HTTP/2 counts against HTTP/2 where the page came by HTTP/1.1', () => {
  const broken = httpRow('http2', 'https://a.test/robots.txt', { failure: 'h2_protocol_error' })
  assert.deepEqual(facts([...UP, broken, httpRow('http1', A)], 'reachable', 'h1', 'h2', 'h2Failure'), {
    ...{ reachable: true, h1: true, h2: false, h2Failure: 'h2_protocol_error' },
  })
})

test('protocols, names and addresses are those of the final origin', () => {
  const www = 'https://www.a.test/'
  const rows = [
    ...UP,
    redirectRow('http2', A, www),
    ...[
      dnsRow('www.a.test', { a: ['192.0.2.2'], aaaa: ['2001:db8::2'] }),
      tcpRow(www, { address: '192.0.2.2' }),
    ],
    tlsRow(www, { result: { version: 'TLSv1.2' } }),
    httpRow('http1', www),
    ...[
      unattempted('http2', www, 'h2_not_negotiated'),
      tcpRow(www, { address: '2001:db8::2', failure: 'tcp_timeout' }),
    ],
  ]
  const names = [
    'finalOrigin',
    'redirects',
    'h1',
    'h2',
    'address',
    'ipv4',
    'ipv6',
    'tlsVersion',
    'http',
  ] as const
  assert.deepEqual(facts(rows, ...names), {
    ...{ finalOrigin: 'https://www.a.test', redirects: 1, h1: true, h2: false, address: '192.0.2.2' },
    ...{ ipv4: true, ipv6: false, tlsVersion: 'TLSv1.2', http: null },
  })
})

test('a site that ends in clear text speaks nothing over TLS', () => {
  const rows = [...UP, redirectRow('http2', A, CLEAR), tcpRow(CLEAR), httpRow('http1', CLEAR)]
  assert.deepEqual(facts(rows, 'finalOrigin', 'http', 'httpRedirectsToHttps', 'h1', 'h2', 'h3', 'hsts'), {
    ...{ finalOrigin: 'http://a.test', http: true, httpRedirectsToHttps: false },
    ...{ h1: false, h2: false, h3: false, hsts: null },
  })
})

test('port 80 answers itself, redirects to https, leads elsewhere, or is closed', () => {
  const port80 = (...rows: OperationRow[]) =>
    facts([...UP, httpRow('http2', A), ...rows], 'http', 'httpRedirectsToHttps')
  assert.deepEqual(port80(httpRow('http1', CLEAR)), { http: true, httpRedirectsToHttps: false })
  assert.deepEqual(port80(httpRow('http1', CLEAR, { status: 403 })), {
    http: true,
    httpRedirectsToHttps: false,
  })
  assert.deepEqual(port80(redirectRow('http1', CLEAR, 'https://www.a.test/')), {
    http: false,
    httpRedirectsToHttps: true,
  })
  const twoSteps = [redirectRow('http1', CLEAR, '/x'), redirectRow('http1', 'http://a.test/x', A)]
  assert.deepEqual(port80(...twoSteps), { http: false, httpRedirectsToHttps: true })
  assert.deepEqual(port80(redirectRow('http1', CLEAR, 'http://b.test/')), {
    http: null,
    httpRedirectsToHttps: null,
  })
  assert.deepEqual(port80(tcpRow(CLEAR, { failure: 'tcp_refused' })), {
    http: false,
    httpRedirectsToHttps: false,
  })
  assert.deepEqual(port80(), { http: null, httpRedirectsToHttps: null })
  const cut = tcpRow(CLEAR, { failure: 'site_timeout' })
  assert.deepEqual(port80(cut), { http: null, httpRedirectsToHttps: null })
})

test('a claim by DNS needs h3 in the alpn of a service, and an answer to the question', () => {
  const claimed = (https: readonly HttpsRecord[], failure: 'dns_timeout' | null = null) => {
    const failures = { a: null, aaaa: null, https: failure }
    return facts([dnsRow('a.test', { https, failures }), tcpRow(A), httpRow('http1', A)], 'h3ClaimedDns')
      .h3ClaimedDns
  }
  assert.equal(claimed([record({ alpn: ['h2', 'h3'] })]), true)
  assert.equal(claimed([record({ alpn: ['h2'] }), record({ priority: 2, alpn: ['h3'] })]), true)
  assert.equal(claimed([record({ priority: 0, alpn: ['h3'] })]), false)
  assert.equal(claimed([record({ alpn: ['h3-29'] })]), false)
  assert.equal(claimed([record({ alpn: null })]), false)
  assert.equal(claimed([]), false)
  assert.equal(claimed([], 'dns_timeout'), null)
})

test('a claim by Alt-Svc is read from the final response', () => {
  const claimed = (text: string) =>
    facts([...UP, httpRow('http1', A, { headers: { 'alt-svc': text } })], 'h3ClaimedAltSvc')
  assert.deepEqual(claimed('h2=":443", h3=":8443"; ma=60'), { h3ClaimedAltSvc: true })
  assert.deepEqual(claimed('h3-29=":443"'), { h3ClaimedAltSvc: false })
  assert.deepEqual(claimed('clear'), { h3ClaimedAltSvc: false })
})

test('the server is the first product, without version, in lower case; no header is no server', () => {
  const server = (header?: string) =>
    facts([...UP, httpRow('http1', A, { headers: header === undefined ? {} : { server: header } })], 'server')
      .server
  assert.equal(server('Apache/2.4.57 (Debian)'), 'apache')
  assert.equal(server('cloudflare'), 'cloudflare')
  assert.equal(server('Microsoft-IIS/10.0'), 'microsoft-iis')
  assert.equal(server('nginx(x)'), 'nginx')
  assert.equal(server(''), null)
  assert.equal(server('  '), null)
  assert.equal(server(), null)
})

test('an address family that the name does not have is neither yes nor no', () => {
  const rows = [
    dnsRow('a.test', { a: [], aaaa: ['2001:db8::1'] }),
    tcpRow(A, { address: '2001:db8::1' }),
    httpRow('http1', A),
  ]
  assert.deepEqual(facts(rows, 'ipv4', 'ipv6', 'address'), { ipv4: null, ipv6: true, address: '2001:db8::1' })
})

test('the round trip is the shortest that is known of the connections to the address, by TCP or QUIC, on any port', () => {
  const rtt = (...known: (number | null)[]) =>
    facts([dnsRow('a.test'), ...known.map((rttMs) => tcpRow(A, { result: { family: 4, rttMs } }))], 'rttMs')
      .rttMs
  assert.equal(rtt(30, 12, 40), 12)
  assert.equal(rtt(null, 30), 30)
  assert.equal(rtt(null), null)
  assert.equal(rtt(), null)
  const tcpOf = (url: string, rttMs: number | null, changes = {}) =>
    tcpRow(url, { result: { family: 4, rttMs }, ...changes })
  const toHost = [dnsRow('a.test'), tcpOf(A, 30), httpRow('http1', A)]
  assert.equal(facts([...toHost, tcpOf(CLEAR, 10)], 'rttMs').rttMs, 10)
  const quic = { ...httpRow('http3', A), result: { rttMs: 11 } }
  assert.equal(facts([...toHost, quic], 'rttMs').rttMs, 11)
  assert.equal(facts([...toHost, tcpOf(A, 9, { address: '192.0.2.9' })], 'rttMs').rttMs, 30)
  assert.equal(facts([...toHost, tcpOf('https://b.test/', 8)], 'rttMs').rttMs, 30)
})

test('HTTP/2 beside a failure says what showed it: the page, or robots.txt after which the page was not asked for', () => {
  const robots = { ...httpRow('http2', `${A}robots.txt`, { status: 200, failure: 'http_truncated' }) }
  const page = httpRow('http1', A, {})
  assert.deepEqual(facts([...UP, robots, page], 'h2', 'h2Failure', 'h2Evidence'), {
    h2: true,
    h2Failure: 'http_truncated',
    h2Evidence: 'robots',
  })
  assert.equal(facts([...UP, httpRow('http2', A, {})], 'h2Evidence').h2Evidence, 'page')
  assert.equal(facts([...UP, page], 'h2Evidence').h2Evidence, null)
})

test('what browsers put up with in a response over HTTP/1.1 is a note, each code once', () => {
  const page = httpRow('http1', A, {})
  const noted = (...notes: string[]): OperationRow => ({
    ...page,
    result: { ...(page.result as object), notes },
  })
  assert.equal(
    facts([...UP, noted('space_before_colon', 'bare_lf'), noted('bare_lf')], 'h1Note').h1Note,
    'bare_lf space_before_colon',
  )
  assert.equal(facts([...UP, page], 'h1Note').h1Note, null)
})

for (const [what, version, tickets, resumption, earlyData] of [
  ['tickets without early data', 'TLSv1.3', { ...TICKETS, maxEarlyDataBytes: 0 }, true, false],
  ['no ticket by the end of a response over TLS 1.3', 'TLSv1.3', NO_TICKETS, false, false],
  ['no ticket over TLS 1.2, where a session id may do', 'TLSv1.2', NO_TICKETS, null, false],
] as const) {
  test(`of resumption, ${what} says ${resumption}`, () => {
    const rows = [
      dnsRow('a.test'),
      tcpRow(A),
      tlsRow(A, { result: { version } }),
      httpRow('http2', A, { tickets }),
    ]
    assert.deepEqual(facts(rows, 'resumption', 'earlyData'), { resumption, earlyData })
  })
}

test('a response that never came says nothing of tickets', () => {
  const rows = [...UP, httpRow('http2', A, { failure: 'http_timeout', tickets: NO_TICKETS })]
  assert.deepEqual(facts(rows, 'resumption', 'earlyData'), { resumption: null, earlyData: null })
})

test('HTTPS records that could not be had are unknown, and an alias offers no ECH of its own', () => {
  const failed = dnsRow('a.test', { failures: { a: null, aaaa: null, https: 'dns_malformed' } })
  assert.deepEqual(facts([failed], 'httpsRecord', 'ech'), { httpsRecord: null, ech: null })
  const alias = dnsRow('a.test', { https: [record({ priority: 0, target: 'b.test', alpn: null })] })
  assert.deepEqual(facts([alias], 'httpsRecord', 'ech'), { httpsRecord: true, ech: false })
})

test('Early Hints before robots.txt are none of the page’s', () => {
  const rows = [
    ...UP,
    httpRow('http2', 'https://a.test/robots.txt', { status: 404, interim: [103] }),
    httpRow('http2', A, { interim: [100] }),
  ]
  assert.deepEqual(facts(rows, 'earlyHints'), { earlyHints: false })
})
