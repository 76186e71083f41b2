import { pagesByDomain } from '../../db/campaign/campaign-pages.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { siteOfDomain } from '../../db/field/field-studies.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { loadRunById } from '../../db/load/load-runs.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { visitsOf } from '../../db/survey/visits.ts'
import { visibleStudies } from '../field/visible-studies.ts'

/** Paths that the dashboard has a page for (web/client/address.ts). */
const PAGES =
  /^\/(?:(sites|field)(?:\/([a-z0-9._-]{1,253}))?|pages|lab|papers|replay|load|har|advice|method)?\/*$/i

/** A number of something in the database: PostgreSQL refuses larger ones. */
const ID = /^[1-9]\d{0,8}$/

/**
 * Whether a page is there, with the site, survey, campaign, run and study that its address names. The page itself says in words
 * what is not; this is for the status of its document.
 */
export async function isPageThere(db: Database, path: string, query: URLSearchParams): Promise<boolean> {
  const [page, kind, site] = PAGES.exec(path) ?? []
  if (page === undefined) return false
  const domain = site?.toLowerCase() ?? null
  const list = query.get('list') || null
  if (domain !== null && kind?.toLowerCase() === 'sites' && !(await hasSite(db, domain))) return false
  if (kind?.toLowerCase() === 'field' && !(await hasStudy(db, list, domain))) return false
  const runById = /^\/load\/*$/i.test(page) ? loadRunById : labRunById
  return (
    (await isThere(query.get('campaign'), (id) => campaignById(db, id))) &&
    (await isThere(query.get('survey'), (id) => surveyById(db, id))) &&
    (await isThere(query.get('until'), (id) => surveyById(db, id))) &&
    (await isThere(query.get('run'), (id) => runById(db, id)))
  )
}

/** True where the address leaves it open. */
async function isThere(named: string | null, find: (id: number) => Promise<object | null>): Promise<boolean> {
  if (named === null || named === '') return true
  return ID.test(named) && (await find(Number(named))) !== null
}

async function hasSite(db: Database, domain: string): Promise<boolean> {
  return (await visitsOf(db, domain)).length > 0 || (await pagesByDomain(db, domain)).length > 0
}

/** A study that everybody may see: `list`, or any; with the site where one is named. */
async function hasStudy(db: Database, list: string | null, domain: string | null): Promise<boolean> {
  if (list === null && domain === null) return true
  for (const study of await visibleStudies(db, null))
    if (list === null || study.list === list)
      if (domain === null || (await siteOfDomain(db, study.list, domain)) !== null) return true
  return false
}
