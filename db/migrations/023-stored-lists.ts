import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const STORED_LISTS: Table = {
  name: 'stored_lists',
  columns: {
    sha256: { type: 'text' },
    name: { type: 'text' },
    bytes: { type: 'blob' },
  },
  constraints: ['PRIMARY KEY (sha256)'],
  indexes: [],
}

/** Keeps the lists of schedules: a job names one by its hash, never a file of the machine that works on it. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(STORED_LISTS, dialect)) await query(statement)
}
