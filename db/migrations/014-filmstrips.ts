import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const FILMSTRIPS: Table = {
  name: 'filmstrips',
  columns: {
    sample_id: { type: 'integer' },
    width_px: { type: 'integer', min: 1 },
    height_px: { type: 'integer', min: 1 },
    dropped_frames: { type: 'integer', min: 0 },
    cut_at_ms: { type: 'epoch_ms', nullable: true },
  },
  constraints: ['PRIMARY KEY (sample_id)', 'FOREIGN KEY (sample_id) REFERENCES samples (id)'],
  indexes: [],
}

const FRAMES: Table = {
  name: 'filmstrip_frames',
  columns: {
    sample_id: { type: 'integer' },
    frame: { type: 'integer', min: 0 },
    taken_at_ms: { type: 'epoch_ms' },
    /** Hash of the picture: the same picture, the same name. */
    name: { type: 'text' },
    jpeg: { type: 'blob' },
  },
  constraints: [
    'PRIMARY KEY (sample_id, frame)',
    'FOREIGN KEY (sample_id) REFERENCES filmstrips (sample_id)',
  ],
  indexes: [],
}

/** Screenshots of loads, in tables of their own (docs/decisions/129-settled-choices.md). */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [FILMSTRIPS, FRAMES])
    for (const statement of createTable(table, dialect)) await query(statement)
}
