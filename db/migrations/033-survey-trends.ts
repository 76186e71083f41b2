import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const SURVEY_TRENDS: Table = {
  name: 'survey_trends',
  columns: {
    /** The newest survey of the trend. */
    survey_id: { type: 'integer' },
    /** Version of the way to compare: what was stored by another one is made anew. */
    method: { type: 'integer', min: 1 },
    /** All its surveys, oldest first, with commas: another set is compared anew. */
    survey_ids: { type: 'text' },
    trend: { type: 'json' },
  },
  constraints: ['PRIMARY KEY (survey_id)', 'FOREIGN KEY (survey_id) REFERENCES surveys (id)'],
  indexes: [],
}

/** Keeps trends of long lists: a server that starts compared all their sites anew. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(SURVEY_TRENDS, dialect)) await query(statement)
}
