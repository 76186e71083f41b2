import { column, orNull, wordColumn } from './column.ts'
import { figure } from './figure.ts'
import { pageOf } from './paging.ts'

/** Uses ranks of a list that has them, else magnitudes. */
export const listedRank = {
  rank: orNull(column('count', 'rank', 'In the list; null: it has only magnitudes')),
  rankMagnitude: orNull(
    column('count', 'rank magnitude', 'Among so many of the highest ranked; null: its rank is known'),
  ),
}

const known = (heading: string, meaning = 'Null: could not be found out') =>
  orNull(column('flag', heading, meaning))
const failure = (heading: string) => orNull(column('text', heading, 'Failure code (docs/failures.md)'))
const text = (heading: string, meaning: string | null = null) => orNull(column('text', heading, meaning))

export const siteFacts = {
  reachable: column('flag', 'reachable'),
  failure: failure('failure'),
  finalOrigin: text('final origin'),
  redirects: orNull(column('count', 'redirects')),
  status: orNull(column('count', 'status')),
  http: known('HTTP'),
  httpRedirectsToHttps: known('HTTP redirects to HTTPS'),
  h1: known('HTTP/1.1'),
  h2: known('HTTP/2'),
  h3: known('HTTP/3', 'A real HTTP/3 GET was answered; null: could not be found out'),
  h3Handshake: known('HTTP/3 handshake'),
  h3ClaimedAltSvc: known('claims HTTP/3 by Alt-Svc'),
  h3ClaimedDns: known('claims HTTP/3 in DNS'),
  h1Failure: failure('HTTP/1.1 failure'),
  h2Failure: failure('HTTP/2 failure'),
  h3Failure: failure('HTTP/3 failure'),
  ipv4: known('IPv4'),
  ipv6: known('IPv6'),
  address: text('address'),
  rttMs: orNull(
    column('number', 'RTT', 'Shortest round trip of the connections to its address, by TCP or QUIC', {
      unit: 'ms',
    }),
  ),
  tlsVersion: text('TLS'),
  tlsGroup: text('TLS group'),
  tlsRoundTrips: orNull(column('count', 'TLS round trips', 'Of a full handshake, after TCP’s own')),
  chainBytes: orNull(column('count', 'bytes of certificates', 'As sent over TCP, in DER')),
  resumption: known('session tickets', 'Over TCP; null: none, but TLS 1.2 may resume without'),
  ticketLifetimeS: orNull(column('number', 'ticket lifetime', 'Seconds')),
  earlyData: known('0-RTT over TCP', 'A ticket over TCP lets clients send early data'),
  h3Retry: known('Retry', 'Demanded over QUIC; null: the client does not tell'),
  h3Resumption: known('QUIC tickets', 'Null: the client does not tell'),
  h3EarlyData: known('0-RTT over QUIC', 'A ticket over QUIC lets clients send early data'),
  httpsRecord: known('HTTPS record'),
  ech: known('ECH', 'The HTTPS record has keys for Encrypted ClientHello'),
  earlyHints: known('Early Hints', '103 came before the page'),
  certOrganization: text('organization of the certificate'),
  certFingerprint: text('fingerprint of the certificate'),
  hsts: known('HSTS'),
  server: text('server', 'By its Server header'),
  stack: text('HTTP/2 stack', 'By its SETTINGS and header; null: no rule is sure'),
  h3Stack: text('HTTP/3 stack', 'By its transport parameters; null: no rule is sure'),
  cdn: text('CDN'),
  cdnEvidence: orNull(wordColumn('word', ['cname', 'header'], 'CDN known by')),
  bodyBytes: orNull(column('count', 'bytes of the page', 'Of the page')),
  h1Note: text('HTTP/1.1 note', 'What was wrong with an HTTP/1.1 response that browsers accept'),
  h2Evidence: orNull(
    wordColumn('word', ['page', 'robots'], 'HTTP/2 known by', 'Which response showed HTTP/2'),
  ),
}

export const surveySites = figure({
  name: 'surveySites',
  title: 'Sites of a survey',
  description: 'Visited sites with every fact',
  head: {
    surveyId: column('count', 'survey'),
    vantage: orNull(column('text', 'from', 'Where it was measured; null: not stated')),
    ...pageOf('Sites'),
  },
  inRows: ['surveyId', 'vantage'],
  columns: { ...listedRank, domain: column('text', 'site'), ...siteFacts },
  order: 'As asked for; sites without a value stand last',
})
