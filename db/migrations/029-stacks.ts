import type { Query } from '../rows/query.ts'

/** Keeps the names of the software that terminates HTTP/2 and HTTP/3; null in what was surveyed before. */
export async function up(query: Query): Promise<void> {
  for (const column of ['stack', 'h3_stack'])
    await query(`ALTER TABLE survey_sites ADD COLUMN ${column} text`)
}
