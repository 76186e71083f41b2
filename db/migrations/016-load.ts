import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const LOAD_RUNS: Table = {
  name: 'load_runs',
  columns: {
    id: { type: 'id' },
    created_at: { type: 'text' },
    finished_at: { type: 'text', nullable: true },
    state: { type: 'text', oneOf: ['running', 'stopped', 'finished'] },
    name: { type: 'text' },
    plan: { type: 'json' },
    seed: { type: 'uint32' },
    tool_version: { type: 'text' },
    versions: { type: 'json' },
    /** Says who takes its loads, and until when it is held; both null: nobody. */
    claimed_by: { type: 'text', nullable: true },
    lease_until: { type: 'epoch_ms', nullable: true },
  },
  constraints: [
    "CHECK ((finished_at IS NOT NULL) = (state = 'finished'))",
    'CHECK ((claimed_by IS NULL) = (lease_until IS NULL))',
  ],
  indexes: [],
}

const LOADS: Table = {
  name: 'loads',
  columns: {
    load_run_id: { type: 'integer' },
    /** Number in the order in which they are taken. */
    load: { type: 'integer', min: 0 },
    repetition: { type: 'integer', min: 0 },
    server: { type: 'text' },
    arm: { type: 'text', oneOf: ['h1', 'h2', 'h3'] },
    state: { type: 'text', oneOf: ['pending', 'running', 'done'] },
    /** Times that it was begun: more than one where it was cut off. */
    attempts: { type: 'integer', min: 0 },
    started_at: { type: 'text', nullable: true },
    /** Programs, cores and link as they were. */
    facts: { type: 'json', nullable: true },
    /** The load program's last line. */
    end_counts: { type: 'json', nullable: true },
  },
  constraints: [
    'PRIMARY KEY (load_run_id, load)',
    'FOREIGN KEY (load_run_id) REFERENCES load_runs (id)',
    "CHECK ((state = 'done') = (end_counts IS NOT NULL))",
    "CHECK (state = 'pending' OR started_at IS NOT NULL)",
  ],
  indexes: [],
}

const LOAD_SECONDS: Table = {
  name: 'load_seconds',
  columns: {
    load_run_id: { type: 'integer' },
    load: { type: 'integer' },
    second: { type: 'integer', min: 0 },
    at_ms: { type: 'real', min: 0 },
    length_ms: { type: 'real', min: 0 },
    users: { type: 'integer', min: 0 },
    pages_begun: { type: 'counter' },
    pages_done: { type: 'counter' },
    pages_failed: { type: 'counter' },
    p50_ms: { type: 'real', nullable: true },
    p95_ms: { type: 'real', nullable: true },
    p99_ms: { type: 'real', nullable: true },
    errors: { type: 'json' },
    answers: { type: 'counter' },
    body_bytes: { type: 'counter' },
    connections_opened: { type: 'counter' },
    sessions_resumed: { type: 'counter', nullable: true },
    late_ms: { type: 'real', min: 0 },
    page_times_us: { type: 'json' },
    client_cpu_ms: { type: 'real', min: 0 },
    client_rss_bytes: { type: 'counter', nullable: true },
    /** Is null in a second at whose end the server had no process. */
    server_at_ms: { type: 'real', nullable: true },
    server_processes: { type: 'integer', nullable: true },
    server_threads: { type: 'integer', nullable: true },
    server_cpu_total_ms: { type: 'real', nullable: true },
    server_rss_bytes: { type: 'counter', nullable: true },
    server_pss_bytes: { type: 'counter', nullable: true },
    server_tcp_sockets: { type: 'integer', nullable: true },
    server_udp_sockets: { type: 'integer', nullable: true },
    client_core_busy: { type: 'real', nullable: true },
    server_cores_busy: { type: 'real', nullable: true },
  },
  constraints: [
    'PRIMARY KEY (load_run_id, load, second)',
    'FOREIGN KEY (load_run_id, load) REFERENCES loads (load_run_id, load)',
  ],
  indexes: [],
  withoutRowid: true,
}

/** Records what page users did to a server, and what that cost it, a row a second (docs/load.md). */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [LOAD_RUNS, LOADS, LOAD_SECONDS])
    for (const statement of createTable(table, dialect)) await query(statement)
}
