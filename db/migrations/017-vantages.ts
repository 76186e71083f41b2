import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const VANTAGES: Table = {
  name: 'vantages',
  columns: {
    id: { type: 'id' },
    name: { type: 'text' },
    created_at: { type: 'text' },
    place: { type: 'text', nullable: true },
    network: { type: 'text', nullable: true },
    measured_at: { type: 'text', nullable: true },
    ipv4: { type: 'boolean', nullable: true },
    ipv6: { type: 'boolean', nullable: true },
    resolver: { type: 'text', nullable: true },
    rtts: { type: 'json', nullable: true },
    clock_offset_ms: { type: 'real', nullable: true },
    clock_error_ms: { type: 'real', nullable: true, min: 0 },
    tool_version: { type: 'text', nullable: true },
  },
  constraints: ['UNIQUE (name)', 'CHECK ((clock_offset_ms IS NULL) = (clock_error_ms IS NULL))'],
  indexes: [],
}

const SITE_LOADS: Table = {
  name: 'site_loads',
  columns: {
    host: { type: 'text' },
    ended_ms: { type: 'epoch_ms' },
  },
  constraints: ['PRIMARY KEY (host)'],
  indexes: [],
}

/** Vantage points, and when each site was last loaded by whichever of them. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [VANTAGES, SITE_LOADS])
    for (const statement of createTable(table, dialect)) await query(statement)
}
