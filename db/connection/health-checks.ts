/** Up to here all of a file is read before it is written to: in a second or two. */
const MOST_WHOLE_BYTES = 256 * 2 ** 20

/** Tables that say what there is, and where who writes goes on. The large ones hang on them. */
const SMALL_TABLES = [
  'towline_migrations',
  'data_version',
  'lists',
  'surveys',
  'survey_summaries',
  'survey_trends',
  'campaigns',
  'lab_runs',
  'lab_cells',
  'load_runs',
  'loads',
] as const

/**
 * Statements that find damage in a SQLite file of this size, each of which answers `ok` in its column `quick_check`. Of a
 * larger one, which a survey of a million sites is, small tables alone: every worker of a run opens it, and one that was
 * killed would be back after a minute. A damaged page elsewhere is found by whoever reads it, and all by a backup.
 *
 * @param tables that there are: an older database lacks some
 */
export function healthChecks(sizeBytes: number, tables: ReadonlySet<string>): readonly string[] {
  return sizeBytes <= MOST_WHOLE_BYTES
    ? ['PRAGMA quick_check(1)']
    : SMALL_TABLES.filter((table) => tables.has(table)).map((table) => `PRAGMA quick_check(${table})`)
}
