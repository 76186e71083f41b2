import { quarterOf } from '../../model/utc-day.ts'
import { networkKind } from '../capture/network-kind.ts'
import type { ContributionRecord, ReducedLoad } from '../capture/types.ts'
import { pseudonymOf } from '../store/pseudonym.ts'
import { studySiteOf } from '../store/study-site.ts'
import { firstDelayMs } from './delay.ts'
import type { Environment } from './environment.ts'
import { enqueue, hasLike } from './queue.ts'
import { buildRecord } from './record.ts'
import { scheduleSending } from './send.ts'

interface Candidate {
  /** Address of the page: only the root page of a site under study counts. It goes no further. */
  readonly url: string
  readonly load: ReducedLoad
  /** UTC, YYYY-MM-DD. */
  readonly day: string
  readonly browser: ContributionRecord['browser']
  readonly major: number
  /** `navigator.connection.type`; null where it is not known. */
  readonly connectionType: string | null
}

/** Says why a load is not queued; null: it is. */
export type NotQueued =
  | 'no_consent'
  | 'paused'
  | 'not_under_study'
  | 'site_not_chosen'
  | 'no_permission'
  | 'no_server'
  | 'already_there'

/**
 * Queues the record of a load, where its owner has agreed to that: asked anew for each load, of what is stored and of the
 * browser (safety.md EXT-4).
 */
export async function contribute(environment: Environment, candidate: Candidate): Promise<NotQueued | null> {
  const { store } = environment
  const { consent, paused, secret } = await store.state()
  if (consent === null || secret === null) return 'no_consent'
  if (paused) return 'paused'
  const study = await environment.study()
  const found = study && studySiteOf(study, candidate.url)
  if (!study || !found) return 'not_under_study'
  const { site, domain } = found
  if (!consent.domains.includes(domain)) return 'site_not_chosen'
  if (!(await environment.mayRead([`${new URL(candidate.url).origin}/*`]))) return 'no_permission'
  const { server } = await environment.collector()
  if (server === null) return 'no_server'

  const { day, browser, major } = candidate
  const { list } = study
  const cid = await pseudonymOf(secret, { list, site, day })
  const net = networkKind(candidate.connectionType)
  const key = crypto.randomUUID()
  const record = buildRecord(candidate.load, { list, site, day, browser, major, net, cid, key })
  const queuedMs = environment.now()
  const dueMs = queuedMs + firstDelayMs(await environment.randomness())
  let notQueued: NotQueued | null = null
  await store.change((state) => {
    // Consent may have been withdrawn meanwhile.
    notQueued =
      state.secret !== secret || !state.consent?.domains.includes(domain)
        ? 'no_consent'
        : hasLike(state, record)
          ? 'already_there'
          : null
    if (notQueued !== null) return state
    const known = state.pseudonyms.some((each) => each.cid === cid && each.server === server)
    const pseudonyms = known
      ? state.pseudonyms
      : [...state.pseudonyms, { cid, domain, quarter: quarterOf(day), server }]
    const item = { record, domain, queuedMs, dueMs, attempts: 0, problem: null }
    return enqueue({ ...state, pseudonyms }, item)
  })
  if (notQueued === null) await scheduleSending(environment)
  return notQueued
}
