import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const CAMPAIGNS: Table = {
  name: 'campaigns',
  columns: {
    id: { type: 'id' },
    created_at: { type: 'text' },
    finished_at: { type: 'text', nullable: true },
    state: { type: 'text', oneOf: ['running', 'stopped', 'finished'] },
    claimed_by: { type: 'text', nullable: true },
    lease_until: { type: 'epoch_ms', nullable: true },
    survey_id: { type: 'integer', nullable: true },
    tool_version: { type: 'text' },
    seed: { type: 'uint32' },
    arms: { type: 'json' },
    rounds: { type: 'integer', min: 0 },
    pause_ms: { type: 'real', min: 0 },
    browser_kind: { type: 'text', oneOf: ['warm', 'cold'] },
    device: { type: 'text', nullable: true },
    connect: { type: 'text', nullable: true },
    options: { type: 'json' },
    sandbox: { type: 'boolean' },
    vantage: { type: 'text', nullable: true },
    vantage_facts: { type: 'json', nullable: true },
    browser_version: { type: 'text', nullable: true },
    browser_switches: { type: 'json' },
    user_agent: { type: 'text', nullable: true },
    link: { type: 'json', nullable: true },
    congestion_control: { type: 'text', nullable: true },
    versions: { type: 'json' },
    capture: { type: 'text', nullable: true },
  },
  constraints: [
    'FOREIGN KEY (survey_id) REFERENCES surveys (id)',
    "CHECK ((finished_at IS NOT NULL) = (state = 'finished'))",
    'CHECK ((claimed_by IS NULL) = (lease_until IS NULL))',
    "CHECK (claimed_by IS NULL OR state = 'running')",
  ],
  indexes: ['CREATE INDEX campaigns_survey ON campaigns (survey_id)'],
}

const CAMPAIGN_SITES: Table = {
  name: 'campaign_sites',
  columns: {
    campaign_id: { type: 'integer' },
    site: { type: 'integer', min: 0 },
    domain: { type: 'text' },
    url: { type: 'text' },
    rank: { type: 'integer', nullable: true, min: 0 },
    state: { type: 'text', oneOf: ['pending', 'active', 'settled', 'parked', 'poison', 'done'] },
    state_detail: { type: 'text', nullable: true },
    arms: { type: 'json' },
    forced_origins: { type: 'json', nullable: true },
    strikes: { type: 'integer', min: 0 },
  },
  constraints: ['PRIMARY KEY (campaign_id, site)', 'FOREIGN KEY (campaign_id) REFERENCES campaigns (id)'],
  indexes: [],
}

const SAMPLES: Table = {
  name: 'samples',
  columns: {
    id: { type: 'id' },
    campaign_id: { type: 'integer' },
    site: { type: 'integer' },
    arm: { type: 'text', oneOf: ['http', 'h1', 'h2', 'h3', 'h3-altsvc'] },
    round: { type: 'integer', min: 0 },
    role: { type: 'text', oneOf: ['sample', 'warmup', 'discovery'] },
    place: { type: 'integer', nullable: true, min: 0 },
    position: { type: 'integer', nullable: true, min: 0 },
    state: { type: 'text', oneOf: ['pending', 'valid', 'invalid', 'failed'] },
    reason: { type: 'text', nullable: true },
    detail: { type: 'text', nullable: true },
    attempt: { type: 'integer', min: 0 },
    owner: { type: 'text', nullable: true },
    started_at: { type: 'text', nullable: true },
    wall_ms: { type: 'real', nullable: true, min: 0 },
    cpu_busy_fraction: { type: 'real', nullable: true, min: 0 },
    cpu_other_fraction: { type: 'real', nullable: true, min: 0 },
    browser_no: { type: 'integer', nullable: true, min: 0 },
    load_no: { type: 'integer', nullable: true, min: 0 },
    status: { type: 'integer', nullable: true, min: 0 },
    protocol: { type: 'text', nullable: true },
    final_url: { type: 'text', nullable: true },
    remote_address: { type: 'text', nullable: true },
    server: { type: 'text', nullable: true },
    pcap_file: { type: 'text', nullable: true },
  },
  constraints: [
    'FOREIGN KEY (campaign_id, site) REFERENCES campaign_sites (campaign_id, site)',
    "CHECK ((role = 'sample') = (place IS NOT NULL))",
    "CHECK ((role = 'sample') = (position IS NOT NULL))",
    "CHECK (role = 'sample' OR state <> 'pending')",
    "CHECK ((state IN ('invalid', 'failed')) = (reason IS NOT NULL))",
    "CHECK (state <> 'valid' OR started_at IS NOT NULL)",
    'CHECK (cpu_busy_fraction <= 1)',
    'CHECK (cpu_other_fraction <= 1)',
  ],
  indexes: [
    "CREATE UNIQUE INDEX samples_schedule ON samples (campaign_id, site, round, arm) WHERE role = 'sample'",
    // Finds what is left to load, in the order in which it is loaded.
    "CREATE INDEX samples_pending ON samples (campaign_id, place) WHERE state = 'pending'",
    'CREATE INDEX samples_site ON samples (campaign_id, site)',
  ],
}

const SAMPLE_METRICS: Table = {
  name: 'sample_metrics',
  columns: {
    sample_id: { type: 'integer' },
    metric: { type: 'text' },
    value: { type: 'real', nullable: true, min: 0 },
    note: { type: 'text', nullable: true },
  },
  constraints: ['PRIMARY KEY (sample_id, metric)', 'FOREIGN KEY (sample_id) REFERENCES samples (id)'],
  indexes: [],
}

const ARTIFACTS: Table = {
  name: 'artifacts',
  columns: {
    sample_id: { type: 'integer' },
    kind: { type: 'text', oneOf: ['har', 'timings', 'connections', 'packets'] },
    encoding: { type: 'text', oneOf: ['zstd'] },
    bytes: { type: 'blob' },
    size_bytes: { type: 'integer', min: 0 },
  },
  constraints: ['PRIMARY KEY (sample_id, kind)', 'FOREIGN KEY (sample_id) REFERENCES samples (id)'],
  indexes: [],
}

/** The tables of live probing. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [CAMPAIGNS, CAMPAIGN_SITES, SAMPLES, SAMPLE_METRICS, ARTIFACTS]) {
    for (const statement of createTable(table, dialect)) await query(statement)
  }
}
