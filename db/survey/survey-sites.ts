import type { SiteFacts, SurveyedSite } from '../../model/site-facts.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { encodeJsonRow, type JsonField, jsonField, jsonRows } from '../rows/json.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'

/** The facts and their columns' types. The compiler sees that none is missing, a test that each has its column. */
const FACTS: Readonly<Record<keyof SiteFacts, ColumnType>> = {
  reachable: 'boolean',
  failure: 'text',
  finalOrigin: 'text',
  redirects: 'integer',
  status: 'integer',
  http: 'boolean',
  httpRedirectsToHttps: 'boolean',
  h1: 'boolean',
  h2: 'boolean',
  h3: 'boolean',
  h3Handshake: 'boolean',
  h3ClaimedAltSvc: 'boolean',
  h3ClaimedDns: 'boolean',
  h1Failure: 'text',
  h2Failure: 'text',
  h3Failure: 'text',
  ipv4: 'boolean',
  ipv6: 'boolean',
  address: 'text',
  rttMs: 'real',
  tlsVersion: 'text',
  tlsGroup: 'text',
  tlsRoundTrips: 'integer',
  chainBytes: 'integer',
  resumption: 'boolean',
  ticketLifetimeS: 'real',
  earlyData: 'boolean',
  h3Retry: 'boolean',
  h3Resumption: 'boolean',
  h3EarlyData: 'boolean',
  httpsRecord: 'boolean',
  ech: 'boolean',
  earlyHints: 'boolean',
  certOrganization: 'text',
  certFingerprint: 'text',
  hsts: 'boolean',
  server: 'text',
  stack: 'text',
  h3Stack: 'text',
  cdn: 'text',
  cdnEvidence: 'text',
  bodyBytes: 'integer',
  h1Note: 'text',
  h2Evidence: 'text',
}

export const FACT_NAMES = Object.keys(FACTS) as (keyof SiteFacts)[]

/** Name, column and type of each fact, since all sites of a survey are read by them. */
const FACT_COLUMNS = FACT_NAMES.map((name) => ({ name, column: factColumn(name), type: FACTS[name] }))

/** The column of a fact: `h3ClaimedAltSvc` is `h3_claimed_alt_svc`. */
export function factColumn(fact: keyof SurveyedSite): string {
  return fact.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export interface VisitRecord {
  readonly surveyId: number
  readonly rank: number
  /** Wall time of the visit's start, ISO 8601. */
  readonly visitedAt: string
  /** Is null where there was no visit. */
  readonly durationMs: number | null
  /** Block between two canaries that the visit ended in; null where the run has no canary. */
  readonly block: number | null
  /** True where a failed canary casts doubt on the visit: HTTP/3 is unknown then, whatever was seen. */
  readonly h3Void: boolean
  /** Text of what went wrong with the visit itself (`unknown_failure`); null otherwise. */
  readonly detail: string | null
  readonly facts: SiteFacts
}

const RECORD_COLUMNS = {
  visited_at: 'text',
  duration_ms: 'real',
  block: 'integer',
  h3_void: 'boolean',
  detail: 'text',
} as const satisfies Record<string, ColumnType>

/** One row of `finishSites`, as text. */
export function encodeSite({
  surveyId,
  rank,
  visitedAt,
  durationMs,
  block,
  h3Void,
  detail,
  facts,
}: VisitRecord): string {
  const known: SiteFacts = h3Void ? { ...facts, h3: null, h3Handshake: null } : facts
  const fields: JsonField[] = [surveyId, rank, visitedAt, durationMs, block, h3Void, detail]
  for (const name of FACT_NAMES) fields.push(known[name])
  return encodeJsonRow(fields)
}

/**
 * Marks sites as done with what was found out; resolves to the ranks for which this was so. The others are no longer
 * this owner's: its lease ran out and another process took them over.
 */
export async function finishSites(
  query: Query,
  dialect: Dialect,
  owner: string,
  rows: readonly string[],
): Promise<Set<number>> {
  const done = await query(FINISH[dialect], [`[${rows.join(',')}]`, owner])
  return new Set(done.map(({ rank }) => Number(rank)))
}

const FINISH: Readonly<Record<Dialect, string>> = {
  sqlite: finishStatement('sqlite'),
  postgres: finishStatement('postgres'),
}

function finishStatement(dialect: Dialect): string {
  const columns: [string, ColumnType][] = [
    ...Object.entries(RECORD_COLUMNS),
    ...FACT_COLUMNS.map(({ column, type }): [string, ColumnType] => [column, type]),
  ]
  const values = columns.map(([column, type], index) => `${column} = ${jsonField(dialect, index + 2, type)}`)
  // The keys are taken out of the rows first, once, and the survey's id is one of them: else both databases may go
  // through all sites that the owner has claimed, and for each of them take all rows apart. A plain claimed_by makes
  // PostgreSQL expect a single site, where it has no statistics yet, and choose that way all the same.
  return `WITH input AS MATERIALIZED (
      SELECT ${jsonField(dialect, 0, 'integer')} AS survey_id, ${jsonField(dialect, 1, 'integer')} AS rank, input.value
      FROM ${jsonRows(dialect)}
    )
    UPDATE survey_sites SET state = 'done', claimed_by = NULL, lease_until = NULL, ${values.join(', ')} FROM input
    WHERE survey_sites.survey_id = input.survey_id AND survey_sites.rank = input.rank
      AND coalesce(claimed_by, '') = ?
    RETURNING survey_sites.rank`
}

/** The visited sites of a survey in the order of their ranks, a page at a time. */
export async function* surveyedSites(db: Database, surveyId: number): AsyncIterable<SurveyedSite> {
  const select = `SELECT rank, rank_magnitude, domain, ${FACT_COLUMNS.map(({ column }) => column).join(', ')} FROM survey_sites
    WHERE survey_id = ? AND rank > ? AND state = 'done' ORDER BY rank LIMIT ${PAGE}`
  for (let last = -1; ; ) {
    const rows = await db.query(select, [surveyId, last])
    for (const row of rows) yield readSurveyedSite(row)
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.rank)
  }
}

const PAGE = 500

export function readSurveyedSite(row: Row): SurveyedSite {
  const site: Record<string, unknown> = {
    rank: row.rank,
    rankMagnitude: row.rank_magnitude,
    domain: row.domain,
  }
  for (const { name, column, type } of FACT_COLUMNS) {
    const value = row[column]
    site[name] = type === 'boolean' && value !== null ? Boolean(value) : value
  }
  // The columns are those of FACTS, whose keys are those of SiteFacts.
  return site as unknown as SurveyedSite
}

/** Says how far a survey is. `failed` sites gave no HTTP response. */
export async function surveyProgress(
  db: Database,
  surveyId: number,
): Promise<{ readonly total: number; readonly done: number; readonly failed: number }> {
  const [row] = await db.query(
    `SELECT count(*) AS total, count(reachable) AS done, count(CASE WHEN NOT reachable THEN 1 END) AS failed
     FROM survey_sites WHERE survey_id = ?`,
    [surveyId],
  )
  return { total: Number(row?.total), done: Number(row?.done), failed: Number(row?.failed) }
}

export interface SiteVisit {
  readonly rank: number
  readonly visited: boolean
  /** Why the site gave no HTTP response; null where it did, or was not visited. */
  readonly failure: string | null
  /** The text of what went wrong with the visit itself, for a reason of ours; null otherwise. */
  readonly detail: string | null
}

/** Reads how the visit of a domain ended; null where the survey does not hold it. */
export async function siteVisit(db: Database, surveyId: number, domain: string): Promise<SiteVisit | null> {
  const [row] = await db.query(
    'SELECT rank, state, failure, detail FROM survey_sites WHERE survey_id = ? AND domain = ?',
    [surveyId, domain],
  )
  if (row === undefined) return null
  const text = (value: unknown): string | null => (value === null ? null : String(value))
  return {
    rank: Number(row.rank),
    visited: row.state === 'done',
    failure: text(row.failure),
    detail: text(row.detail),
  }
}
