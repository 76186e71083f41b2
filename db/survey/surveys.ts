import type { Operation } from '../../model/operation.ts'
import type { Database, Row } from '../connection/database.ts'
import { canonicalJson } from '../rows/canonical-json.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json-rows.ts'
import { insertList, LIST_COLUMNS, type ListRow, type ListSource, readList } from './lists.ts'

export type SurveyState = 'running' | 'stopped' | 'finished'

/** What a survey was made with, so that any figure of it can be rebuilt and repeated. */
export interface SurveyProvenance {
  readonly toolVersion: string
  /** Of the order of visits; 0 to 2^32 - 1. */
  readonly seed: number
  readonly operations: readonly Operation[]
  /** Everything that changes what is measured, as plain JSON. Compared as a whole on resume. */
  readonly options: object
  readonly vantage: string | null
  readonly resolver: string | null
  readonly userAgent: string
  readonly sandbox: boolean
  /** Versions of node, openssl, … */
  readonly versions: Readonly<Record<string, string>>
}

export interface SurveyRow extends SurveyProvenance {
  readonly id: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly state: SurveyState
  readonly list: ListRow
  /** Sites of the survey, and entries left out because their rank or domain had come before. */
  readonly sites: number
  readonly duplicates: number
}

export interface NewSurvey extends SurveyProvenance {
  /** Asked for after the last site was read, for only then the number of bad lines is known. */
  readonly list: () => ListSource
  /** Read once, never held. Must not read from this database: its only writer is busy. */
  readonly sites: AsyncIterable<{ readonly rank: number; readonly domain: string }>
  /** `mix32` of stats/rng.ts: the site's place in the order of visits. */
  readonly shuffle: (seed: number, rank: number) => number
  /** Wall time, ISO 8601. */
  readonly createdAt: string
}

const SITES_PER_INSERT = 500

/** Creates a survey with all its sites, or, where the list cannot be read to its end, nothing. */
export async function createSurvey(
  db: Database,
  survey: NewSurvey,
): Promise<{ readonly id: number; readonly sites: number; readonly duplicates: number }> {
  return db.write(async (query) => {
    // Sites refer to their survey, and the survey to its list: both get their counts when these are known.
    const unread = {
      source: '',
      trancoId: null,
      sha256: '',
      fetchedAt: survey.createdAt,
      entries: 0,
      badLines: 0,
    }
    const listId = await insertList(query, unread)
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
    const id = Number(created?.id)

    const insert = `INSERT INTO survey_sites (survey_id, rank, domain, shuffle_key, state, attempt, h3_void)
      SELECT ${id}, ${SITE_FIELDS.map((type, index) => jsonField(db.dialect, index, type)).join(', ')}, 'pending', 0, false
      FROM ${jsonRows(db.dialect)} WHERE true ON CONFLICT DO NOTHING RETURNING 1`
    let read = 0
    let sites = 0
    let rows: string[] = []
    const flush = async (): Promise<void> => {
      sites += (await query(insert, [`[${rows.join(',')}]`])).length
      rows = []
    }
    for await (const { rank, domain } of survey.sites) {
      read += 1
      rows.push(encodeJsonRow([rank, domain, survey.shuffle(survey.seed, rank)]))
      if (rows.length === SITES_PER_INSERT) await flush()
    }
    if (rows.length > 0) await flush()

    const list = survey.list()
    await query(
      'UPDATE lists SET source = ?, tranco_id = ?, sha256 = ?, fetched_at = ?, entries = ?, bad_lines = ? WHERE id = ?',
      [list.source, list.trancoId, list.sha256, list.fetchedAt, list.entries, list.badLines, listId],
    )
    await query('UPDATE surveys SET sites = ?, duplicates = ? WHERE id = ?', [sites, read - sites, id])
    return { id, sites, duplicates: read - sites }
  })
}

const SITE_FIELDS = ['integer', 'text', 'uint32'] as const

/** All surveys, newest first. */
export async function listSurveys(db: Database): Promise<SurveyRow[]> {
  return (await db.query(`${SELECT} ORDER BY surveys.id DESC`)).map(readSurvey)
}

export async function surveyById(db: Database, id: number): Promise<SurveyRow | null> {
  const [row] = await db.query(`${SELECT} WHERE surveys.id = ?`, [id])
  return row === undefined ? null : readSurvey(row)
}

/** The newest survey; with `finishedOnly` the newest one that came to its end. */
export async function latestSurvey(
  db: Database,
  { finishedOnly = false }: { readonly finishedOnly?: boolean } = {},
): Promise<SurveyRow | null> {
  const where = finishedOnly ? "WHERE surveys.state = 'finished'" : ''
  const [row] = await db.query(`${SELECT} ${where} ORDER BY surveys.id DESC LIMIT 1`)
  return row === undefined ? null : readSurvey(row)
}

/**
 * The newest survey of the same list and options that has not come to its end. It may be running in another process:
 * then both share its sites. With `orProbing` also one that has, but whose sites are still being probed.
 */
export async function findResumable(
  db: Database,
  wanted: {
    readonly listSha: string
    readonly options: object
    readonly operations?: readonly Operation[]
    readonly orProbing?: boolean
  },
): Promise<SurveyRow | null> {
  const probing =
    wanted.orProbing === true
      ? "OR EXISTS (SELECT 1 FROM campaigns WHERE survey_id = surveys.id AND campaigns.state <> 'finished')"
      : ''
  const operations = wanted.operations === undefined ? null : JSON.stringify(wanted.operations)
  const [row] = await db.query(
    `${SELECT} WHERE (surveys.state <> 'finished' ${probing}) AND lists.sha256 = ? AND surveys.options = ?
     ${operations === null ? '' : 'AND surveys.operations = ?'} ORDER BY surveys.id DESC LIMIT 1`,
    [wanted.listSha, canonicalJson(wanted.options), ...(operations === null ? [] : [operations])],
  )
  return row === undefined ? null : readSurvey(row)
}

/** Marks a survey as running, unless it is finished. */
export async function markRunning(db: Database, id: number): Promise<void> {
  await db.write((query) =>
    query("UPDATE surveys SET state = 'running' WHERE id = ? AND state <> 'finished'", [id]),
  )
}

/** Marks a survey as stopped, unless it is finished or another process still visits sites of it. */
export async function markStopped(db: Database, id: number): Promise<void> {
  await db.write((query) =>
    query(
      `UPDATE surveys SET state = 'stopped' WHERE id = ? AND state <> 'finished' AND NOT EXISTS
        (SELECT 1 FROM survey_sites WHERE survey_id = ? AND state = 'pending' AND claimed_by IS NOT NULL)`,
      [id, id],
    ),
  )
}

/** Marks a survey as finished, unless a site of it is still to be visited. */
export async function markFinished(db: Database, id: number, finishedAt: string): Promise<void> {
  await db.write((query) =>
    query(
      `UPDATE surveys SET state = 'finished', finished_at = ? WHERE id = ? AND state <> 'finished' AND NOT EXISTS
        (SELECT 1 FROM survey_sites WHERE survey_id = ? AND state = 'pending')`,
      [finishedAt, id, id],
    ),
  )
}

const SELECT = `SELECT surveys.*, ${LIST_COLUMNS} FROM surveys JOIN lists ON lists.id = surveys.list_id`

function readSurvey(row: Row): SurveyRow {
  return {
    id: Number(row.id),
    createdAt: String(row.created_at),
    finishedAt: row.finished_at === null ? null : String(row.finished_at),
    state: row.state as SurveyState,
    list: readList(row),
    sites: Number(row.sites),
    duplicates: Number(row.duplicates),
    toolVersion: String(row.tool_version),
    seed: Number(row.seed),
    operations: JSON.parse(String(row.operations)) as Operation[],
    options: JSON.parse(String(row.options)) as object,
    vantage: row.vantage === null ? null : String(row.vantage),
    resolver: row.resolver === null ? null : String(row.resolver),
    userAgent: String(row.user_agent),
    sandbox: Boolean(row.sandbox),
    versions: JSON.parse(String(row.versions)) as Record<string, string>,
  }
}
