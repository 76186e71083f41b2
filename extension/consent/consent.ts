import { quarterOf, utcDay } from '../../model/utc-day.ts'
import type { Environment } from '../send/environment.ts'
import { scheduleSending } from '../send/send.ts'
import { EMPTY_STATE } from '../store/contribution-state.ts'
import { newSecret, pseudonymOf } from '../store/pseudonym.ts'
import type { Settings } from '../store/settings.ts'
import { hostsOf, originPatterns } from '../store/study-site.ts'
import { deletionsOf, scheduleDeletions, sendDeletions } from './delete-sent.ts'

/** Its owner has agreed that loads of these sites are contributed, and the browser that they are read. */
export async function optIn(environment: Environment, domains: readonly string[]): Promise<void> {
  await environment.store.change((state) => ({
    ...state,
    consent: {
      day: state.consent?.day ?? utcDay(environment.now()),
      domains: [...new Set([...(state.consent?.domains ?? []), ...domains])].toSorted(),
    },
    secret: state.secret ?? newSecret(),
  }))
  await followConsent(environment)
  await environment.setAlarm('refresh', await nextRefreshMs(environment))
}

/**
 * Consent for these sites, or for all of them, is taken back: no page is measured any more, what is queued is dropped, and the
 * server is asked to delete what it has (safety.md P7), for as long as it takes until it says so.
 */
export async function optOut(environment: Environment, domains: readonly string[] | 'all'): Promise<void> {
  const isWithdrawn = (domain: string) => domains === 'all' || domains.includes(domain)
  const derived = await pseudonymsOf(environment, isWithdrawn)
  const { invite } = await environment.collector()
  await environment.store.change((state) => {
    const left = state.consent?.domains.filter((domain) => !isWithdrawn(domain)) ?? []
    const used = [...state.pseudonyms.filter(({ domain }) => isWithdrawn(domain)), ...derived]
    return {
      ...state,
      consent: state.consent === null || left.length === 0 ? null : { ...state.consent, domains: left },
      queue: state.queue.filter(({ domain }) => !isWithdrawn(domain)),
      pseudonyms: state.pseudonyms.filter(({ domain }) => !isWithdrawn(domain)),
      deletions: [...state.deletions, ...deletionsOf(used, invite, environment.now())],
    }
  })
  await followConsent(environment)
  await scheduleSending(environment)
  await scheduleDeletions(environment)
  await sendDeletions(environment)
}

/** Everything here and on the server; what is left is the deletions that are not acknowledged yet. */
export async function deleteEverything(environment: Environment): Promise<void> {
  await optOut(environment, 'all')
  await environment.store.change(({ deletions }) => ({ ...EMPTY_STATE, deletions }))
  for (const key of ['lastLoad', 'settings', 'study', 'reference', 'badge'] as const)
    await environment.store.remove(key)
  await environment.setAlarm('refresh', null)
}

/** Another server is another recipient: what was agreed to does not hold for it, and the old one is asked to forget. */
export async function setCollector(environment: Environment, settings: Settings): Promise<void> {
  const before = await environment.collector()
  if (settings.server !== before.server) {
    await optOut(environment, 'all')
    await environment.store.remove('study')
    await environment.store.remove('reference')
  }
  await environment.store.write('settings', settings)
}

export async function setPaused(environment: Environment, paused: boolean): Promise<void> {
  await environment.store.change((state) => ({ ...state, paused }))
  await followConsent(environment)
  await scheduleSending(environment)
}

/** Lets the browser run the collecting script where there is consent, and nowhere else. */
export async function followConsent(environment: Environment): Promise<void> {
  const { consent, paused } = await environment.store.state()
  await environment.collectOn(paused ? [] : (consent?.domains ?? []).flatMap(originPatterns))
}

/** Permission to read a site can be removed in the browser's own pages: that withdraws the consent. */
export async function followPermissions(environment: Environment): Promise<void> {
  const { consent } = await environment.store.state()
  const withdrawn: string[] = []
  for (const domain of consent?.domains ?? []) {
    const may = await Promise.all(hostsOf(domain).map((host) => environment.mayRead([`https://${host}/*`])))
    if (!may.every(Boolean)) withdrawn.push(domain)
  }
  if (withdrawn.length > 0) await optOut(environment, withdrawn)
}

/** A week from now, less or more by a day, so that not all contributors come at once. */
export async function nextRefreshMs(environment: Environment): Promise<number> {
  const { random } = await environment.randomness()
  return environment.now() + 86_400_000 * (6 + 2 * random())
}

/** Quarters that a server may have records of: raw ones are kept for 13 months. */
const QUARTERS = 6

/**
 * Names the pseudonyms of a secret that was brought from another browser, which used it too: those of the chosen sites in this
 * and the last quarters. Else none: what was used is known.
 */
async function pseudonymsOf(environment: Environment, wanted: (domain: string) => boolean) {
  const { consent, secret, secretImported } = await environment.store.state()
  const { server } = await environment.collector()
  const study = await environment.study()
  if (secret === null || !secretImported || server === null || study === null) return []
  const chosen = study.sites.filter(({ domain }) => consent?.domains.includes(domain) && wanted(domain))
  const days = lastQuarters(utcDay(environment.now()))
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
