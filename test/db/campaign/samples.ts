import { unknownFacts } from '../../../crawler/survey/facts/unknown-facts.ts'
import type { Database } from '../../../db/connection/database.ts'
import { createSurvey, type NewSurvey } from '../../../db/survey/create-survey.ts'
import type { OperationRow } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import { mix32 } from '../../../stats/rng.ts'

/** Every fact known, so that a column that is mixed up shows. */
export const FULL_FACTS: SiteFacts = {
  reachable: true,
  failure: null,
  finalOrigin: 'https://www.example.test',
  redirects: 1,
  status: 200,
  http: false,
  httpRedirectsToHttps: true,
  h1: true,
  h2: true,
  h3: true,
  h3Handshake: true,
  h3ClaimedAltSvc: true,
  h3ClaimedDns: false,
  h1Failure: 'http_timeout',
  h2Failure: 'h2_goaway',
  h3Failure: 'quic_timeout',
  ipv4: true,
  ipv6: false,
  address: '192.0.2.1',
  rttMs: 12.25,
  tlsVersion: 'TLSv1.3',
  tlsGroup: 'X25519',
  tlsRoundTrips: 1,
  chainBytes: 4_321,
  resumption: true,
  ticketLifetimeS: 7_200,
  earlyData: false,
  h3Retry: false,
  h3Resumption: true,
  h3EarlyData: true,
  httpsRecord: true,
  ech: false,
  earlyHints: true,
  certOrganization: 'Example Org',
  certFingerprint: 'AB:CD',
  hsts: true,
  server: 'nginx',
  stack: 'Go net/http',
  h3Stack: 'quic-go',
  cdn: 'fastly',
  cdnEvidence: 'cname',
  bodyBytes: 1_234,
  h1Note: 'bare_lf space_before_colon',
  h2Evidence: 'page',
}

/** Facts of a site that can be told from those of any other. */
export function factsOf(rank: number): SiteFacts {
  return rank % 5 === 0
    ? unknownFacts('tcp_timeout')
    : {
        ...unknownFacts('tcp_timeout'),
        reachable: true,
        failure: null,
        h2: rank % 2 === 0,
        h3: true,
        h3Handshake: true,
        bodyBytes: rank,
      }
}

/** `count` rows of a site's visit. */
export function operationRows(host: string, count: number): OperationRow[] {
  return Array.from({ length: count }, (_, index) => ({
    operation: index === 0 ? ('dns' as const) : ('http2' as const),
    hop: 0,
    connection: index === 0 ? null : index - 1,
    scheme: index === 0 ? null : ('https' as const),
    host,
    port: index === 0 ? null : 443,
    address: index === 0 ? null : '192.0.2.1',
    path: index === 0 ? null : '/',
    startMs: index * 1.5,
    durationMs: index === 0 ? null : 2.75,
    failure: index === 0 ? ('dns_timeout' as const) : null,
    detail: index === 0 ? 'no answer' : null,
    result:
      index === 0
        ? null
        : {
            status: 200,
            headers: { server: 'nginx' },
            bodyBytes: 10,
            bodyCapped: false,
            ttfbMs: 1,
            settings: null,
          },
  }))
}

/** `1 site1.test`, `2 site2.test`, … */
export async function* listedSites(count: number): AsyncIterable<{ rank: number; domain: string }> {
  for (let rank = 1; rank <= count; rank += 1) yield { rank, domain: `site${rank}.test` }
}

/** A survey with nothing remarkable but what `changes` says. */
export function newSurvey(count: number, changes: Partial<NewSurvey> = {}): NewSurvey {
  return {
    toolVersion: '0.1.0',
    seed: 7,
    operations: ['dns', 'tcp'],
    options: { top: count, timeoutMs: 20_000 },
    vantage: null,
    resolver: '127.0.0.1',
    userAgent: 'towline/0.1.0 (+https://example.test)',
    sandbox: true,
    versions: { node: 'v26.0.0', openssl: '3.5.0' },
    createdAt: '2026-11-21T00:00:00.000Z',
    shuffle: mix32,
    sites: listedSites(count),
    list: () => ({
      source: 'list.csv',
      trancoId: null,
      sha256: 'ab'.repeat(32),
      fetchedAt: '2026-11-20T00:00:00.000Z',
      entries: count,
      badLines: 0,
    }),
    ...changes,
  }
}

/** Creates such a survey; resolves to its id. */
export async function surveyOf(db: Database, count: number, changes?: Partial<NewSurvey>): Promise<number> {
  return (await createSurvey(db, newSurvey(count, changes))).id
}

/** All of an async iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
