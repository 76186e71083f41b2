import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

/**
 * Counts the days on which something of a pseudonym came, by the server's clock (safety.md ING-9): the day of a record is its
 * sender's own word. Apart from the records, which hold no day of arrival (safety.md P5).
 */
const ARRIVALS: Table = {
  name: 'field_arrivals',
  columns: {
    /** SHA-256 of the pseudonym, hexadecimal. */
    cid_hash: { type: 'text' },
    days: { type: 'integer', min: 1 },
    /** The last of them, UTC; null when no more are counted. */
    last_day: { type: 'text', nullable: true },
  },
  constraints: ['PRIMARY KEY (cid_hash)', 'CHECK (length(cid_hash) = 64)'],
  indexes: [],
  withoutRowid: true,
}

/** Older records have no day of arrival: those pseudonyms are in quarantine until three days are counted. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const statement of createTable(ARRIVALS, dialect)) await query(statement)
}
