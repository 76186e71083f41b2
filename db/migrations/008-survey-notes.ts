import type { Dialect, Query } from '../rows/table.ts'

const COLUMNS = [
  // Deaths of a worker while it held the site. 1: to be visited alone; 2: not to be visited again.
  'worker_deaths integer NOT NULL DEFAULT 0 CHECK (worker_deaths BETWEEN 0 AND 2)',
  // Fault of an HTTP/1.1 response that browsers accept all the same.
  'h1_note text',
  // Names the response that showed that the site speaks HTTP/2.
  "h2_evidence text CHECK (h2_evidence IN ('page', 'robots'))",
] as const

/** Adds what the survey notes of a site beside its facts: deaths of workers, lenience, evidence. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const column of COLUMNS) {
    const sql =
      dialect === 'sqlite' ? column.replace(/ (integer|text)/, (type) => type.toUpperCase()) : column
    await query(`ALTER TABLE survey_sites ADD COLUMN ${sql}`)
  }
}
