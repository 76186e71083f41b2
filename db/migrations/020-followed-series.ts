import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const FOLLOWED_SERIES: Table = {
  name: 'followed_series',
  columns: {
    series: { type: 'text' },
    claimed_by: { type: 'text', nullable: true },
    lease_until: { type: 'epoch_ms', nullable: true },
  },
  constraints: ['PRIMARY KEY (series)', 'CHECK ((claimed_by IS NULL) = (lease_until IS NULL))'],
  indexes: [],
}

/** Adds who makes the survey of a series that is due. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(FOLLOWED_SERIES, dialect)) await query(statement)
}
