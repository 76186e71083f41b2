import type { Database, Query } from '../connection/database.ts'
import { canonicalJson, encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import type { Dialect } from '../rows/table.ts'
import { insertList, type ListSource, updateList } from './lists.ts'
import type { SurveyProvenance } from './surveys.ts'

export interface NewSurvey extends SurveyProvenance {
  /** Asked for after the last site was read, for only then the number of bad lines is known. */
  readonly list: () => ListSource
  /** Read once, never held. Must not read from this database: its only writer is busy. */
  readonly sites: AsyncIterable<{
    readonly rank: number
    readonly rankMagnitude?: number | null
    readonly domain: string
  }>
  /** `mix32` of stats/rng.ts: the site's place in the order of visits. */
  readonly shuffle: (seed: number, rank: number) => number
  readonly createdAt: string
}

/**
 * Creates a survey with all its sites, or, where the list cannot be read to its end, nothing. `alongside` is done in the
 * same transaction.
 */
export async function createSurvey(
  db: Database,
  survey: NewSurvey,
  alongside: (query: Query, surveyId: number) => Promise<void> = async () => undefined,
): Promise<{ readonly id: number; readonly sites: number; readonly duplicates: number }> {
  return db.write(async (query) => {
    // Sites refer to their survey, and the survey to its list: both get their counts when these are known.
    const unread = { source: '', trancoId: null, sha256: '', entries: 0, badLines: 0 }
    const listId = await insertList(query, { ...unread, fetchedAt: survey.createdAt })
    const id = await insertSurvey(query, survey, listId)
    const { read, sites } = await withLargeCache(query, db.dialect, () =>
      insertSurveySites(query, db.dialect, id, survey),
    )
    await updateList(query, listId, survey.list())
    await query('UPDATE surveys SET sites = ?, duplicates = ? WHERE id = ?', [sites, read - sites, id])
    await alongside(query, id)
    return { id, sites, duplicates: read - sites }
  })
}

async function insertSurvey(query: Query, survey: NewSurvey, listId: number): Promise<number> {
  const [created] = await query(
    `INSERT INTO surveys (created_at, state, list_id, sites, duplicates, tool_version, seed, operations, options,
                          vantage, resolver, user_agent, sandbox, versions)
     VALUES (?, 'stopped', ?, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    [
      survey.createdAt,
      listId,
      survey.toolVersion,
      survey.seed,
      JSON.stringify(survey.operations),
      canonicalJson(survey.options),
      survey.vantage,
      survey.resolver,
      survey.userAgent,
      survey.sandbox,
      JSON.stringify(survey.versions),
    ],
  )
  return Number(created?.id)
}

const SITE_FIELDS = ['integer', 'integer', 'text', 'uint32'] as const

/**
 * Each statement keeps what the pages that it touches held before, should it fail, and as each site's place in an index is
 * another page, many small statements write much more of that than sites.
 */
const SITES_PER_INSERT = 10_000

/** KiB for the indexes of a million sites: SQLite would write and read them again and again with its own 2,000. */
const CACHE_KIB = { creating: 32_768, otherwise: 2_000 }

async function withLargeCache<T>(query: Query, dialect: Dialect, work: () => Promise<T>): Promise<T> {
  if (dialect !== 'sqlite') return await work()
  await query(`PRAGMA cache_size = -${CACHE_KIB.creating}`)
  try {
    return await work()
  } finally {
    await query(`PRAGMA cache_size = -${CACHE_KIB.otherwise}`)
  }
}

/** Resolves to how many sites were read, and how many of them are new. */
async function insertSurveySites(
  query: Query,
  dialect: Dialect,
  surveyId: number,
  survey: NewSurvey,
): Promise<{ readonly read: number; readonly sites: number }> {
  const fields = SITE_FIELDS.map((type, index) => jsonField(dialect, index, type))
  const insert = `INSERT INTO survey_sites (survey_id, rank, rank_magnitude, domain, shuffle_key, state, attempt, h3_void)
    SELECT ${surveyId}, ${fields.join(', ')}, 'pending', 0, false
    FROM ${jsonRows(dialect)} WHERE true ON CONFLICT DO NOTHING`
  let read = 0
  let rows: string[] = []
  const flush = async (): Promise<void> => {
    await query(insert, [`[${rows.join(',')}]`])
    rows = []
  }
  for await (const { rank, rankMagnitude = null, domain } of survey.sites) {
    read += 1
    rows.push(encodeJsonRow([rank, rankMagnitude, domain, survey.shuffle(survey.seed, rank)]))
    if (rows.length === SITES_PER_INSERT) await flush()
  }
  if (rows.length > 0) await flush()
  const [stored] = await query('SELECT count(*) AS sites FROM survey_sites WHERE survey_id = ?', [surveyId])
  return { read, sites: Number(stored?.sites) }
}
