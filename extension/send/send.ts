import type { ContributionState, QueuedRecord } from '../store/contribution-state.ts'
import { retryDelayMs, spacingMs } from './delay.ts'
import type { Environment } from './environment.ts'
import { bounded, settle } from './queue.ts'

const PATH = '/api/v1/contributions'
/** A server that takes longer is asked again later. Less than the 30 s after which Chromium ends a worker that waits. */
export const ANSWER_LIMIT_MS = 20_000

/** Sets the alarm for the record that is due first; none where there is nothing to send. */
export async function scheduleSending(environment: Environment, notBeforeMs = 0): Promise<void> {
  const { queue, paused } = await environment.store.state()
  const due = Math.min(...queue.map(({ dueMs }) => dueMs))
  await environment.setAlarm('send', paused || queue.length === 0 ? null : Math.max(due, notBeforeMs))
}

/**
 * Sends the one record that is due first (safety.md EXT-8: one site a request). Its key is that of every attempt, so that
 * a record whose answer was lost, with the worker or on the way, is counted once.
 */
export function sendDue(environment: Environment): Promise<void> {
  return environment.withLock('network', async () => {
    const nowMs = environment.now()
    const { queue, paused } = await environment.store.change((state) => bounded(state, nowMs))
    const due = queue.filter(({ dueMs }) => dueMs <= nowMs).toSorted((a, b) => a.dueMs - b.dueMs)
    const [item] = due
    if (paused || item === undefined) return scheduleSending(environment)
    const { server, invite } = await environment.collector()
    const randomness = await environment.randomness()
    // Should the worker die while it waits, this alarm wakes it; else another takes its place.
    await environment.setAlarm('send', nowMs + retryDelayMs(1, 0, randomness))
    const answer = server === null ? NO_SERVER : await post(environment, server, invite, item)
    await environment.store.change((state) => after(state, item, answer))
    await scheduleSending(environment, environment.now() + spacingMs(randomness))

    function after(state: ContributionState, { record }: QueuedRecord, answer: Answer): ContributionState {
      if (answer.outcome !== null) return settle(state, record.key, answer.outcome, nowMs)
      const queue = state.queue.map((each) => {
        if (each.record.key !== record.key) return each
        const attempts = each.attempts + 1
        const dueMs = nowMs + retryDelayMs(attempts, answer.retryAfterMs, randomness)
        return { ...each, attempts, dueMs, problem: answer.problem }
      })
      return { ...state, queue }
    }
  })
}

/** Result of an attempt; null outcome: it is tried again. */
interface Answer {
  readonly outcome: 'accepted' | 'already_counted' | 'refused' | null
  readonly retryAfterMs: number
  readonly problem: string | null
}

const retry = (problem: string, retryAfterMs = 0): Answer => ({ outcome: null, retryAfterMs, problem })
const done = (outcome: Answer['outcome']): Answer => ({ outcome, retryAfterMs: 0, problem: null })

const NO_SERVER = retry('no server is set')

/** Codes after which the same record may well be taken: the others are final. */
const PASSING = new Set([401, 403, 408, 409, 425, 429])

async function post(
  { fetch }: Environment,
  server: string,
  invite: string | null,
  { record }: QueuedRecord,
): Promise<Answer> {
  try {
    const response = await fetch(server + PATH, {
      method: 'POST',
      headers: jsonHeaders(invite),
      body: JSON.stringify(record),
      ...PRIVATE,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    if (response.ok) {
      const { accepted } = (await response.json()) as { readonly accepted: unknown }
      return done(accepted === false ? 'already_counted' : 'accepted')
    }
    if (response.status >= 500 || PASSING.has(response.status))
      return retry(`the server answers ${response.status}`, retryAfterMs(response))
    return done('refused')
  } catch {
    return retry('the server cannot be reached')
  }
}

/** Nothing of the browser's goes along: no cookie, no address, no copy on the disk. */
export const PRIVATE = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
  redirect: 'error',
} as const satisfies RequestInit

export function jsonHeaders(invite: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(invite === null ? {} : { authorization: `Bearer ${invite}` }),
  }
}

/** Retry-After in seconds (RFC 9110, 10.2.3); 0 where it is a date or missing. */
export function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * 1_000 : 0
}
