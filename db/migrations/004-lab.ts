import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const LAB_RUNS: Table = {
  name: 'lab_runs',
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
  },
  constraints: ["CHECK ((finished_at IS NOT NULL) = (state = 'finished'))"],
  indexes: [],
}

const LAB_CELLS: Table = {
  name: 'lab_cells',
  columns: {
    lab_run_id: { type: 'integer' },
    cell: { type: 'integer', min: 0 },
    campaign_id: { type: 'integer', nullable: true },
    site: { type: 'integer', nullable: true },
    factors: { type: 'json' },
    configured_link: { type: 'json' },
    measured_link: { type: 'json', nullable: true },
    wire_limit_ms: { type: 'json', nullable: true },
    state: { type: 'text', oneOf: ['pending', 'done', 'skipped', 'failed'] },
    reason: { type: 'text', nullable: true },
  },
  constraints: [
    'PRIMARY KEY (lab_run_id, cell)',
    'FOREIGN KEY (lab_run_id) REFERENCES lab_runs (id)',
    'FOREIGN KEY (campaign_id, site) REFERENCES campaign_sites (campaign_id, site)',
    'CHECK ((campaign_id IS NULL) = (site IS NULL))',
    "CHECK (state <> 'done' OR campaign_id IS NOT NULL)",
    "CHECK ((state IN ('skipped', 'failed')) = (reason IS NOT NULL))",
  ],
  // A page of a campaign is one cell's; also how a campaign is known to be the lab's.
  indexes: [
    'CREATE UNIQUE INDEX lab_cells_site ON lab_cells (campaign_id, site) WHERE campaign_id IS NOT NULL',
  ],
}

/** The tables of the lab: its samples are those of campaigns, like live ones. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [LAB_RUNS, LAB_CELLS]) {
    for (const statement of createTable(table, dialect)) await query(statement)
  }
}
