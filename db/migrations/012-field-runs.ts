import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

/** Says when what a server does by the clock was last done: a second opinion on what day it is. */
const RUNS: Table = {
  name: 'field_runs',
  columns: {
    name: { type: 'text', oneOf: ['keep'] },
    day: { type: 'text' },
  },
  constraints: ['PRIMARY KEY (name)'],
  indexes: [],
  withoutRowid: true,
}

export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(RUNS, dialect)) await query(statement)
}
