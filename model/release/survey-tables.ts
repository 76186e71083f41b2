import { type ReleaseColumn, type ReleaseTable, WHERE_MACHINES_DIFFERED } from './release-table.ts'

const known = (meaning: string): ReleaseColumn => ({ type: 'boolean', nullable: true, meaning })
const failure = (meaning: string): ReleaseColumn => ({ type: 'code', nullable: true, meaning })
const text = (meaning: string): ReleaseColumn => ({ type: 'text', nullable: true, meaning })
const count = (meaning: string): ReleaseColumn => ({
  type: 'integer',
  unit: 'count',
  nullable: true,
  meaning,
})

const survey = { columns: ['survey_id'], table: 'surveys', references: ['id'] } as const

export const SURVEY_TABLES = {
  lists: {
    title: 'Ranked lists',
    row: 'a list that sites of a survey came from',
    key: ['id'],
    columns: {
      id: { type: 'integer', meaning: 'number of the list' },
      source: { type: 'text', meaning: 'URL, or name of a file' },
      tranco_id: text('permanent id of a Tranco list (https://tranco-list.eu)'),
      sha256: { type: 'text', meaning: 'SHA-256 of the list as it was read, hexadecimal' },
      fetched_at: { type: 'instant', meaning: 'when it was read' },
      entries: {
        type: 'integer',
        unit: 'count',
        meaning: 'entries of the list, of which a survey may take the first',
      },
      bad_lines: { type: 'integer', unit: 'count', meaning: 'lines that are no entry' },
    },
  },
  surveys: {
    title: 'Surveys',
    row: 'one visit to every site of a list, with its provenance',
    key: ['id'],
    foreignKeys: [{ columns: ['list_id'], table: 'lists', references: ['id'] }],
    columns: {
      id: { type: 'integer', meaning: 'number of the survey' },
      created_at: { type: 'instant', meaning: 'start' },
      finished_at: { type: 'instant', meaning: 'end' },
      list_id: { type: 'integer', meaning: 'list that the sites came from' },
      sites: { type: 'integer', unit: 'count', meaning: 'sites of the survey' },
      duplicates: {
        type: 'integer',
        unit: 'count',
        meaning: 'entries left out because their rank or domain had come before',
      },
      tool_version: {
        type: 'text',
        meaning: `version of towline that visited the sites; ${WHERE_MACHINES_DIFFERED}`,
      },
      seed: { type: 'integer', meaning: 'seed of the order of visits' },
      operations: { type: 'json', meaning: 'network operations that were made, a list' },
      options: { type: 'json', meaning: 'everything else that changes what is measured' },
      vantage: text('vantage point: from where it was measured'),
      resolver: text(`addresses of the DNS resolver; ${WHERE_MACHINES_DIFFERED}; null: the system’s`),
      user_agent: { type: 'text', meaning: 'User-Agent header' },
      sandbox: { type: 'boolean', meaning: 'made in the sandbox: says nothing about the internet' },
      versions: {
        type: 'json',
        meaning: `versions of the programs used, by name; ${WHERE_MACHINES_DIFFERED}`,
      },
    },
  },
  survey_sites: {
    title: 'Surveyed sites',
    row: 'a visited site of a survey with what was found at its final origin',
    key: ['survey_id', 'rank'],
    foreignKeys: [survey],
    columns: {
      survey_id: { type: 'integer', meaning: 'survey' },
      rank: { type: 'integer', meaning: 'place in the list: the rank, where there is no `rank_magnitude`' },
      rank_magnitude: {
        type: 'integer',
        nullable: true,
        meaning: 'the site is among so many of the highest ranked; null: `rank` is known',
      },
      vantage: text('vantage point of the survey'),
      domain: { type: 'text', meaning: 'site' },
      visited_at: { type: 'instant', nullable: true, meaning: 'start of the visit' },
      duration_ms: { type: 'number', unit: 'ms', nullable: true, meaning: 'length of the visit' },
      h3_void: { type: 'boolean', meaning: 'a failed canary: what is said about HTTP/3 does not count' },
      reachable: {
        type: 'boolean',
        meaning: 'an HTTP response came from the final origin, whatever its status',
      },
      failure: failure('why not, where it is not reachable (failure code)'),
      final_origin: text('where a visitor of the domain ends after redirects'),
      redirects: count('cross-origin redirects followed to get there'),
      status: {
        type: 'integer',
        nullable: true,
        meaning: 'HTTP status of the root page of the final origin',
      },
      http: known('port 80 answers in clear text with something else than a redirect to HTTPS'),
      http_redirects_to_https: known('port 80 redirects to HTTPS'),
      h1: known('HTTP/1.1 over TLS answered'),
      h2: known('HTTP/2 over TLS answered'),
      h3: known('HTTP/3 answered a GET'),
      h3_handshake: known('QUIC handshake with ALPN h3 completed'),
      h3_claimed_alt_svc: known('HTTP/3 claimed by an Alt-Svc header; an ALTSVC frame is no claim'),
      h3_claimed_dns: known('HTTP/3 claimed by an HTTPS record'),
      h1_failure: failure('why HTTP/1.1 did not answer (failure code)'),
      h2_failure: failure('why HTTP/2 did not answer (failure code)'),
      h3_failure: failure('why HTTP/3 did not answer (failure code)'),
      ipv4: known(
        'connected over IPv4; false: has such an address but could not be connected to; null: none',
      ),
      ipv6: known(
        'connected over IPv6; false: has such an address but could not be connected to; null: none',
      ),
      address: text('address of the final origin that was connected to'),
      rtt_ms: {
        type: 'number',
        unit: 'ms',
        nullable: true,
        meaning: 'shortest round trip of the connections to that address; null: first packets were repeated',
      },
      tls_version: text('TLS version negotiated'),
      tls_group: text('key-exchange group negotiated'),
      cert_organization: text('organisation that the certificate names'),
      cert_fingerprint: text('SHA-256 of the certificate'),
      hsts: known('Strict-Transport-Security sent'),
      server: text('product of the Server header in lower case, without its version'),
      cdn: text('content delivery network'),
      cdn_evidence: failure('what showed the CDN: cname or header'),
      body_bytes: {
        type: 'integer',
        unit: 'bytes',
        nullable: true,
        meaning: 'body of the root page as transferred',
      },
      h1_note: text(
        'what was wrong with an HTTP/1.1 response that browsers accept, codes with a space between',
      ),
      h2_evidence: failure('which response showed HTTP/2: page or robots'),
    },
  },
  operations: {
    title: 'Network operations',
    row: 'one network operation of a visit',
    key: ['survey_id', 'rank', 'seq'],
    foreignKeys: [
      survey,
      { columns: ['survey_id', 'rank'], table: 'survey_sites', references: ['survey_id', 'rank'] },
    ],
    columns: {
      survey_id: { type: 'integer', meaning: 'survey' },
      rank: { type: 'integer', meaning: 'place of the site in the list' },
      seq: { type: 'integer', meaning: 'number of the operation within the visit, from 0' },
      operation: { type: 'code', meaning: 'dns, tcp, tls, http1, http2 or http3' },
      hop: { type: 'integer', unit: 'count', meaning: 'redirects followed before' },
      connection: { type: 'integer', nullable: true, meaning: 'number of the connection within the visit' },
      scheme: { type: 'code', nullable: true, meaning: 'http or https' },
      host: { type: 'text', meaning: 'host name' },
      port: { type: 'integer', nullable: true, meaning: 'port' },
      address: text('address that was connected to'),
      path: text('path of the request'),
      start_ms: { type: 'number', unit: 'ms', meaning: 'start, since the start of the visit' },
      duration_ms: { type: 'number', unit: 'ms', nullable: true, meaning: 'null: not attempted' },
      failure: failure('failure code; null where it succeeded'),
      detail: { ...text('the text of the error'), words: true },
      result: {
        type: 'json',
        nullable: true,
        meaning: 'what was learnt, by operation',
      },
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>
