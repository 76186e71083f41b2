import type { SurveyedSite } from '../../model/site-facts.ts'
import type { Database, Value } from '../connection/database.ts'
import { FACT_NAMES, factColumn, readSurveyedSite } from './survey-sites.ts'

/** Says what a protocol filter asks of a site. A site about which it is unknown fulfils none. */
type SpeaksFilter = 'http' | 'h1' | 'h2' | 'h3' | 'h3-claimed' | 'no-h2' | 'no-h3'

interface SurveySiteFilter {
  /** Part of the domain, in lower case. */
  readonly q?: string | undefined
  readonly speaks?: SpeaksFilter | undefined
  /** Name in lower case; null: no known CDN. */
  readonly cdn?: string | null | undefined
}

interface SurveySitePage extends SurveySiteFilter {
  readonly sort: 'rank' | 'domain' | 'rttMs' | 'bodyBytes' | 'cdn' | 'server'
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

const SPEAKS: Readonly<Record<SpeaksFilter, string>> = {
  http: 'http',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  'h3-claimed': '(h3_claimed_alt_svc OR h3_claimed_dns)',
  'no-h2': 'NOT h2',
  'no-h3': 'NOT h3',
}

/** The visited sites of a survey that match, a page of them; `total` counts all. Sites without a value stand last. */
export async function surveySitePage(
  db: Database,
  surveyId: number,
  page: SurveySitePage,
): Promise<{ readonly total: number; readonly rows: SurveyedSite[] }> {
  const { where, bindings } = whereSites(surveyId, page)
  const column = page.sort === 'rank' ? await rankOrder(db, surveyId) : factColumn(page.sort)
  const direction = page.descending ? 'DESC' : 'ASC'
  const rows = await db.query(
    `SELECT rank, rank_magnitude, domain, ${FACT_NAMES.map(factColumn).join(', ')} FROM survey_sites ${where}
     ORDER BY ${column === null ? '' : `${column} ${direction} NULLS LAST,`} rank ${column === null ? direction : ''}
     LIMIT ? OFFSET ?`,
    [...bindings, page.limit, page.offset],
  )
  const total = (await allSites(db, surveyId, page)) ?? (await countSites(db, where, bindings))
  return { total, rows: rows.map(readSurveyedSite) }
}

/** What sites are ordered by where ranks are asked for; null: by `rank`, as its index has them. A list has magnitudes or none. */
async function rankOrder(db: Database, surveyId: number): Promise<string | null> {
  const [first] = await db.query(
    'SELECT rank_magnitude FROM survey_sites WHERE survey_id = ? ORDER BY rank LIMIT 1',
    [surveyId],
  )
  return first?.rank_magnitude == null ? null : 'rank_magnitude'
}

/** All sites of a finished survey, which counts them: a million take half a second to count. Null: they are to be counted. */
async function allSites(
  db: Database,
  surveyId: number,
  { q = '', speaks, cdn }: SurveySiteFilter,
): Promise<number | null> {
  if (q !== '' || speaks !== undefined || cdn !== undefined) return null
  const [row] = await db.query("SELECT sites FROM surveys WHERE id = ? AND state = 'finished'", [surveyId])
  return row === undefined ? null : Number(row.sites)
}

async function countSites(db: Database, where: string, bindings: readonly Value[]): Promise<number> {
  const [count] = await db.query(`SELECT count(*) AS total FROM survey_sites ${where}`, [...bindings])
  return Number(count?.total)
}

/** A pattern of LIKE for what has this text in it; its own signs stand for themselves. */
const containing = (text: string): string => `%${text.replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`

function whereSites(
  surveyId: number,
  { q, speaks, cdn }: SurveySiteFilter,
): { readonly where: string; readonly bindings: Value[] } {
  const conditions = ['survey_id = ?', "state = 'done'"]
  const bindings: Value[] = [surveyId]
  if (q !== undefined && q !== '') {
    conditions.push("domain LIKE ? ESCAPE '!'")
    bindings.push(containing(q))
  }
  if (speaks !== undefined) conditions.push(SPEAKS[speaks])
  if (cdn === null) conditions.push('cdn IS NULL')
  else if (cdn !== undefined) {
    conditions.push("lower(cdn) LIKE ? ESCAPE '!'")
    bindings.push(containing(cdn))
  }
  return { where: `WHERE ${conditions.join(' AND ')}`, bindings }
}
