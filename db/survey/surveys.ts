import { z } from 'zod'
import { OPERATIONS, type Operation } from '../../model/operation.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { canonicalJson, plainObject, textByName } from '../rows/json.ts'
import {
  asFlag,
  asJson,
  asNumber,
  asText,
  asWord,
  orNull,
  type RecordOf,
  recordReader,
} from '../rows/record.ts'
import { COMMAND_LINE, LIST_COLUMNS, type ListRow, readList } from './lists.ts'

export type SurveyState = 'running' | 'stopped' | 'finished'

const operations: z.ZodType<readonly Operation[]> = z.array(z.enum(OPERATIONS))

/** Provenance of a survey, so that any figure of it can be rebuilt and repeated. */
const PROVENANCE = {
  toolVersion: asText,
  /** Seed of the order of visits; 0 to 2^32 - 1. */
  seed: asNumber,
  operations: asJson(operations),
  /** Everything that changes what is measured, as plain JSON. Compared as a whole on resume. */
  options: asJson(plainObject),
  vantage: orNull(asText),
  resolver: orNull(asText),
  userAgent: asText,
  sandbox: asFlag,
  /** Versions of node, openssl, … */
  versions: asJson(textByName),
}

export type SurveyProvenance = RecordOf<typeof PROVENANCE>

const readFields = recordReader({
  id: asNumber,
  createdAt: asText,
  finishedAt: orNull(asText),
  state: asWord<SurveyState>(),
  list: (list): ListRow => list as ListRow,
  /** Sites of the survey, and entries left out because their rank or domain had come before. */
  sites: asNumber,
  duplicates: asNumber,
  ...PROVENANCE,
})

export type SurveyRow = ReturnType<typeof readFields>

/** All surveys, newest first. */
export async function listSurveys(db: Database): Promise<SurveyRow[]> {
  return (await db.query(`${SELECT} ORDER BY surveys.id DESC`)).map(readSurvey)
}

export async function surveyById(db: Database, id: number): Promise<SurveyRow | null> {
  const [row] = await db.query(`${SELECT} WHERE surveys.id = ?`, [id])
  return row === undefined ? null : readSurvey(row)
}

/** The newest survey; with `finishedOnly` the newest one that came to its end, with `vantage` the newest one from there. */
export async function latestSurvey(
  db: Database,
  { finishedOnly = false, vantage }: { readonly finishedOnly?: boolean; readonly vantage?: string } = {},
): Promise<SurveyRow | null> {
  const finished = finishedOnly ? "surveys.state = 'finished'" : 'TRUE'
  const from = vantage === undefined ? 'TRUE' : 'surveys.vantage = ?'
  const [row] = await db.query(
    `${SELECT} WHERE ${finished} AND ${from} ORDER BY surveys.id DESC LIMIT 1`,
    vantage === undefined ? [] : [vantage],
  )
  return row === undefined ? null : readSurvey(row)
}

/** The finished surveys of lists, newest first. Sites that were named on the command line are no list. */
export async function finishedListSurveys(db: Database): Promise<SurveyRow[]> {
  const rows = await db.query(
    `${SELECT} WHERE surveys.state = 'finished' AND source <> ? ORDER BY surveys.id DESC`,
    [COMMAND_LINE],
  )
  return rows.map(readSurvey)
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
    /** Is null for one that does not state it, absent for any. */
    readonly vantage?: string | null
  },
): Promise<SurveyRow | null> {
  const probing =
    wanted.orProbing === true
      ? "OR EXISTS (SELECT 1 FROM campaigns WHERE survey_id = surveys.id AND campaigns.state <> 'finished')"
      : ''
  const operations = wanted.operations === undefined ? null : JSON.stringify(wanted.operations)
  const [row] = await db.query(
    `${SELECT} WHERE (surveys.state <> 'finished' ${probing}) AND lists.sha256 = ? AND surveys.options = ?
     ${operations === null ? '' : 'AND surveys.operations = ?'}
     ${wanted.vantage === undefined ? '' : "AND coalesce(surveys.vantage, '') = ?"} ORDER BY surveys.id DESC LIMIT 1`,
    [
      wanted.listSha,
      canonicalJson(wanted.options),
      ...(operations === null ? [] : [operations]),
      ...(wanted.vantage === undefined ? [] : [wanted.vantage ?? '']),
    ],
  )
  return row === undefined ? null : readSurvey(row)
}

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
  await db.write((query) => finishSurvey(query, id, finishedAt))
}

/** The same as part of a transaction. */
export async function finishSurvey(query: Query, id: number, finishedAt: string): Promise<void> {
  await query(
    `UPDATE surveys SET state = 'finished', finished_at = ? WHERE id = ? AND state <> 'finished' AND NOT EXISTS
      (SELECT 1 FROM survey_sites WHERE survey_id = ? AND state = 'pending')`,
    [finishedAt, id, id],
  )
}

const SELECT = `SELECT surveys.*, ${LIST_COLUMNS} FROM surveys JOIN lists ON lists.id = surveys.list_id`

function readSurvey(row: Row): SurveyRow {
  return readFields({ ...row, list: readList(row) })
}
