import type { ContributionState, QueuedRecord } from '../store/contribution-state.ts'
import { retryDelayMs, spacingMs } from './delay.ts'
import type { Surroundings } from './environment.ts'
import { bounded, settle } from './queue.ts'

const PATH = '/api/v1/contributions'
/** A server that takes longer is asked again later. Less than the 30 s after which Chromium ends a worker that waits. */
export const ANSWER_LIMIT_MS = 20_000

/** Sets the alarm for the record that is due first; none where there is nothing to send. */
export async function scheduleSending(around: Surroundings, notBeforeMs = 0): Promise<void> {
  const { queue, paused } = await around.store.state()
  const due = Math.min(...queue.map(({ dueMs }) => dueMs))
  await around.alarmAt('send', paused || queue.length === 0 ? null : Math.max(due, notBeforeMs))
}

/**
 * Sends the one record that is due first (safety.md EXT-8: one site a request). Its key is that of every attempt, so that
 * a record whose answer was lost, with the worker or on the way, is counted once.
 */
export function sendDue(around: Surroundings): Promise<void> {
  return around.alone('network', async () => {
    const nowMs = around.now()
    const { queue, paused } = await around.store.change((state) => bounded(state, nowMs))
    const due = queue.filter(({ dueMs }) => dueMs <= nowMs).toSorted((a, b) => a.dueMs - b.dueMs)
    const [item] = due
    if (paused || item === undefined) return scheduleSending(around)
    const { server, invite } = await around.collector()
    const chance = await around.chance()
    // Should the worker die while it waits, this alarm wakes it; else another takes its place.
    await around.alarmAt('send', nowMs + retryDelayMs(1, 0, chance))
    const answer = server === null ? NO_SERVER : await post(around, server, invite, item)
    await around.store.change((state) => after(state, item, answer))
    await scheduleSending(around, around.now() + spacingMs(chance))

    function after(state: ContributionState, { record }: QueuedRecord, said: Answer): ContributionState {
      if (said.outcome !== null) return settle(state, record.key, said.outcome, nowMs)
      const queue = state.queue.map((each) => {
        if (each.record.key !== record.key) return each
        const attempts = each.attempts + 1
        const dueMs = nowMs + retryDelayMs(attempts, said.retryAfterMs, chance)
        return { ...each, attempts, dueMs, problem: said.problem }
      })
      return { ...state, queue }
    }
  })
}

/** What came of an attempt; null outcome: it is tried again. */
interface Answer {
  readonly outcome: 'accepted' | 'already_counted' | 'refused' | null
  readonly retryAfterMs: number
  readonly problem: string | null
}

const again = (problem: string, retryAfterMs = 0): Answer => ({ outcome: null, retryAfterMs, problem })
const done = (outcome: Answer['outcome']): Answer => ({ outcome, retryAfterMs: 0, problem: null })

const NO_SERVER = again('no server is set')

/** Codes after which the same record may well be taken: the others are final. */
const PASSING = new Set([401, 403, 408, 409, 425, 429])

async function post(
  { fetch }: Surroundings,
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
      return again(`the server answers ${response.status}`, retryAfterMs(response))
    return done('refused')
  } catch {
    return again('the server cannot be reached')
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
