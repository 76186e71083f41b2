type PageName =
  | 'overview'
  | 'sites'
  | 'pages'
  | 'lab'
  | 'papers'
  | 'replay'
  | 'load'
  | 'field'
  | 'har'
  | 'advice'
  | 'method'

/** A page of the dashboard; what is chosen on it stands in the query. */
export type Route =
  | { readonly view: PageName }
  | { readonly view: 'site' | 'fieldSite'; readonly domain: string }
  | { readonly view: 'unknown'; readonly path: string }

const PAGES: Readonly<Record<string, PageName>> = {
  '/': 'overview',
  '/sites': 'sites',
  '/pages': 'pages',
  '/lab': 'lab',
  '/papers': 'papers',
  '/replay': 'replay',
  '/load': 'load',
  '/field': 'field',
  '/har': 'har',
  '/advice': 'advice',
  '/method': 'method',
}

/** Says which page a path names. A slash at the end makes no difference. */
export function routeOf(pathname: string): Route {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  const view = PAGES[path === '' ? '/' : path]
  if (view !== undefined) return { view }
  const [, pages, domain] = /^\/(sites|field)\/([^/]+)$/.exec(path) ?? []
  // Names are ASCII letters, digits, hyphens and dots; whatever else is asked for is no site of ours.
  if (domain !== undefined && /^[a-z0-9._-]{1,253}$/i.test(domain)) {
    return { view: pages === 'field' ? 'fieldSite' : 'site', domain: domain.toLowerCase() }
  }
  return { view: 'unknown', path: pathname }
}

/** Permalink of a site's page. */
export function sitePath(domain: string): string {
  return `/sites/${encodeURIComponent(domain)}`
}

/** Permalink of a site's page of the field. */
export function fieldSitePath(domain: string): string {
  return `/field/${encodeURIComponent(domain)}`
}

/** Choices to put into a query; null takes one out. */
export type Choices = Readonly<Record<string, string | null>>

/**
 * The address with choices changed. Others stay; the order is alphabetical, so that the same choices always give the same
 * permalink.
 */
export function withChoices(
  address: { readonly pathname: string; readonly search: string },
  choices: Choices,
): string {
  const query = new URLSearchParams(address.search)
  for (const [name, value] of Object.entries(choices)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  query.sort()
  const text = query.toString()
  return text === '' ? address.pathname : `${address.pathname}?${text}`
}

/** A choice from the query; `fallback` where none is made, or one that is not to be had. */
export function choiceOf<T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const chosen = query.get(name)
  return allowed.find((value) => value === chosen) ?? fallback
}

/** Takes out of an address what names data: the page then shows what it opens with. */
export const OPENING_DATA: Choices = {
  ...{ survey: null, until: null, campaign: null, run: null, list: null },
  ...{ lab: null, cell: null, server: null, page: null },
}

/** Reads what an address names by a number, as it stands there: who has the data says whether it is there. */
export function idOf(query: URLSearchParams, name: 'survey' | 'campaign'): string | null {
  return query.get(name) || null
}

/** A whole number of 1 or more from the query. */
export function numberOf(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
}
