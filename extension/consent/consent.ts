import { quarterOf, utcDay } from '../capture/utc-day.ts'
import type { Surroundings } from '../send/environment.ts'
import { scheduleSending } from '../send/send.ts'
import { EMPTY_STATE } from '../store/contribution-state.ts'
import { newSecret, pseudonymOf } from '../store/pseudonym.ts'
import type { Settings } from '../store/settings.ts'
import { hostsOf, originPatterns } from '../store/study-site.ts'
import { deletionsOf, scheduleDeletions, sendDeletions } from './delete-sent.ts'

/** Its owner has agreed that loads of these sites are contributed, and the browser that they are read. */
export async function optIn(around: Surroundings, domains: readonly string[]): Promise<void> {
  await around.store.change((state) => ({
    ...state,
    consent: {
      day: state.consent?.day ?? utcDay(around.now()),
      domains: [...new Set([...(state.consent?.domains ?? []), ...domains])].toSorted(),
    },
    secret: state.secret ?? newSecret(),
  }))
  await followConsent(around)
  await around.alarmAt('refresh', await nextRefreshMs(around))
}

/**
 * Consent for these sites, or for all of them, is taken back: no page is measured any more, what is queued is dropped, and the
 * server is asked to delete what it has (safety.md P7), for as long as it takes until it says so.
 */
export async function optOut(around: Surroundings, domains: readonly string[] | 'all'): Promise<void> {
  const gone = (domain: string) => domains === 'all' || domains.includes(domain)
  const derived = await pseudonymsOf(around, gone)
  const { invite } = await around.collector()
  await around.store.change((state) => {
    const left = state.consent?.domains.filter((domain) => !gone(domain)) ?? []
    const used = [...state.pseudonyms.filter(({ domain }) => gone(domain)), ...derived]
    return {
      ...state,
      consent: state.consent === null || left.length === 0 ? null : { ...state.consent, domains: left },
      queue: state.queue.filter(({ domain }) => !gone(domain)),
      pseudonyms: state.pseudonyms.filter(({ domain }) => !gone(domain)),
      deletions: [...state.deletions, ...deletionsOf(used, invite, around.now())],
    }
  })
  await followConsent(around)
  await scheduleSending(around)
  await scheduleDeletions(around)
  await sendDeletions(around)
}

/** Everything here and on the server; what is left is the deletions that are not acknowledged yet. */
export async function deleteEverything(around: Surroundings): Promise<void> {
  await optOut(around, 'all')
  await around.store.change(({ deletions }) => ({ ...EMPTY_STATE, deletions }))
  for (const key of ['lastLoad', 'settings', 'study', 'reference'] as const) await around.store.remove(key)
  await around.alarmAt('refresh', null)
}

/** Another server is another recipient: what was agreed to does not hold for it, and the old one is asked to forget. */
export async function setCollector(around: Surroundings, settings: Settings): Promise<void> {
  const before = await around.collector()
  if (settings.server !== before.server) {
    await optOut(around, 'all')
    await around.store.remove('study')
    await around.store.remove('reference')
  }
  await around.store.write('settings', settings)
}

export async function setPaused(around: Surroundings, paused: boolean): Promise<void> {
  await around.store.change((state) => ({ ...state, paused }))
  await followConsent(around)
  await scheduleSending(around)
}

/** Lets the browser run the collecting script where there is consent, and nowhere else. */
export async function followConsent(around: Surroundings): Promise<void> {
  const { consent, paused } = await around.store.state()
  await around.collectOn(paused ? [] : (consent?.domains ?? []).flatMap(originPatterns))
}

/** The browser may be told elsewhere that the extension may no longer read a site: that takes back the consent. */
export async function followPermissions(around: Surroundings): Promise<void> {
  const { consent } = await around.store.state()
  const gone: string[] = []
  for (const domain of consent?.domains ?? []) {
    const may = await Promise.all(hostsOf(domain).map((host) => around.mayRead([`https://${host}/*`])))
    if (!may.every(Boolean)) gone.push(domain)
  }
  if (gone.length > 0) await optOut(around, gone)
}

/** A week from now, less or more by a day, so that not all contributors come at once. */
export async function nextRefreshMs(around: Surroundings): Promise<number> {
  const { random } = await around.chance()
  return around.now() + 86_400_000 * (6 + 2 * random())
}

/** Quarters that a server may have records of: raw ones are kept for 13 months. */
const QUARTERS = 6

/**
 * Where the secret was brought from another browser, which used it too: pseudonyms of the chosen sites in this and the
 * last quarters. Else none: what was used is known.
 */
async function pseudonymsOf(around: Surroundings, wanted: (domain: string) => boolean) {
  const { consent, secret, secretImported } = await around.store.state()
  const { server } = await around.collector()
  const study = await around.study()
  if (secret === null || !secretImported || server === null || study === null) return []
  const chosen = study.sites.filter(({ domain }) => consent?.domains.includes(domain) && wanted(domain))
  const days = lastQuarters(utcDay(around.now()))
  return Promise.all(
    chosen.flatMap(({ site, domain }) =>
      days.map(async (day) => ({
        cid: await pseudonymOf(secret, { list: study.list, site, day }),
        ...{ domain, server, quarter: quarterOf(day) },
      })),
    ),
  )
}

/** A day of each of the last quarters, this one first. */
function lastQuarters(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: QUARTERS }, (_, i) =>
    new Date(Date.UTC(year, month - 1 - 3 * i, 1)).toISOString().slice(0, 10),
  )
}
