import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

/** A list of sites that contributions are taken for. */
const STUDIES: Table = {
  name: 'field_studies',
  columns: {
    list: { type: 'text' },
    opened_day: { type: 'text' },
    closed_day: { type: 'text', nullable: true },
    /** Name of a closed pilot; null: open to everybody. */
    pilot: { type: 'text', nullable: true },
    /** Conditions for a cell to be published, where it is not the default. */
    thresholds: { type: 'json', nullable: true },
  },
  constraints: ['PRIMARY KEY (list)'],
  indexes: [],
}

const STUDY_SITES: Table = {
  name: 'field_sites',
  columns: { list: { type: 'text' }, site: { type: 'integer', min: 0 }, domain: { type: 'text' } },
  constraints: [
    'PRIMARY KEY (list, site)',
    'UNIQUE (list, domain)',
    'FOREIGN KEY (list) REFERENCES field_studies (list)',
  ],
  indexes: [],
}

const INVITES: Table = {
  name: 'field_invites',
  columns: {
    /** SHA-256 of the token, hexadecimal: the token itself is nowhere. */
    token_hash: { type: 'text' },
    pilot: { type: 'text' },
    created_day: { type: 'text' },
    revoked_day: { type: 'text', nullable: true },
  },
  constraints: ['PRIMARY KEY (token_hash)'],
  indexes: [],
  withoutRowid: true,
}

const TIMES = ['dns_ms', 'connect_ms', 'handshake_ms', 'wait_ms', 'receive_ms', 'dcl_ms', 'load_ms'] as const
const COUNTS = ['requests', 'h1', 'h2', 'h3', 'hidden'] as const
const PROTOCOLS = ['http/1.1', 'h2', 'h3'] as const

/** No receive time, and no order of arrival: keys are random, and rows lie in their order (safety.md P5). */
const CONTRIBUTIONS: Table = {
  name: 'contributions',
  columns: {
    /** 128 random bits, hexadecimal. */
    id: { type: 'text' },
    list: { type: 'text' },
    site: { type: 'integer', min: 0 },
    proto: { type: 'text', oneOf: PROTOCOLS },
    day: { type: 'text' },
    browser: { type: 'text', oneOf: ['chromium', 'firefox'] },
    major: { type: 'integer', min: 1 },
    net: { type: 'text', oneOf: ['wifi', 'cell', 'wired', 'unknown'] },
    ...Object.fromEntries(TIMES.map((name) => [name, { type: 'integer', nullable: true, min: 0 } as const])),
    ...Object.fromEntries(COUNTS.map((name) => [name, { type: 'integer', min: 0 } as const])),
    reused: { type: 'boolean' },
    /** SHA-256 of the pseudonym, hexadecimal: the pseudonym itself is a secret of its owner (safety.md P6). */
    cid_hash: { type: 'text' },
    /** Says why it does not count; null where it does. */
    excluded: { type: 'text', nullable: true },
  },
  constraints: [
    'PRIMARY KEY (id)',
    'FOREIGN KEY (list, site) REFERENCES field_sites (list, site)',
    'CHECK (length(id) = 32)',
    'CHECK (length(cid_hash) = 64)',
  ],
  indexes: [
    // One vote a pseudonym, site, protocol and day (safety.md ING-9).
    'CREATE UNIQUE INDEX contributions_vote ON contributions (cid_hash, list, site, proto, day)',
    'CREATE INDEX contributions_cell ON contributions (list, site, proto)',
    'CREATE INDEX contributions_day ON contributions (day)',
  ],
  withoutRowid: true,
}

/** Idempotency (safety.md ING-7). Nothing leads from a key to its row. */
const KEYS: Table = {
  name: 'contribution_keys',
  columns: {
    /** SHA-256 of the key, hexadecimal. */
    key_hash: { type: 'text' },
    /** SHA-256 of the record in canonical form, hexadecimal. */
    body_hash: { type: 'text' },
    accepted: { type: 'boolean' },
    /** The day it came, by which it is forgotten. */
    day: { type: 'text' },
  },
  constraints: ['PRIMARY KEY (key_hash)'],
  indexes: ['CREATE INDEX contribution_keys_day ON contribution_keys (day)'],
  withoutRowid: true,
}

const RELEASES: Table = {
  name: 'field_releases',
  columns: {
    id: { type: 'id' },
    list: { type: 'text' },
    /** Monday of the week that it is the release of. */
    week: { type: 'text' },
    released_at: { type: 'text' },
    /** Thresholds and rules it was made by. */
    rules: { type: 'json' },
  },
  constraints: ['UNIQUE (list, week)', 'FOREIGN KEY (list) REFERENCES field_studies (list)'],
  indexes: [],
}

/** A row is a published curve that passed every threshold; others have none. */
const CELLS: Table = {
  name: 'field_cells',
  columns: {
    release_id: { type: 'integer' },
    site: { type: 'integer', min: 0 },
    proto: { type: 'text', oneOf: PROTOCOLS },
    metric: { type: 'text' },
    /** The first release that had this curve: an earlier one where too few had changed since, or it was frozen. */
    made_in: { type: 'text' },
    /** Week since which the curve is held for its median's leap; null where it is not. */
    frozen_since: { type: 'text', nullable: true },
    contributors: { type: 'integer', min: 1 },
    samples: { type: 'integer', min: 1 },
    median_ms: { type: 'real', min: 0 },
    low_ms: { type: 'real', nullable: true, min: 0 },
    high_ms: { type: 'real', nullable: true, min: 0 },
    /** [[bin, contributors], …] in order. */
    bins: { type: 'json' },
  },
  constraints: [
    'PRIMARY KEY (release_id, site, proto, metric)',
    'FOREIGN KEY (release_id) REFERENCES field_releases (id)',
  ],
  indexes: ['CREATE INDEX field_cells_metric ON field_cells (release_id, metric)'],
}

/** Says whom the newest published curve of a cell was made of, to tell how many have changed since. Never published. */
const MEMBERS: Table = {
  name: 'field_members',
  columns: {
    list: { type: 'text' },
    site: { type: 'integer', min: 0 },
    proto: { type: 'text', oneOf: PROTOCOLS },
    metric: { type: 'text' },
    cid_hash: { type: 'text' },
    /** The bin its median lay in. */
    bin: { type: 'integer' },
  },
  constraints: ['PRIMARY KEY (list, site, proto, metric, cid_hash)'],
  indexes: ['CREATE INDEX field_members_cid ON field_members (cid_hash)'],
  withoutRowid: true,
}

/** Cells that lost somebody by deletion since they were published: to be made anew within a day (safety.md P7). */
const LOSSES: Table = {
  name: 'field_losses',
  columns: {
    list: { type: 'text' },
    site: { type: 'integer', min: 0 },
    proto: { type: 'text', oneOf: PROTOCOLS },
    contributors: { type: 'integer', min: 1 },
  },
  constraints: ['PRIMARY KEY (list, site, proto)'],
  indexes: [],
  withoutRowid: true,
}

/** The field: what volunteers contribute, and what is published of it. Never pooled with samples. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [
    STUDIES,
    STUDY_SITES,
    INVITES,
    CONTRIBUTIONS,
    KEYS,
    RELEASES,
    CELLS,
    MEMBERS,
    LOSSES,
  ]) {
    for (const statement of createTable(table, dialect)) await query(statement)
  }
}
