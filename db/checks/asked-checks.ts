import type { Database, Query } from '../connection/database.ts'
import { asNumber, asText, asWord, orNull, recordReader } from '../rows/record.ts'
import type { Dialect } from '../rows/table.ts'

type AskedCheckState = 'waiting' | 'running' | 'done' | 'failed'

const readCheck = recordReader({
  id: asNumber,
  url: asText,
  state: asWord<AskedCheckState>(),
  attempts: asNumber,
  createdAt: asText,
  finishedAt: orNull(asText),
  /** Says why there is no result; null where there is one, or will be. */
  reason: orNull(asText),
})

export type AskedCheck = ReturnType<typeof readCheck>

const COLUMNS = 'id, url, state, attempts, created_at, finished_at, reason'

interface CheckCounts {
  /** Asked for since the day began, whatever became of them. */
  readonly today: number
  /** Number of these of pages of the same registrable domain. */
  readonly ofDomain: number
  readonly waiting: number
}

/**
 * Keeps others from asking for checks until the transaction ends, so that what is counted stays so. SQLite has one writer at
 * a time anyway.
 */
export async function holdAskedChecks(query: Query, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await query('LOCK TABLE asked_checks IN SHARE ROW EXCLUSIVE MODE')
}

/** `dayStart`: ISO 8601. */
export async function countChecks(query: Query, domain: string, dayStart: string): Promise<CheckCounts> {
  const [row] = await query(
    `SELECT (SELECT count(*) FROM asked_checks WHERE created_at >= ?) AS today,
       (SELECT count(*) FROM asked_checks WHERE created_at >= ? AND domain = ?) AS of_domain,
       (SELECT count(*) FROM asked_checks WHERE state = 'waiting') AS waiting`,
    [dayStart, dayStart, domain],
  )
  return { today: Number(row?.today), ofDomain: Number(row?.of_domain), waiting: Number(row?.waiting) }
}

/** The newest check of a page since a moment, ISO 8601; null where there is none. */
export async function checkOfUrl(query: Query, url: string, since: string): Promise<AskedCheck | null> {
  const [row] = await query(
    `SELECT ${COLUMNS} FROM asked_checks WHERE url = ? AND created_at >= ? ORDER BY id DESC LIMIT 1`,
    [url, since],
  )
  return row === undefined ? null : readCheck(row)
}

/** Resolves to its number. */
export async function addCheck(
  query: Query,
  check: { readonly url: string; readonly domain: string; readonly createdAt: string },
): Promise<number> {
  const [row] = await query(
    `INSERT INTO asked_checks (url, domain, state, attempts, created_at) VALUES (?, ?, 'waiting', 0, ?) RETURNING id`,
    [check.url, check.domain, check.createdAt],
  )
  return Number(row?.id)
}

export async function checkById({ query }: Pick<Database, 'query'>, id: number): Promise<AskedCheck | null> {
  const [row] = await query(`SELECT ${COLUMNS} FROM asked_checks WHERE id = ?`, [id])
  return row === undefined ? null : readCheck(row)
}

/** Says how many are done before one that waits, the one under way among them. */
export async function checksBefore({ query }: Pick<Database, 'query'>, id: number): Promise<number> {
  const [row] = await query(
    "SELECT count(*) AS n FROM asked_checks WHERE state IN ('waiting', 'running') AND id < ?",
    [id],
  )
  return Number(row?.n)
}

/** The newest ones, of all pages or of one. */
export async function newestChecks(
  { query }: Pick<Database, 'query'>,
  most: number,
  url?: string,
): Promise<AskedCheck[]> {
  const rows = await query(
    `SELECT ${COLUMNS} FROM asked_checks ${url === undefined ? '' : 'WHERE url = ?'} ORDER BY id DESC LIMIT ?`,
    url === undefined ? [most] : [url, most],
  )
  return rows.map(readCheck)
}

/** The JSON of a check that is done, as text; null of any other. */
export async function checkResult({ query }: Pick<Database, 'query'>, id: number): Promise<string | null> {
  const [row] = await query('SELECT result FROM asked_checks WHERE id = ?', [id])
  return typeof row?.result === 'string' ? row.result : null
}

/** The HTML page of a check that is done; null of any other. */
export async function checkReport({ query }: Pick<Database, 'query'>, id: number): Promise<string | null> {
  const [row] = await query('SELECT report FROM asked_checks WHERE id = ?', [id])
  return typeof row?.report === 'string' ? row.report : null
}
