import { DAY_PATTERN, HOST_PATTERN, LIST_PATTERN, MOST_SITES } from '../../model/contribution-terms.ts'
import { utcDay } from '../../model/utc-day.ts'
import type { FieldReference, FieldStudyList } from '../../server/contract/field.ts'
import type { Reference, Study } from './published-data.ts'
import type { Settings } from './settings.ts'
import type { Store, Stored } from './store.ts'

/** Asks for what is public, always whole, so that nobody learns which site its owner reads. */
interface Publisher {
  readonly server: string
  readonly invite: Settings['invite']
  readonly fetch: typeof fetch
  readonly nowMs: number
}

/** @throws Error, in words for its owner, where the server does not answer or answers something else */
export async function refreshPublished(store: Store, publisher: Publisher): Promise<void> {
  const fetchedDay = utcDay(publisher.nowMs)
  const study = studyOf(await ask(publisher, '/api/v1/field/study'), fetchedDay)
  const reference = referenceOf(await ask(publisher, '/api/v1/field/reference'), fetchedDay)
  if (study === null) await store.remove('study')
  else await store.write('study', study)
  await store.write('reference', reference)
}

async function ask({ server, invite, fetch }: Publisher, path: string): Promise<unknown> {
  const response = await fetch(server + path, {
    headers: invite === null ? {} : { authorization: `Bearer ${invite}` },
    ...{ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' },
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`the server answers ${response.status}`)
  return response.json()
}

/**
 * The sites of an answer of `GET /api/v1/field/study`, taken over one by one; null where no study is open.
 * @throws Error where it is no such answer
 */
export function studyOf(answer: unknown, fetchedDay: string | null): Study | null {
  const { list, sites } = (answer ?? {}) as FieldStudyList
  if (list === null) return null
  if (typeof list !== 'string' || !LIST_PATTERN.test(list) || !Array.isArray(sites))
    throw new Error('the list of sites under study cannot be read')
  const seen = sites.filter(({ site, domain }) => isSite(site) && isHost(domain))
  return { list, sites: seen.map(({ site, domain }) => ({ site, domain })), fetchedDay }
}

/** @throws Error where it is no answer of `GET /api/v1/field/reference` */
export function referenceOf(answer: unknown, fetchedDay: string | null): Reference {
  if (!isReference(answer)) throw new Error('the published curves cannot be read')
  return { fetchedDay, curves: answer }
}

const isSite = (site: unknown) => Number.isInteger(site) && Number(site) >= 0 && Number(site) < MOST_SITES

/** Letters, digits and hyphens with dots between (safety.md ING-11): it becomes part of a permission pattern. */
function isHost(domain: unknown): boolean {
  return typeof domain === 'string' && HOST_PATTERN.test(domain)
}

function isReference(answer: unknown): answer is FieldReference {
  const { p, sites, week } = (answer ?? {}) as FieldReference
  return (
    Array.isArray(p) &&
    Array.isArray(sites) &&
    (week === null || DAY_PATTERN.test(week)) &&
    sites.every(isSiteCurves)
  )
}

function isSiteCurves({ domain, field, live }: FieldReference['sites'][number]): boolean {
  return isHost(domain) && [field, live].every((curves) => Object.values(curves).every(isCurve))
}

function isCurve({ n, ms }: { readonly n: number; readonly ms: readonly number[] }): boolean {
  return Number.isInteger(n) && Array.isArray(ms) && ms.every((each) => Number.isFinite(each) && each >= 0)
}

/** Returns what is stored, else what came with the extension (a file of the package). */
export async function published<Key extends 'study' | 'reference'>(
  store: Store,
  key: Key,
): Promise<Stored[Key] | null> {
  const stored = await store.read(key)
  if (stored !== null) return stored
  const response = await fetch(chrome.runtime.getURL(`${key}.json`))
  return (await response.json()) as Stored[Key] | null
}
