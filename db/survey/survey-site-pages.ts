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
  const direction = page.descending ? 'DESC' : 'ASC'
  const column = page.sort === 'rank' ? 'rank_magnitude' : factColumn(page.sort)
  // A million sites are sorted for each page where an index could give them in order.
  const isByRank = page.sort === 'rank' && !(await hasMagnitudes(db, surveyId))
  const order = isByRank ? `rank ${direction}` : `${column} ${direction} NULLS LAST, rank`
  const rows = await db.query(
    `SELECT rank, rank_magnitude, domain, ${FACT_NAMES.map(factColumn).join(', ')} FROM survey_sites ${where}
     ORDER BY ${order} LIMIT ? OFFSET ?`,
    [...bindings, page.limit, page.offset],
  )
  const total = (await allSites(db, surveyId, page)) ?? (await countSites(db, where, bindings))
  return { total, rows: rows.map(readSurveyedSite) }
}

/** Says whether the survey's list has magnitudes in place of ranks: all of its sites have one, or none. */
async function hasMagnitudes(db: Database, surveyId: number): Promise<boolean> {
  const [first] = await db.query(
    'SELECT rank_magnitude FROM survey_sites WHERE survey_id = ? ORDER BY rank LIMIT 1',
    [surveyId],
  )
  return first !== undefined && first.rank_magnitude !== null
}

/** Resolves to all sites of a finished survey, whose row has their number; null where they have to be counted. */
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
