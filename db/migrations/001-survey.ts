import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const LISTS: Table = {
  name: 'lists',
  columns: {
    id: { type: 'id' },
    source: { type: 'text' },
    tranco_id: { type: 'text', nullable: true },
    sha256: { type: 'text' },
    fetched_at: { type: 'text' },
    entries: { type: 'integer', min: 0 },
    bad_lines: { type: 'integer', min: 0 },
  },
  constraints: [],
  indexes: ['CREATE INDEX lists_sha256 ON lists (sha256)'],
}

const SURVEYS: Table = {
  name: 'surveys',
  columns: {
    id: { type: 'id' },
    created_at: { type: 'text' },
    finished_at: { type: 'text', nullable: true },
    state: { type: 'text', oneOf: ['running', 'stopped', 'finished'] },
    list_id: { type: 'integer' },
    sites: { type: 'integer', min: 0 },
    duplicates: { type: 'integer', min: 0 },
    tool_version: { type: 'text' },
    seed: { type: 'uint32' },
    operations: { type: 'json' },
    options: { type: 'json' },
    vantage: { type: 'text', nullable: true },
    resolver: { type: 'text', nullable: true },
    user_agent: { type: 'text' },
    sandbox: { type: 'boolean' },
    versions: { type: 'json' },
  },
  constraints: [
    'FOREIGN KEY (list_id) REFERENCES lists (id)',
    "CHECK ((finished_at IS NOT NULL) = (state = 'finished'))",
  ],
  indexes: ['CREATE INDEX surveys_list ON surveys (list_id)'],
}

const SURVEY_SITES: Table = {
  name: 'survey_sites',
  columns: {
    survey_id: { type: 'integer' },
    rank: { type: 'integer', min: 0 },
    domain: { type: 'text' },
    shuffle_key: { type: 'uint32' },
    state: { type: 'text', oneOf: ['pending', 'done'] },
    claimed_by: { type: 'text', nullable: true },
    lease_until: { type: 'epoch_ms', nullable: true },
    attempt: { type: 'integer', min: 0 },
    visited_at: { type: 'text', nullable: true },
    duration_ms: { type: 'real', nullable: true, min: 0 },
    block: { type: 'integer', nullable: true, min: 0 },
    h3_void: { type: 'boolean' },
    detail: { type: 'text', nullable: true },
    reachable: { type: 'boolean', nullable: true },
    failure: { type: 'text', nullable: true },
    final_origin: { type: 'text', nullable: true },
    redirects: { type: 'integer', nullable: true, min: 0 },
    status: { type: 'integer', nullable: true, min: 0 },
    http: { type: 'boolean', nullable: true },
    http_redirects_to_https: { type: 'boolean', nullable: true },
    h1: { type: 'boolean', nullable: true },
    h2: { type: 'boolean', nullable: true },
    h3: { type: 'boolean', nullable: true },
    h3_handshake: { type: 'boolean', nullable: true },
    h3_claimed_alt_svc: { type: 'boolean', nullable: true },
    h3_claimed_dns: { type: 'boolean', nullable: true },
    h1_failure: { type: 'text', nullable: true },
    h2_failure: { type: 'text', nullable: true },
    h3_failure: { type: 'text', nullable: true },
    ipv4: { type: 'boolean', nullable: true },
    ipv6: { type: 'boolean', nullable: true },
    address: { type: 'text', nullable: true },
    rtt_ms: { type: 'real', nullable: true, min: 0 },
    tls_version: { type: 'text', nullable: true },
    tls_group: { type: 'text', nullable: true },
    cert_organization: { type: 'text', nullable: true },
    cert_fingerprint: { type: 'text', nullable: true },
    hsts: { type: 'boolean', nullable: true },
    server: { type: 'text', nullable: true },
    cdn: { type: 'text', nullable: true },
    cdn_evidence: { type: 'text', nullable: true, oneOf: ['cname', 'header'] },
    body_bytes: { type: 'integer', nullable: true, min: 0 },
  },
  constraints: [
    'PRIMARY KEY (survey_id, rank)',
    'UNIQUE (survey_id, domain)',
    'FOREIGN KEY (survey_id) REFERENCES surveys (id)',
    "CHECK ((state = 'done') = (reachable IS NOT NULL))",
    'CHECK ((claimed_by IS NULL) = (lease_until IS NULL))',
    "CHECK (state = 'pending' OR claimed_by IS NULL)",
  ],
  // Finds what is left to claim, in the order in which it is claimed.
  indexes: [
    "CREATE INDEX survey_sites_unclaimed ON survey_sites (survey_id, shuffle_key, rank) WHERE state = 'pending' AND claimed_by IS NULL",
  ],
}

const OPERATIONS: Table = {
  name: 'operations',
  columns: {
    survey_id: { type: 'integer' },
    rank: { type: 'integer' },
    seq: { type: 'integer', min: 0 },
    operation: { type: 'text', oneOf: ['dns', 'tcp', 'tls', 'http1', 'http2', 'http3'] },
    hop: { type: 'integer', min: 0 },
    connection: { type: 'integer', nullable: true, min: 0 },
    scheme: { type: 'text', nullable: true, oneOf: ['http', 'https'] },
    host: { type: 'text' },
    port: { type: 'integer', nullable: true, min: 0 },
    address: { type: 'text', nullable: true },
    path: { type: 'text', nullable: true },
    start_ms: { type: 'real', min: 0 },
    duration_ms: { type: 'real', nullable: true, min: 0 },
    failure: { type: 'text', nullable: true },
    detail: { type: 'text', nullable: true },
    result: { type: 'json', nullable: true },
  },
  constraints: [
    'PRIMARY KEY (survey_id, rank, seq)',
    'FOREIGN KEY (survey_id, rank) REFERENCES survey_sites (survey_id, rank)',
  ],
  indexes: [],
}

const CANARIES: Table = {
  name: 'canaries',
  columns: {
    survey_id: { type: 'integer' },
    block: { type: 'integer', min: 0 },
    phase: { type: 'text', oneOf: ['before', 'after'] },
    owner: { type: 'text' },
    at: { type: 'text' },
    ok: { type: 'boolean' },
    failure: { type: 'text', nullable: true },
  },
  constraints: ['PRIMARY KEY (survey_id, block, phase)', 'FOREIGN KEY (survey_id) REFERENCES surveys (id)'],
  indexes: [],
}

/** The tables of the survey. Definitions stand here and not in the table files: a migration never changes. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [LISTS, SURVEYS, SURVEY_SITES, OPERATIONS, CANARIES]) {
    for (const statement of createTable(table, dialect)) await query(statement)
  }
}
