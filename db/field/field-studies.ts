import type { Database } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows, plainObject } from '../rows/json.ts'
import { asJson, asNumber, asText, orNull, recordReader } from '../rows/record.ts'

/** A site under study; `site` is its number in the list, from 0 (rank − 1). */
export interface StudySite {
  readonly site: number
  readonly domain: string
}

interface NewStudy {
  /** Tranco's id of the list, or a name of 4 to 16 letters and digits. */
  readonly list: string
  readonly openedDay: string
  /** Name of the closed pilot; null: the study is open to everybody. */
  readonly pilot: string | null
  /** Limits that a cell must reach to be published; null: the default. */
  readonly thresholds: object | null
  readonly sites: readonly StudySite[]
}

const readStudy = recordReader({
  list: asText,
  openedDay: asText,
  closedDay: orNull(asText),
  pilot: orNull(asText),
  /** Limits that it was opened with; null: the default. */
  thresholds: orNull(asJson(plainObject)),
  sites: asNumber,
})

export type Study = ReturnType<typeof readStudy>

/** Letters, digits and hyphens, in lower case; at least two labels (safety.md ING-11, CRW-7). */
const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Takes contributions for these sites from now on. Resolves to false, and nothing is changed, where the list has a study
 * already. Throws a RangeError where a domain is no host name: it would be shown on pages.
 */
export async function openStudy(db: Database, study: NewStudy): Promise<boolean> {
  const { list, openedDay, pilot, thresholds, sites } = study
  if (!sites.every(({ domain }) => HOST_NAME.test(domain)))
    throw new RangeError('a site of the study has no host name of letters, digits and hyphens')
  const rows = sites.map(({ site, domain }) => encodeJsonRow([site, domain]))
  return db.write(async (query) => {
    const opened = await query(
      `INSERT INTO field_studies (list, opened_day, pilot, thresholds) VALUES (?, ?, ?, ?)
       ON CONFLICT (list) DO NOTHING RETURNING list`,
      [list, openedDay, pilot, thresholds === null ? null : JSON.stringify(thresholds)],
    )
    if (opened.length === 0) return false
    await query(
      `INSERT INTO field_sites (list, site, domain)
       SELECT CAST(? AS text), ${jsonField(db.dialect, 0, 'integer')}, ${jsonField(db.dialect, 1, 'text')}
       FROM ${jsonRows(db.dialect)}`,
      [list, `[${rows.join(',')}]`],
    )
    return true
  })
}

/** Nothing is taken for it any more; what was taken stays. False where there is no open study of this list. */
export async function closeStudy(db: Database, list: string, day: string): Promise<boolean> {
  return db.write(async (query) => {
    const closed = await query(
      'UPDATE field_studies SET closed_day = ? WHERE list = ? AND closed_day IS NULL RETURNING list',
      [day, list],
    )
    return closed.length > 0
  })
}

/** All studies, the newest first. */
export async function listStudies(db: Database): Promise<Study[]> {
  const rows = await db.query(
    `SELECT list, opened_day, closed_day, pilot, thresholds,
            (SELECT count(*) FROM field_sites WHERE field_sites.list = field_studies.list) AS sites
     FROM field_studies ORDER BY opened_day DESC, list`,
  )
  return rows.map(readStudy)
}

/** Reads the studies that take contributions, closed pilots among them; the newest first. */
export async function openStudies(db: Database): Promise<Study[]> {
  return (await listStudies(db)).filter(({ closedDay }) => closedDay === null)
}

/** Reads the sites of a list by their numbers; none where there is no such list. */
export async function studySites(db: Database, list: string): Promise<StudySite[]> {
  const rows = await db.query('SELECT site, domain FROM field_sites WHERE list = ? ORDER BY site', [list])
  return rows.map(({ site, domain }) => ({ site: Number(site), domain: String(domain) }))
}

/** The number of a domain; null where the list does not have it. */
export async function siteOfDomain(db: Database, list: string, domain: string): Promise<number | null> {
  const [row] = await db.query('SELECT site FROM field_sites WHERE list = ? AND domain = ?', [list, domain])
  return row === undefined ? null : Number(row.site)
}
